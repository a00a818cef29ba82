#include "binding/binding_modes.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

std::string Message(std::string_view text) {
  const auto modes = BindingModes::Parse(text);
  return modes ? "" : modes.error().message;
}

TEST(BindingModesTest, ATableMayHaveAModeOfItsOwn) {
  const auto modes = BindingModes::Parse("enforce,audit=warn,scratch.1=off");
  ASSERT_TRUE(modes);
  EXPECT_EQ(modes->mode(), BindingMode::kEnforce);
  EXPECT_EQ(modes->Of("audit"), BindingMode::kWarn);
  EXPECT_EQ(modes->Of("scratch.1"), BindingMode::kOff);
  EXPECT_EQ(modes->Of("orders"), BindingMode::kEnforce);
  EXPECT_FALSE(modes->AllAre(BindingMode::kEnforce));
  EXPECT_EQ(modes->Text(), "enforce,audit=warn,scratch.1=off");
}

TEST(BindingModesTest, AModeThatAllHaveIsNotWrittenAgain) {
  auto modes = *BindingModes::Parse("warn,audit=warn,orders=off");
  EXPECT_EQ(modes.Text(), "warn,orders=off");
  modes.Set("orders", BindingMode::kWarn);
  EXPECT_EQ(modes.Text(), "warn");
  EXPECT_TRUE(modes.AllAre(BindingMode::kWarn));
}

TEST(BindingModesTest, RefusesWhatIsNoMode) {
  EXPECT_EQ(Message(""), "mode: must be off, warn or enforce, not ''");
  EXPECT_EQ(Message("audit=warn"), "mode: must be off, warn or enforce, not 'audit=warn'");
  EXPECT_EQ(Message("warn,audit=loud"), "mode: must be off, warn or enforce, not 'loud'");
  EXPECT_EQ(Message("warn,"), "mode: a table's is written TABLE=MODE, not ''");
  EXPECT_EQ(Message("warn,=off"), "mode: a table's is written TABLE=MODE, not '=off'");
}

}  // namespace
}  // namespace trestle
