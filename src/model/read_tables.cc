#include <array>

#include "model/messages.h"
#include "model/read_parts.h"

namespace trestle::model {
namespace {

constexpr std::size_t kMostKeyParts = 4;
constexpr int kMostPitrDays = 35;
constexpr std::array<Choice<KeyType>, 3> kKeyTypes = {
    {{"string", KeyType::kString}, {"number", KeyType::kNumber}, {"binary", KeyType::kBinary}}};
constexpr std::array<Choice<StreamView>, 5> kStreams = {
    {{"none", StreamView::kNone},
     {"keys_only", StreamView::kKeysOnly},
     {"new_image", StreamView::kNewImage},
     {"old_image", StreamView::kOldImage},
     {"new_and_old_images", StreamView::kNewAndOldImages}}};

std::optional<KeyAttribute> KeyAttributeOf(const Node& node, Problems& problems) {
  if (node.kind == Node::Kind::kText && !node.text.empty()) {
    return KeyAttribute{.name = node.text, .type = KeyType::kString};
  }
  if (node.kind != Node::Kind::kTable) {
    problems.Add(node.place, messages::KeyParts(node.key.empty() ? "a key" : node.key, 1, 4));
    return std::nullopt;
  }
  Fields fields(node, "a key", problems);
  KeyAttribute key;
  key.name = fields.RequiredText("name");
  key.type = fields.OneOf<KeyType>("type", kKeyTypes).value_or(KeyType::kString);
  fields.Done();
  return key;
}

std::vector<KeyAttribute> KeyAttributesOf(const Node* node, Problems& problems) {
  std::vector<KeyAttribute> keys;
  if (node == nullptr) return keys;
  const bool list = node->kind == Node::Kind::kList;
  if (list && (node->children.empty() || node->children.size() > kMostKeyParts)) {
    problems.Add(node->place, messages::KeyParts(node->key, 1, kMostKeyParts));
    return keys;
  }
  for (const Node& part : list ? std::span<const Node>(node->children) : std::span(node, 1)) {
    if (auto key = KeyAttributeOf(part, problems)) keys.push_back(*std::move(key));
  }
  return keys;
}

std::optional<Throughput> ThroughputOf(const Node& node, Problems& problems) {
  Fields fields(node, node.key, problems);
  const Throughput throughput{.read = fields.Integer("read", 1).value_or(0),
                              .write = fields.Integer("write", 1).value_or(0)};
  for (const std::string_view key : {"read", "write"}) {
    if (node.kind == Node::Kind::kTable && node.Find(key) == nullptr) {
      problems.Add(fields.place(), messages::Missing(node.key, key));
    }
  }
  fields.Done();
  return throughput;
}

Index ReadIndex(const Node& node, const Table& table, Problems& problems) {
  Fields fields(node, "index " + node.key, problems);
  Index index;
  index.name = node.key;
  index.place = node.key_place;
  index.source_line = fields.SourceLine();
  index.accepted = AcceptedOf(fields);
  index.local = fields.Boolean("local");
  index.partition_key = KeyAttributesOf(fields.Take("partition_key"), problems);
  index.sort_key = KeyAttributesOf(fields.Take("sort_key"), problems);
  if (index.local) {
    if (!index.partition_key.empty() && (index.partition_key.size() != 1 ||
                                         index.partition_key[0].name != table.partition_key.name)) {
      fields.Refuse("partition_key", messages::LocalPartitionKey(table.partition_key.name));
    }
    index.partition_key = {table.partition_key};
    if (index.sort_key.empty()) fields.RequiredText("sort_key");
  } else if (index.partition_key.empty() && node.Find("partition_key") == nullptr) {
    fields.RequiredText("partition_key");
  }
  if (const Node* projection = fields.Take("projection")) {
    if (projection->kind == Node::Kind::kList) {
      index.projection.kind = Projection::Kind::kInclude;
      index.projection.attributes = fields.Texts("projection");
    } else {
      static constexpr std::array<Choice<Projection::Kind>, 2> kKinds = {
          {{"all", Projection::Kind::kAll}, {"keys_only", Projection::Kind::kKeysOnly}}};
      index.projection.kind =
          fields.OneOf<Projection::Kind>("projection", kKinds).value_or(Projection::Kind::kAll);
    }
  }
  if (const Node* throughput = fields.Take("throughput")) {
    index.throughput = ThroughputOf(*throughput, problems);
  }
  fields.Done();
  return index;
}

void ReadBilling(Fields& fields, Table& table, Problems& problems) {
  const Node* billing = fields.Take("billing");
  if (billing == nullptr) return;
  if (billing->kind == Node::Kind::kTable) {
    table.provisioned = ThroughputOf(*billing, problems);
  } else {
    static constexpr std::array<Choice<bool>, 1> kOnDemand = {{{"on_demand", true}}};
    fields.OneOf<bool>("billing", kOnDemand);
  }
}

void ReadPitr(Fields& fields, Table& table) {
  const Node* pitr = fields.Take("pitr");
  if (pitr == nullptr) return;
  if (pitr->kind == Node::Kind::kInteger) {
    if (const auto days = fields.Integer("pitr", 1, kMostPitrDays)) {
      table.pitr_days = static_cast<int>(*days);
    }
  } else if (fields.Boolean("pitr")) {
    table.pitr_days = kMostPitrDays;
  }
}

void ReadBackups(Fields& fields, Table& table, Problems& problems) {
  const Node* node = fields.Table("backups");
  if (node == nullptr) return;
  Fields inner(*node, "backups", problems);
  const auto every = inner.Span("every");
  const auto keep = inner.Span("keep");
  if (!every) inner.RequiredText("every");
  table.backups = {.every = every.value_or(std::chrono::seconds(0)),
                   .keep = keep.value_or(std::chrono::seconds(0))};
  inner.Done();
}

}  // namespace

Table ReadTable(const Node& node, Problems& problems) {
  Fields fields(node, "table " + node.key, problems);
  Table table;
  table.name = node.key;
  table.place = node.key_place;
  table.source_line = fields.SourceLine();
  table.accepted = AcceptedOf(fields);
  if (const Node* key = fields.Take("partition_key")) {
    table.partition_key = KeyAttributeOf(*key, problems).value_or(KeyAttribute());
  } else {
    fields.RequiredText("partition_key");
  }
  if (const Node* key = fields.Take("sort_key")) table.sort_key = KeyAttributeOf(*key, problems);
  if (fields.Take("entity_attribute") != nullptr) {
    table.entity_attribute = fields.Text("entity_attribute");
  }
  ReadBilling(fields, table, problems);
  table.stream = fields.OneOf<StreamView>("stream", kStreams).value_or(StreamView::kNone);
  table.ttl = fields.Text("ttl");
  table.ttl_place = fields.PlaceOf("ttl");
  ReadPitr(fields, table);
  static constexpr std::array<Choice<bool>, 2> kEncryption = {
      {{"aws_owned", false}, {"kms", true}}};
  table.kms = fields.OneOf<bool>("sse", kEncryption).value_or(false);
  table.deletion_protection = fields.Boolean("deletion_protection");
  static constexpr std::array<Choice<bool>, 2> kClasses = {
      {{"standard", false}, {"infrequent_access", true}}};
  table.infrequent_access = fields.OneOf<bool>("class", kClasses).value_or(false);
  ReadBackups(fields, table, problems);
  for (const Node& index : fields.Members("indexes")) {
    table.indexes.push_back(ReadIndex(index, table, problems));
  }
  fields.Done();
  return table;
}

}  // namespace trestle::model
