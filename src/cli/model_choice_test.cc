#include "cli/model_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "cli/whole_file.h"

namespace trestle {
namespace {

using ::testing::HasSubstr;

TEST(ModelChoiceTest, IsASystemOrAFile) {
  const auto model = ReadChosenModel({.file = {}, .system = "glad"});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->name, "glad");
  EXPECT_THAT(ReadChosenModel({.file = {}, .system = "motel"}).error().message,
              HasSubstr("no system motel; there are ecobid"));
  EXPECT_THAT(ReadChosenModel({.file = "/no/such/file", .system = {}}).error().message,
              HasSubstr("/no/such/file"));
}

TEST(ModelChoiceTest, NamesThePlaceOfWhatIsWrong) {
  const std::string path = testing::TempDir() + "wrong.trestle.toml";
  ASSERT_TRUE(WriteWholeFile(path, "format = 1\nmodel = \"x\"\nversion = 1\nmodle = 2\n"));
  EXPECT_THAT(ReadChosenModel({.file = path, .system = {}}).error().message,
              HasSubstr("wrong.trestle.toml:4:1: "));
  std::remove(path.c_str());
}

}  // namespace
}  // namespace trestle
