#include "storage/log_gap_filter.h"

#include <rocksdb/wal_filter.h>
#include <rocksdb/write_batch.h>

#include <cstdint>
#include <string>

#include "storage/rocks_batch.h"

namespace trestle {
namespace {

class GapFilter final : public rocksdb::WalFilter {
 public:
  WalProcessingOption LogRecordFound(unsigned long long, const std::string&,
                                     const rocksdb::WriteBatch& batch, rocksdb::WriteBatch*,
                                     bool*) override {
    const std::uint64_t first = FirstSequence(batch);
    if (expected_ != 0 && first > expected_) return WalProcessingOption::kStopReplay;
    expected_ = first + batch.Count();
    return WalProcessingOption::kContinueProcessing;
  }

  const char* Name() const override { return "trestle.LogGapFilter"; }

 private:
  std::uint64_t expected_ = 0;  // the sequence number that follows the last record; zero before it
};

}  // namespace

LogGapFilter::LogGapFilter() : filter_(std::make_unique<GapFilter>()) {}
LogGapFilter::~LogGapFilter() = default;

}  // namespace trestle
