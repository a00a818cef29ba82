#include "base/occupancy.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <vector>

#include "base/doorway.h"
#include "base/replaceable.h"

namespace trestle {
namespace {

using namespace std::chrono_literals;

TEST(OccupancyTest, WaitsForThoseInside) {
  const Occupancy occupancy;
  occupancy.WaitForThoseInside();
  std::optional<Occupancy::Stay> stay(occupancy.Enter());
  std::atomic<bool> waited = false;
  std::thread waiting([&] {
    occupancy.WaitForThoseInside();
    waited = true;
  });
  std::this_thread::sleep_for(5ms);
  EXPECT_FALSE(waited);
  stay.reset();
  waiting.join();
}

TEST(DoorwayTest, NobodyIsInsideWhileItIsClosed) {
  Doorway doorway;
  std::atomic<int> inside = 0;
  std::atomic<bool> stopping = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!stopping) {
        const Doorway::Stay stay(doorway);
        const Doorway::Stay once_more(doorway);
        ++inside;
        std::this_thread::yield();
        --inside;
      }
    });
  }
  for (int round = 0; round < 100; ++round) {
    const Doorway::Closed closed(doorway);
    ASSERT_EQ(inside, 0);
    std::this_thread::yield();
    ASSERT_EQ(inside, 0);
  }
  stopping = true;
  for (std::thread& thread : threads) thread.join();
}

// A value that says when it is gone.
struct Mortal {
  ~Mortal() { alive = 0; }
  std::atomic<int> alive = 1;
};

TEST(ReplaceableTest, AValueIsNotTakenFromItsUsers) {
  Replaceable<Mortal> current(std::make_unique<Mortal>());
  std::atomic<bool> stopping = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!stopping) {
        const auto use = current.Now();
        ASSERT_EQ(use->alive, 1);
      }
    });
  }
  for (int round = 0; round < 200; ++round) current.Replace(std::make_unique<Mortal>()).reset();
  stopping = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace trestle
