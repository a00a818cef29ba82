#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle::model {

// Dollars for what a table class's requests and storage cost.
struct ClassPrices {
  double read_million = 0;   // on-demand read units
  double write_million = 0;  // on-demand write units
  double read_hour = 0;      // one provisioned unit for an hour
  double write_hour = 0;
  double storage = 0;  // GB and month
};

// A price list of one region at one day, and how a month and a bill are counted.
struct Prices {
  std::string region = "us-east-1";
  std::string date = "2024-11-01";  // the day since which it holds
  ClassPrices standard = {0.125, 0.625, 0.00013, 0.00065, 0.25};
  ClassPrices infrequent_access = {0.155, 0.78, 0.00016, 0.00081, 0.10};
  double pitr = 0.20;            // GB and month
  double backup = 0.10;          // GB and month
  double stream_reads = 0.02;    // 100,000 GetRecords
  double days_in_month = 30;     // 2,592,000 seconds
  double utilisation = 0.7;      // of provisioned capacity that the load is meant to use
  double item_overhead = 100;    // bytes that storage is billed for beside each item and entry
  double polls_a_second = 4;     // of each shard of a stream, by each consumer
  double free_storage = 0;       // GB
  double free_stream_reads = 0;  // a month

  double Seconds() const { return days_in_month * 86400; }
  double Hours() const { return days_in_month * 24; }
};

// The list with what an account gets free of charge: 25 GB and 2.5 million stream reads.
Prices WithFreeTier(Prices prices);

// A price list of the form that PriceList writes: lines `name = value`, `#` begins a comment. What
// it does not name stays as it is by default; `file` is for messages.
Result<Prices> ReadPrices(std::string_view text, std::string_view file);
std::string PriceList(const Prices& prices);

}  // namespace trestle::model
