#include "stream/change_record.h"

#include <gtest/gtest.h>

#include <set>

namespace trestle {
namespace {

constexpr TimePoint kNow{std::chrono::seconds(1'763'206'654)};
const KeySchema kKeys{.hash = {{.name = "pk", .type = AttributeType::kString}},
                      .range = {{.name = "id", .type = AttributeType::kNumber}}};

EncodedItem ItemWith(std::string message) {
  Item item;
  item.Set("pk", AttributeValue::String("p"));
  item.Set("id", AttributeValue::Of(*Number::Parse("101")));
  item.Set("Message", AttributeValue::String(std::move(message)));
  return EncodedItem::From(item);
}

EncodedItem KeysAlone() {
  Item item;
  item.Set("pk", AttributeValue::String("p"));
  item.Set("id", AttributeValue::Of(*Number::Parse("101")));
  return EncodedItem::From(item);
}

struct Images {
  std::optional<EncodedItem> before;
  std::optional<EncodedItem> after;
  ChangeOrigin origin = ChangeOrigin::kClient;

  std::string Encode(StreamView view) const {
    Change change{.stamp = {.time = kNow, .number = 5}, .origin = origin, .item_key = ""};
    if (before) change.before.emplace(*before);
    if (after) change.after.emplace(*after);
    return EncodeChangeRecord(change, view, kKeys);
  }
};

ChangeRecord Decode(const std::string& bytes) {
  return DecodeChangeRecord({.time = kNow, .number = 5}, bytes).value();
}

TEST(ChangeRecordTest, KindFollowsFromTheImages) {
  const EncodedItem item = ItemWith("x");
  EXPECT_EQ(Decode(Images{.before = {}, .after = item}.Encode(StreamView::kKeysOnly)).kind,
            ChangeKind::kInsert);
  EXPECT_EQ(Decode(Images{.before = item, .after = item}.Encode(StreamView::kKeysOnly)).kind,
            ChangeKind::kModify);
  EXPECT_EQ(Decode(Images{.before = item, .after = {}}.Encode(StreamView::kKeysOnly)).kind,
            ChangeKind::kRemove);
}

TEST(ChangeRecordTest, ViewSaysWhichImagesAreKept) {
  const Images images{.before = ItemWith("old"), .after = ItemWith("new")};
  for (const StreamView view : {StreamView::kKeysOnly, StreamView::kNewImage, StreamView::kOldImage,
                                StreamView::kNewAndOldImages}) {
    const std::string bytes = images.Encode(view);
    const ChangeRecord record = Decode(bytes);
    EXPECT_EQ(record.keys.bytes(), KeysAlone().bytes());
    const bool has_new = view == StreamView::kNewImage || view == StreamView::kNewAndOldImages;
    const bool has_old = view == StreamView::kOldImage || view == StreamView::kNewAndOldImages;
    ASSERT_EQ(record.new_image.has_value(), has_new);
    ASSERT_EQ(record.old_image.has_value(), has_old);
    EXPECT_EQ(has_new ? record.new_image->bytes() : "", has_new ? images.after->bytes() : "");
    EXPECT_EQ(has_old ? record.old_image->bytes() : "", has_old ? images.before->bytes() : "");
  }
}

TEST(ChangeRecordTest, RemovalHasNoNewImage) {
  const std::string bytes =
      Images{.before = ItemWith("old"), .after = {}}.Encode(StreamView::kNewImage);
  const ChangeRecord record = Decode(bytes);
  EXPECT_FALSE(record.new_image);
  EXPECT_FALSE(record.old_image);
  EXPECT_EQ(record.SizeBytes(), KeysAlone().SizeBytes());
}

// The figures of the service's sample events: keys and images, each counted in full.
TEST(ChangeRecordTest, SizeIsThatOfKeysAndImages) {
  const auto item = [](std::string message) {
    Item made;
    made.Set("Id", AttributeValue::Of(*Number::Parse("101")));
    made.Set("Message", AttributeValue::String(std::move(message)));
    return EncodedItem::From(made);
  };
  const KeySchema id{.hash = {{.name = "Id", .type = AttributeType::kNumber}}, .range = {}};
  const EncodedItem first = item("New item!");
  const EncodedItem second = item("This item has changed");
  const auto size = [&](const EncodedItem* before, const EncodedItem* after) {
    Change change{.stamp = {}, .item_key = ""};
    if (before != nullptr) change.before.emplace(*before);
    if (after != nullptr) change.after.emplace(*after);
    const std::string bytes = EncodeChangeRecord(change, StreamView::kNewAndOldImages, id);
    return DecodeChangeRecord({}, bytes)->SizeBytes();
  };
  EXPECT_EQ(size(nullptr, &first), 26u);
  EXPECT_EQ(size(&first, &second), 59u);
  EXPECT_EQ(size(&second, nullptr), 38u);
}

TEST(ChangeRecordTest, OriginIsKept) {
  const Images images{.before = ItemWith("x"), .after = {}, .origin = ChangeOrigin::kExpiry};
  EXPECT_EQ(Decode(images.Encode(StreamView::kKeysOnly)).origin, ChangeOrigin::kExpiry);
}

// Written to disk: see docs/file-format.md.
TEST(ChangeRecordTest, GoldenBytes) {
  const Images images{.before = {}, .after = ItemWith("m")};
  const std::string keys(
      "\x01\x08\x02\x02id\x01\x03"
      "101\x02pk\x00\x01p",
      17);
  const std::string item(
      "\x01\x10\x03\x07Message\x00\x01m\x02id\x01\x03"
      "101\x02pk\x00\x01p",
      28);
  EXPECT_EQ(images.Encode(StreamView::kNewAndOldImages),
            std::string("\x01\x08\x11", 3) + keys + "\x1c" + item);
}

TEST(ChangeRecordTest, DamageIsFound) {
  const std::string bytes = Images{.before = ItemWith("old"), .after = ItemWith("new")}.Encode(
      StreamView::kNewAndOldImages);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeChangeRecord({}, std::string_view(bytes).substr(0, size))) << size;
  }
  EXPECT_FALSE(DecodeChangeRecord({}, bytes + "x"));
  EXPECT_FALSE(DecodeChangeRecord({}, "\x02" + bytes.substr(1)));
  EXPECT_FALSE(DecodeChangeRecord({}, "\x01\x20" + bytes.substr(2)));
  EXPECT_FALSE(DecodeChangeRecord({}, "\x01\x03" + bytes.substr(2)));
}

TEST(ChangeRecordTest, EventIdsDiffer) {
  std::set<std::string> seen;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const std::string id = EventId({.time = kNow, .number = number});
    EXPECT_EQ(id.size(), 32u);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(id).second);
  }
}

}  // namespace
}  // namespace trestle
