// Any target and body as a REST request to a small shop in memory: an answer, never a crash, and no
// fault of ours. The first byte chooses the method; a line feed parts target and body.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "json/plain_json.h"
#include "model/read.h"
#include "operation/local_database.h"
#include "repository/repository.h"
#include "rest/rest_api.h"

namespace trestle::rest {
namespace {

constexpr std::string_view kModel = R"toml(format = 1
model = "m"
[tables.t]
partition_key = "PK"
sort_key = "SK"
[entities.E]
table = "t"
PK = "E#{A}"
SK = "{B}#{C:pad(6)}"
version = "V"
unique = ["U"]
[entities.E.attributes]
A = "string"
B = "timestamp"
C = { type = "integer", min = 0, max = 999999 }
U = "string"
G = "geo"
S = "string_set"
[patterns.P]
entity = "E"
where = "PK = E#{a} and begins_with(SK, {b})"
parameters = { a = "string", b = "string" }
[transactions.T]
parameters = { a = "string", at = "timestamp" }
idempotent = true
steps = [{ put = "E", values = { A = "{a}", B = "{at}", C = 1 } }]
[routes]
"GET /e/{a}/{b}" = { pattern = "P" }
)toml";

class Shop {
 public:
  Shop() {
    auto reading = model::ReadModel(kModel, "fuzz.toml");
    TRESTLE_CHECK(reading.problems.empty());
    CreateTableRequest table;
    table.table_name = "t";
    table.billing = BillingMode::kPayPerRequest;
    table.attributes = {{.name = "PK", .type = AttributeType::kString},
                        {.name = "SK", .type = AttributeType::kString}};
    table.key_schema = {{.attribute_name = "PK", .hash = true},
                        {.attribute_name = "SK", .hash = false}};
    TRESTLE_CHECK(database_->CreateTable(table).has_value());
    const auto repository = std::make_shared<const repository::Repository>(
        std::make_shared<const model::Model>(std::move(reading.model)), *database_, clock_,
        repository::RepositoryOptions{.cursor_key = "k"});
    api_.Serve({.repository = repository, .workflows = nullptr});
  }

  http::Response Answer(const http::Request& request) const { return api_.Answer(request); }

 private:
  const SystemClock clock_;
  const std::unique_ptr<LocalDatabase> database_ =
      *LocalDatabase::Open({.store = {.in_memory = true}}, clock_);
  RestApi api_{clock_, {}};
};

void Try(std::string_view input) {
  static const Shop shop;
  constexpr http::Method kMethods[] = {http::Method::kGet,    http::Method::kPost,
                                       http::Method::kPut,    http::Method::kPatch,
                                       http::Method::kDelete, http::Method::kOptions};
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input[0]);
  input.remove_prefix(1);
  const std::size_t line = std::min(input.find('\n'), input.size());
  const std::string target = "/api/m" + std::string(input.substr(0, line));
  const std::string_view body = input.substr(std::min(line + 1, input.size()));
  const std::size_t mark = std::min(target.find('?'), target.size());
  std::vector<http::Header> headers = {{"Content-Type", "application/json"}};
  if (choice & 64) headers.push_back({"If-Match", "\"1\""});
  if (choice & 128) headers.push_back({"Idempotency-Key", "k"});
  const http::Response response =
      shop.Answer({.method = kMethods[choice % 6],
                   .method_name = "X",
                   .target = target,
                   .path = std::string_view(target).substr(0, mark),
                   .query = std::string_view(target).substr(std::min(mark + 1, target.size())),
                   .headers = headers,
                   .body = body});
  TRESTLE_CHECK(response.status < 500);
  if (!response.body.empty()) TRESTLE_CHECK(ParsePlainJson(response.body).has_value());
}

}  // namespace
}  // namespace trestle::rest

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  trestle::rest::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
