#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>
#include <tuple>

#include "storage/store_testing.h"

extern char** environ;

namespace trestle {
namespace {

constexpr const char* kFolderVariable = "TRESTLE_CRASH_TEST_FOLDER";
constexpr int kPromises = 3;  // the file descriptor on which the child reports

// Not a test: what the process does that ProcessCrashTest kills. It writes each key that it was
// promised to kPromises.
TEST(ProcessCrashChild, DISABLED_CommitsUntilKilled) {
  const char* folder = std::getenv(kFolderVariable);
  ASSERT_NE(folder, nullptr);
  const std::unique_ptr<Store> store = OpenAt(folder);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&store, t] {
      const std::string run = std::to_string(::getpid()) + "." + std::to_string(t) + ".";
      for (int i = 0;; ++i) {
        const std::string key = run + std::to_string(i);
        store->WhenDurable(Put(*store, key, key), [line = key + "\n"](Status) {
          std::ignore = ::write(kPromises, line.data(), line.size());
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Runs the child above on `folder`, kills it `life` after its first promises, and returns the whole
// lines it wrote.
std::vector<std::string> KeysPromisedBeforeTheKill(const std::string& folder,
                                                   std::chrono::milliseconds life) {
  ::setenv(kFolderVariable, folder.c_str(), 1);
  const std::string output = folder + ".promised";
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, kPromises, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "/proc/self/exe";
  std::string filter = "--gtest_filter=ProcessCrashChild.*";
  std::string disabled = "--gtest_also_run_disabled_tests";
  char* const arguments[] = {program.data(), filter.data(), disabled.data(), nullptr};
  pid_t child = 0;
  EXPECT_EQ(::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ), 0);
  ::posix_spawn_file_actions_destroy(&actions);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while ((!std::filesystem::exists(output) || std::filesystem::file_size(output) < 1000) &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(life);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the child ended by itself";

  std::ifstream file(output);
  std::vector<std::string> keys;
  for (std::string line; std::getline(file, line) && !file.eof();) keys.push_back(line);
  return keys;
}

TEST(ProcessCrashTest, EveryPromisedCommitIsThereAfterAKill) {
  const TemporaryFolder folder;
  std::mt19937 random(1);
  std::vector<std::string> promised;
  for (int round = 0; round < 4; ++round) {
    const std::chrono::milliseconds life(random() % 100);
    const auto keys = KeysPromisedBeforeTheKill(folder / "data", life);
    promised.insert(promised.end(), keys.begin(), keys.end());
    const std::unique_ptr<Store> store = OpenAt(folder / "data");
    const std::shared_ptr<const View> view = store->Durable();
    for (const std::string& key : promised) ASSERT_EQ(Get(*view, key), key);
  }
  EXPECT_GT(promised.size(), 100u);
}

}  // namespace
}  // namespace trestle
