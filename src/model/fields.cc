#include "model/fields.h"

#include <algorithm>

#include "base/quantity.h"
#include "model/hint.h"
#include "model/messages.h"

namespace trestle::model {

std::vector<Problem> Problems::InOrder() && {
  std::ranges::stable_sort(all_, {}, &Problem::place);
  return std::move(all_);
}

Fields::Fields(const Node& table, std::string what, Problems& problems)
    : table_(table), what_(std::move(what)), problems_(problems) {
  if (table.kind != Node::Kind::kTable) {
    problems.Add(table.place, messages::WrongKind(what_, "a table"));
  }
}

Place Fields::PlaceOf(std::string_view key) const {
  const Node* node = table_.Find(key);
  return node == nullptr ? place() : node->place;
}

const Node* Fields::Take(std::string_view key) {
  known_.emplace_back(key);
  return table_.Find(key);
}

const Node* Fields::TakeKind(std::string_view key, Node::Kind kind, std::string_view wanted) {
  const Node* node = Take(key);
  if (node == nullptr || node->kind == kind) return node;
  problems_.Add(node->place, messages::WrongKind(key, wanted));
  return nullptr;
}

const Node* Fields::Table(std::string_view key) {
  return TakeKind(key, Node::Kind::kTable, "a table");
}

std::span<const Node> Fields::Members(std::string_view key) {
  const Node* node = Table(key);
  return node == nullptr ? std::span<const Node>() : std::span<const Node>(node->children);
}

std::span<const Node> Fields::List(std::string_view key) {
  const Node* node = TakeKind(key, Node::Kind::kList, "a list");
  return node == nullptr ? std::span<const Node>() : std::span<const Node>(node->children);
}

std::string Fields::Text(std::string_view key) {
  const Node* node = TakeKind(key, Node::Kind::kText, "a text");
  return node == nullptr ? std::string() : node->text;
}

std::string Fields::RequiredText(std::string_view key) {
  if (table_.kind == Node::Kind::kTable && table_.Find(key) == nullptr) {
    problems_.Add(place(), messages::Missing(what_, key));
  }
  return Text(key);
}

std::vector<std::string> Fields::Texts(std::string_view key) {
  std::vector<std::string> texts;
  for (const Node& node : List(key)) {
    if (node.kind == Node::Kind::kText) {
      texts.push_back(node.text);
    } else {
      problems_.Add(node.place, messages::WrongKind(key, "a list of texts"));
    }
  }
  return texts;
}

bool Fields::Boolean(std::string_view key) {
  const Node* node = TakeKind(key, Node::Kind::kBoolean, "true or false");
  return node != nullptr && node->boolean;
}

std::optional<std::int64_t> Fields::Integer(std::string_view key, std::int64_t least,
                                            std::int64_t most) {
  const Node* node = TakeKind(key, Node::Kind::kInteger, "a whole number");
  if (node == nullptr) return std::nullopt;
  if (node->integer >= least && node->integer <= most) return node->integer;
  problems_.Add(node->place, messages::OutOfRange(key, least, most));
  return std::nullopt;
}

std::optional<double> Fields::Real(std::string_view key) {
  const Node* node = Take(key);
  if (node == nullptr) return std::nullopt;
  const double value =
      node->kind == Node::Kind::kInteger ? static_cast<double>(node->integer) : node->real;
  if (node->kind != Node::Kind::kInteger && node->kind != Node::Kind::kReal) {
    problems_.Add(node->place, messages::WrongKind(key, "a number"));
    return std::nullopt;
  }
  if (value >= 0 && value <= kMostOfAFigure) return value;
  problems_.Add(node->place, messages::WrongKind(key, "a number from 0 to 1e15"));
  return std::nullopt;
}

std::optional<double> Fields::Size(std::string_view key) {
  const Node* node = table_.Find(key);
  if (node == nullptr || node->kind != Node::Kind::kText) return Real(key);
  known_.emplace_back(key);
  const auto size = ParseSize(node->text);
  if (!size) problems_.Add(node->place, messages::NotASize(node->text));
  return size;
}

std::optional<std::chrono::seconds> Fields::Span(std::string_view key) {
  const Node* node = TakeKind(key, Node::Kind::kText, "a text such as \"24h\"");
  if (node == nullptr) return std::nullopt;
  const auto span = ParseSpan(node->text);
  if (!span) problems_.Add(node->place, messages::NotASpan(node->text));
  return span;
}

void Fields::Refuse(std::string_view key, std::string message) {
  problems_.Add(PlaceOf(key), std::move(message));
}

void Fields::ReportChoice(const Node& node, const std::vector<std::string>& names) {
  problems_.Add(node.place, messages::NotAChoice(node.key, node.text, names));
}

std::vector<const Node*> Fields::Rest() {
  std::vector<const Node*> rest;
  if (table_.kind != Node::Kind::kTable) return rest;
  for (const Node& node : table_.children) {
    if (std::ranges::find(known_, node.key) == known_.end()) rest.push_back(&node);
  }
  for (const Node* node : rest) known_.push_back(node->key);
  return rest;
}

std::vector<std::string> Fields::Known() const { return known_; }

void Fields::Done() {
  const std::vector<std::string> known = known_;
  for (const Node* node : Rest()) {
    problems_.Add(node->key_place,
                  messages::UnknownKey(what_, node->key, DidYouMean(node->key, known)));
  }
}

}  // namespace trestle::model
