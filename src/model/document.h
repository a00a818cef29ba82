#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/read.h"

namespace trestle::model {

// A TOML value with its place. Dates and times are texts as the file spells them in full.
struct Node {
  enum class Kind { kText, kInteger, kReal, kBoolean, kTable, kList };
  Kind kind = Kind::kTable;
  std::string key;  // of a table's member
  Place key_place;
  Place place;
  Place text_place;  // of a text's first character, behind the quote
  std::string text;
  std::int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  std::vector<Node> children;  // a list's elements, or a table's members in the file's order

  const Node* Find(std::string_view member) const;
};

struct Document {
  Node root;
  std::optional<Problem> problem;
};

// Parses TOML. Refuses what is larger or deeper than any model.
Document ReadDocument(std::string_view text);

}  // namespace trestle::model
