#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/document.h"
#include "model/read.h"

namespace trestle::model {

// Collects what is wrong with a file.
class Problems {
 public:
  void Add(Place place, std::string message) {
    all_.push_back({.place = place, .message = std::move(message)});
  }
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  std::vector<Problem> InOrder() &&;

 private:
  std::vector<Problem> all_;
};

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

// The members of one table of the file. Each reading function reports a value of the wrong type and
// answers as if it were absent; Done reports the members that nobody asked for.
class Fields {
 public:
  // `what` names the table in messages: "table shop". All outlive this.
  Fields(const Node& table, std::string what, Problems& problems);

  const std::string& what() const { return what_; }
  Place place() const { return table_.key_place.line != 0 ? table_.key_place : table_.place; }
  Place PlaceOf(std::string_view key) const;  // of the member's value, or of the table

  const Node* Take(std::string_view key);
  const Node* Table(std::string_view key);
  std::span<const Node> List(std::string_view key);
  std::span<const Node> Members(std::string_view key);  // of a table
  std::string Text(std::string_view key);
  std::string RequiredText(std::string_view key);
  std::vector<std::string> Texts(std::string_view key);
  bool Boolean(std::string_view key);
  std::optional<std::int64_t> Integer(std::string_view key, std::int64_t least,
                                      std::int64_t most = INT64_MAX);
  std::optional<double> Real(std::string_view key);  // not negative
  std::optional<double> Size(std::string_view key);
  std::optional<std::chrono::seconds> Span(std::string_view key);
  template <class T>
  std::optional<T> OneOf(std::string_view key, std::span<const Choice<T>> choices);
  int SourceLine() { return static_cast<int>(Integer("source_line", 1, INT32_MAX).value_or(0)); }

  void Refuse(std::string_view key, std::string message);
  // The members that were not asked for, which are then known.
  std::vector<const Node*> Rest();
  std::vector<std::string> Known() const;
  void Done();

 private:
  const Node* TakeKind(std::string_view key, Node::Kind kind, std::string_view wanted);
  void ReportChoice(const Node& node, const std::vector<std::string>& names);

  const Node& table_;
  std::string what_;
  Problems& problems_;
  std::vector<std::string> known_;
};

template <class T>
std::optional<T> Fields::OneOf(std::string_view key, std::span<const Choice<T>> choices) {
  const Node* node = TakeKind(key, Node::Kind::kText, "a text");
  if (node == nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const Choice<T>& choice : choices) {
    if (choice.name == node->text) return choice.value;
    names.emplace_back(choice.name);
  }
  ReportChoice(*node, names);
  return std::nullopt;
}

}  // namespace trestle::model
