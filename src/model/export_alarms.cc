#include "model/export_alarms.h"

#include <algorithm>
#include <array>

namespace trestle::model {
namespace {

constexpr std::array<std::string_view, 4> kOfOperations = {
    "ThrottledRequests", "SuccessfulRequestLatency", "SystemErrors", "ReturnedItemCount"};
constexpr std::array<std::string_view, 3> kOfAccount = {
    "UserErrors", "AccountProvisionedReadCapacityUtilization",
    "AccountProvisionedWriteCapacityUtilization"};
// As many as an alarm can put together.
constexpr std::array<std::string_view, 10> kOperations = {
    "GetItem", "BatchGetItem", "Query",      "Scan",           "TransactGetItems",
    "PutItem", "UpdateItem",   "DeleteItem", "BatchWriteItem", "TransactWriteItems"};

bool IsAmong(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

std::string StatisticName(std::string_view word) {
  std::string name(word);
  if (!word.starts_with('p')) name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

bool Concerns(const Alarm& alarm, const Table& table) {
  return (alarm.table.empty() || alarm.table == table.name) &&
         (alarm.index.empty() || table.FindIndex(alarm.index) != nullptr);
}

}  // namespace

std::vector<Watch> WatchesOf(const Model& model, const Table& table) {
  std::vector<Watch> watches;
  for (const Alarm& alarm : model.alarms) {
    const bool of_table = !IsAmong(kOfAccount, alarm.metric);
    if (of_table ? !Concerns(alarm, table) : &table != &model.tables.front()) continue;
    Watch watch{.alarm = &alarm,
                .name = (of_table ? table.name : model.name) + "-" + alarm.name,
                .statistic = StatisticName(alarm.statistic),
                .percentile = alarm.statistic.starts_with('p'),
                .of_table = of_table,
                .together = alarm.statistic == "sum" ? "SUM" : "MAX"};
    if (IsAmong(kOfOperations, alarm.metric)) {
      watch.operations.assign(kOperations.begin(), kOperations.end());
    }
    watches.push_back(std::move(watch));
  }
  return watches;
}

}  // namespace trestle::model
