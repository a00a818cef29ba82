#include "cli/price_option.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "base/result.h"
#include "cli/output_file.h"

namespace trestle {

void AddPrices(CLI::App& command, std::string& file) {
  command
      .add_option("--prices", file,
                  "Price list to use; `trestle model cost --print-prices` writes one")
      ->type_name("FILE");
}

std::optional<model::Prices> PricesIn(const std::string& file) {
  if (file.empty()) return model::Prices{};
  const std::optional<std::string> text = ReadInput(file);
  if (!text) return std::nullopt;
  Result<model::Prices> read = model::ReadPrices(*text, file);
  if (read) return *std::move(read);
  std::fprintf(stderr, "%s\n", read.error().message.c_str());
  return std::nullopt;
}

}  // namespace trestle
