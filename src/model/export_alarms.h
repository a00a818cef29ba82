#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace trestle::model {

// An alarm on a table as CloudWatch takes it. The service counts some metrics for each operation:
// these are watched one by one and put together, since an alarm on the table alone sees nothing.
struct Watch {
  const Alarm* alarm = nullptr;
  std::string name;       // "shop-Throttled"
  std::string statistic;  // "Sum", "p99"
  bool percentile = false;
  bool of_table = true;                      // else of the whole account
  std::vector<std::string_view> operations;  // none: the metric is not divided
  std::string_view together;                 // how they are put together: "SUM", "MAX"
};

// The alarms on the table; the first table has those on the account.
std::vector<Watch> WatchesOf(const Model& model, const Table& table);

}  // namespace trestle::model
