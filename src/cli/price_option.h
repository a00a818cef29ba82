#pragma once

#include <optional>
#include <string>

#include "model/prices.h"

namespace CLI {
class App;
}

namespace trestle {

void AddPrices(CLI::App& command, std::string& file);
// The list in the file, or ours where none is named. Nothing, and what is wrong has been said, if
// it cannot be read.
std::optional<model::Prices> PricesIn(const std::string& file);

}  // namespace trestle
