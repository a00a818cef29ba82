#include "cli/entity_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trestle {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class EntityLinesTest : public ::testing::Test {
 protected:
  std::string Refusal(const EntityArguments& arguments) {
    const auto lines = ReadEntity(arguments, clock_);
    return lines ? "" : lines.error().message;
  }
  SystemClock clock_;
};

TEST_F(EntityLinesTest, GivesAnEntityItsKeysAndDefaults) {
  const auto lines =
      ReadEntity({.name = "Amenity", .model = {.file = {}, .system = "hotel"}}, clock_);
  ASSERT_TRUE(lines) << lines.error().message;
  EXPECT_EQ(lines->table, "Metadata");
  const auto item = lines->parse(R"({"AmenityId": "sauna", "Name": "Sauna", "Icon": null})");
  ASSERT_TRUE(item) << item.error().message;
  EXPECT_EQ(*item->Find("PK"), AttributeValue::String("CATALOG#amenities"));
  EXPECT_EQ(*item->Find("SK"), AttributeValue::String("ITEM#sauna"));
  EXPECT_FALSE(item->Contains("Icon"));
}

TEST_F(EntityLinesTest, SaysAllThatIsWrongWithALine) {
  const auto lines =
      ReadEntity({.name = "Property", .model = {.file = {}, .system = "hotel"}}, clock_);
  ASSERT_TRUE(lines) << lines.error().message;
  EXPECT_THAT(lines->parse(R"({"Name": "", "StarRating": 9, "Status": "open"})").error().message,
              AllOf(HasSubstr("Name"), HasSubstr("StarRating"), HasSubstr("Status"),
                    HasSubstr("Slug is required")));
  EXPECT_THAT(lines->parse("[1]").error().message, HasSubstr("is a JSON object"));
  EXPECT_FALSE(lines->parse("{"));
}

TEST_F(EntityLinesTest, NeedsAnEntityOfOneModel) {
  EXPECT_THAT(Refusal({.name = "User", .model = {}}), HasSubstr("--system NAME and --model FILE"));
  EXPECT_EQ(Refusal({.name = "Ghost", .model = {.file = {}, .system = "hotel"}}),
            "hotel has no entity Ghost");
  EXPECT_THAT(Refusal({.name = "User", .model = {.file = {}, .system = "motel"}}),
              HasSubstr("no system motel"));
}

}  // namespace
}  // namespace trestle
