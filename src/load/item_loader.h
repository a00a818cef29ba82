#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "load/item_writer.h"
#include "load/traffic.h"

namespace trestle::load {

// Fills a table by BatchWriteItem, 25 items at a time, and sends again what the service left
// unprocessed or refused for a while.
class ItemLoader final : public Traffic {
 public:
  ItemLoader(std::string table, const ItemWriter& items, std::uint64_t count);

  bool Next(Outgoing& request) override;
  void Answered(const Answer& answer) override;
  bool Done() const override { return loaded_ == count_ || !failure_.empty(); }

  std::uint64_t loaded() const { return loaded_; }
  const std::string& failure() const { return failure_; }  // empty: none that lasts

 private:
  struct Batch {
    std::string body;
    std::uint64_t items = 0;
  };
  Batch MakeBatch();
  void Retry(Batch batch, Instant now);
  void TakeReply(Batch batch, const Answer& answer);

  std::string table_;
  const ItemWriter& items_;
  std::uint64_t count_;
  std::uint64_t next_ = 0;  // the first item that no batch has had
  std::uint64_t loaded_ = 0;
  std::uint64_t last_ticket_ = 0;
  std::unordered_map<std::uint64_t, Batch> in_flight_;  // by ticket
  std::vector<Batch> again_;
  Instant not_before_;  // for what is sent again
  Instant last_success_ = SteadyClock::now();
  std::string failure_;
};

}  // namespace trestle::load
