#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "value/attribute_value.h"

// The table, items and requests that the benchmarks share: those of the load that the server's
// throughput is measured with.
namespace trestle::bench {

inline constexpr std::size_t kItemsOfPartition = 100;
inline constexpr std::size_t kItemsOfIndexPartition = 20;

// In DynamoDB's JSON: an item of about 400 bytes, and one of about 100 KB, a list of many maps.
std::string KeyJson(std::size_t number);
std::string SmallItemJson(std::size_t number);
std::string LargeItemJson(std::size_t number);
// Decoded: the small item.
Item SampleItem(std::size_t number);
Item SampleKey(std::size_t number);
Item LargeSampleItem(std::size_t number);

// Bodies of requests.
std::string CreateTableBody();
std::string GetItemBody(std::size_t number);
std::string BatchGetItemBody(std::size_t first);
std::string QueryBody(std::size_t number);
std::string FilteredQueryBody(std::size_t number);
std::string IndexQueryBody(std::size_t number);
std::string UpdateItemBody(std::size_t number);
std::string PutItemBody(std::size_t number);
std::string LargePutItemBody(std::size_t number);
// Two new items, the counter of one and the check of another that are there.
std::string TransactWriteItemsBody(std::size_t first_new, std::size_t present);

// A whole request as a client sends it.
std::string RequestBytes(std::string_view operation, std::string_view body);

}  // namespace trestle::bench
