#pragma once

#include <string>
#include <vector>

#include "value/attribute_value.h"

// Items as rows of CSV. Texts, numbers, binaries (base64) and booleans are written plainly, sets,
// lists and maps as DynamoDB's JSON; what an item has not, and a null, leaves its cell empty.
namespace trestle {

void AppendCsvHeader(const std::vector<std::string>& columns, std::string& out);
void AppendCsvItem(const Item& item, const std::vector<std::string>& columns, std::string& out);

}  // namespace trestle
