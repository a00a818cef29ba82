// Keeps notes in a folder of its own: notes FOLDER
#include <operation/local_database.h>

#include <cstdio>

using trestle::AttributeValue;
using trestle::Item;

namespace {

constexpr const char* kTable = "notes";

Item KeyOf(std::string user, std::string entry) {
  return {{"pk", AttributeValue::String(std::move(user))},
          {"sk", AttributeValue::String(std::move(entry))}};
}

// A table that is there already is as good as a new one.
trestle::Status CreateTable(trestle::Database& database) {
  trestle::CreateTableRequest request;
  request.table_name = kTable;
  request.attributes = {{.name = "pk"}, {.name = "sk"}};
  request.key_schema = {{.attribute_name = "pk"}, {.attribute_name = "sk", .hash = false}};
  request.billing = trestle::BillingMode::kPayPerRequest;
  const auto created = database.CreateTable(request);
  if (created || created.error().code == trestle::ErrorCode::kResourceInUse) return {};
  return tl::unexpected(created.error());
}

// One more in the counter "runs", which the update makes if it is not there.
trestle::Result<std::string> CountRuns(trestle::Database& database) {
  TRESTLE_TRY(
      const auto counted,
      database.UpdateItem({.table_name = kTable,
                           .key = KeyOf("ada", "runs"),
                           .update_expression = "ADD times :one",
                           .substitutions = {.values = Item{{":one", AttributeValue::Integer(1)}}},
                           .return_values = trestle::ReturnValues::kUpdatedNew}));
  return std::string(counted.attributes->Find("times")->Scalar().value());
}

// Both notes or neither; it fails where the first is there already.
trestle::Status WriteNotes(trestle::Database& database) {
  Item milk = KeyOf("ada", "note#1");
  milk.Set("text", AttributeValue::String("buy milk"));
  Item bread = KeyOf("ada", "note#2");
  bread.Set("text", AttributeValue::String("bake bread"));
  trestle::TransactWriteItemsRequest request;
  request.writes = {{.table_name = kTable,
                     .item_or_key = std::move(milk),
                     .condition_expression = "attribute_not_exists(pk)"},
                    {.table_name = kTable, .item_or_key = std::move(bread)}};
  TRESTLE_RETURN_IF_ERROR(database.TransactWriteItems(std::move(request)));
  return {};
}

trestle::Status PrintNotes(trestle::Database& database) {
  TRESTLE_TRY(const auto page,
              database.Query(
                  {.table_name = kTable,
                   .key_condition_expression = "pk = :user AND begins_with(sk, :note)",
                   .substitutions = {.values = Item{{":user", AttributeValue::String("ada")},
                                                    {":note", AttributeValue::String("note#")}}}}));
  for (const trestle::EncodedItemView stored : page.items) {
    TRESTLE_TRY(const Item note, stored.Decode());
    std::printf("%s: %s\n", note.Find("sk")->As<std::string>()->c_str(),
                note.Find("text")->As<std::string>()->c_str());
  }
  return {};
}

trestle::Status Run(const std::string& folder) {
  const trestle::SystemClock clock;
  TRESTLE_TRY(const auto database,
              trestle::LocalDatabase::Open({.store = {.folder = folder}}, clock));
  TRESTLE_RETURN_IF_ERROR(CreateTable(*database));
  TRESTLE_TRY(const std::string runs, CountRuns(*database));
  std::printf("run %s\n", runs.c_str());
  const trestle::Status written = WriteNotes(*database);
  if (!written) std::printf("not written: %s\n", written.error().message.c_str());

  TRESTLE_RETURN_IF_ERROR(
      database->PutItem({.table_name = kTable, .item = KeyOf("bob", "note#1")}));
  TRESTLE_TRY(const auto found,
              database->GetItem({.table_name = kTable, .key = KeyOf("bob", "note#1")}));
  std::printf("bob has %s\n", found.item ? "a note" : "nothing");
  return PrintNotes(*database);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: notes FOLDER\n", stderr), 2;
  const trestle::Status status = Run(argv[1]);
  if (!status) std::fprintf(stderr, "notes: %s\n", status.error().message.c_str());
  return status ? 0 : 1;
}
