#include "cli/config_file.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>

namespace trestle {
namespace {

class ConfigFileTest : public ::testing::Test {
 protected:
  ~ConfigFileTest() override { std::remove(path_.c_str()); }
  Result<ConfigFile> Read(const std::string& text) const {
    std::ofstream(path_) << text;
    return ConfigFile::Read(path_);
  }
  std::string MessageOf(const std::string& text) const {
    const Result<ConfigFile> config = Read(text);
    return config ? "" : config.error().message.substr(path_.size());
  }
  const std::string path_ = ::testing::TempDir() + "config_file_test.toml";
};

TEST_F(ConfigFileTest, HasTheScheduleOfBackups) {
  const Result<ConfigFile> config = Read(
      "# nightly\n[backups]\nschedule = \"daily@02:30\"\nkeep = \"7d\"\n"
      "tables = [\"orders\", \"users\"]\n");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->backup_schedule->offset, std::chrono::minutes(150));
  EXPECT_EQ(config->backup_schedule->keep, std::chrono::hours(7 * 24));
  EXPECT_EQ(config->backup_schedule->tables, (std::vector<std::string>{"orders", "users"}));
}

TEST_F(ConfigFileTest, MayBeEmpty) {
  const Result<ConfigFile> config = Read("");
  ASSERT_TRUE(config);
  EXPECT_FALSE(config->backup_schedule);
}

TEST_F(ConfigFileTest, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(MessageOf("\n[backup]\n"), ":2:1: there is no setting backup");
  EXPECT_EQ(MessageOf("[backups]\nschedule = \"daily\"\nkept = \"1d\"\n"),
            ":3:8: there is no setting backups.kept");
  EXPECT_EQ(MessageOf("[backups]\nschedule = 5\n"), ":2:12: backups.schedule must be a string");
  EXPECT_EQ(MessageOf("[backups]\nkeep = \"1d\"\n"), ":1:1: backups.schedule is missing");
  EXPECT_EQ(MessageOf("[backups]\nschedule = \"daily\"\ntables = \"a\"\n"),
            ":3:10: backups.tables must be a list of strings");
  EXPECT_EQ(MessageOf("[backups]\nschedule = \"daily\"\ntables = [1]\n"),
            ":3:11: this is not the name of a table");
  EXPECT_EQ(MessageOf("backups = 1\n"), ":1:11: backups must be a table");
  EXPECT_NE(MessageOf("[backups]\nschedule = \"weekly\"\n").find("'weekly' is not understood"),
            std::string::npos);
  EXPECT_NE(MessageOf("[backups\n").find(":1:"), std::string::npos);
  EXPECT_FALSE(ConfigFile::Read(path_ + ".there-is-none"));
}

}  // namespace
}  // namespace trestle
