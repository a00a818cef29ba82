#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "load/item_writer.h"
#include "load/mix.h"
#include "load/random.h"
#include "load/skew.h"

namespace trestle::load {

inline constexpr std::size_t kBatchGetKeys = 25;
inline constexpr std::size_t kScanItems = 100;
inline constexpr std::uint64_t kMinItems = 100;  // the table needs so many for every workload

std::string_view OperationOf(Workload workload);

// Writes the JSON of each workload's requests to one table. Valid for any DynamoDB endpoint.
class RequestBodies {
 public:
  struct Items {
    ItemWriter loaded;  // the items that the table was filled with
    ItemWriter fresh;   // those that requests add
    ItemChooser chooser;
  };
  RequestBodies(const std::string& table, Items items);

  // Each replaces `out`. Loaded items are drawn by `random`; fresh ones are named by the caller.
  void Get(Random& random, std::string& out) const;
  void BatchGet(Random& random, std::string& out) const;
  void Query(Random& random, std::string& out) const;
  void GsiQuery(Random& random, std::string& out) const;
  void Scan(Random& random, std::string& out) const;
  void Update(Random& random, std::string& out) const;
  void Put(std::uint64_t fresh, std::string& out) const;
  void Delete(std::uint64_t fresh, std::string& out) const;
  // Adds two items, counts on a third and checks a fourth.
  void Transact(Random& random, std::uint64_t first_fresh, std::string& out) const;

 private:
  std::uint64_t Draw(Random& random) const { return items_.chooser.Draw(random); }

  std::string table_member_;  // "TableName":"..."
  std::string batch_get_begin_;
  Items items_;
};

}  // namespace trestle::load
