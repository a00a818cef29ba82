#include "model/template_match.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "model/text_form.h"

namespace trestle::model {
namespace {

// A place in a template: a part, and within a literal the next character.
class Cursor {
 public:
  explicit Cursor(const Template& text) : parts_(text.parts) { SkipEmpty(); }

  bool AtEnd() const { return part_ == parts_.size(); }
  bool AtValue() const { return !AtEnd() && !parts_[part_].reference.empty(); }
  const TemplatePart& part() const { return parts_[part_]; }
  std::string_view literal() const {
    return std::string_view(parts_[part_].literal).substr(character_);
  }
  void Skip(std::size_t characters) {
    character_ += characters;
    SkipEmpty();
  }
  void Next() {
    ++part_;
    character_ = 0;
    SkipEmpty();
  }

 private:
  void SkipEmpty() {
    while (part_ < parts_.size() && parts_[part_].reference.empty() &&
           character_ >= parts_[part_].literal.size()) {
      ++part_;
      character_ = 0;
    }
  }

  const std::vector<TemplatePart>& parts_;
  std::size_t part_ = 0;
  std::size_t character_ = 0;
};

std::string Written(const TemplatePart& part) { return "{" + part.reference + "}"; }

void Rest(Cursor key, KeyMatch& match) {
  match.kind = KeyMatch::Kind::kPrefix;
  for (; !key.AtEnd(); key.Next()) {
    if (key.AtValue()) {
      match.rest += Written(key.part());
      match.rest_has_value = true;
      match.rest_values.push_back(&key.part());
    } else {
      match.rest += key.literal();
    }
  }
}

// Takes the literal text that stands for an attribute: up to what follows the attribute in the key.
std::string TakeLiteral(Cursor& value, const Cursor& key_after) {
  const std::string_view text = value.literal();
  std::size_t length = text.size();
  if (!key_after.AtEnd() && !key_after.AtValue()) {
    length = std::min(length, text.find(key_after.literal().front()));
  }
  std::string taken(text.substr(0, length));
  value.Skip(length);
  return taken;
}

}  // namespace

KeyMatch MatchKey(const Template& key_template, const Template& value_template) {
  KeyMatch match;
  Cursor key(key_template);
  Cursor value(value_template);
  while (!value.AtEnd()) {
    if (key.AtEnd()) {
      match.kind = KeyMatch::Kind::kBeyond;
      return match;
    }
    if (key.AtValue()) {
      Binding binding{.key = &key.part()};
      key.Next();
      if (value.AtValue()) {
        binding.value = &value.part();
        value.Next();
      } else {
        binding.literal = TakeLiteral(value, key);
      }
      binding.closed = key.AtEnd() || !value.AtEnd();
      match.bindings.push_back(std::move(binding));
      continue;
    }
    if (value.AtValue()) {
      match.kind = KeyMatch::Kind::kUnknown;
      return match;
    }
    const std::size_t length = std::min(key.literal().size(), value.literal().size());
    if (key.literal().substr(0, length) != value.literal().substr(0, length)) {
      match.kind = KeyMatch::Kind::kMismatch;
      return match;
    }
    key.Skip(length);
    value.Skip(length);
  }
  match.kind = KeyMatch::Kind::kWhole;
  if (!key.AtEnd()) Rest(key, match);
  return match;
}

namespace {

// The texts of a template as a machine without loops except at a value that repeats its characters.
struct Move {
  std::size_t from = 0;
  std::size_t to = 0;
  Characters on;
};
struct Machine {
  std::vector<Move> moves;
  std::size_t end = 0;
};

Characters Only(char c) {
  Characters characters;
  characters.set(static_cast<unsigned char>(c));
  return characters;
}

void AddText(std::string_view text, std::size_t from, std::size_t to, Machine& machine,
             std::size_t& states) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t next = i + 1 == text.size() ? to : states++;
    machine.moves.push_back({from, next, Only(text[i])});
    from = next;
  }
}

Machine MachineOf(const Model& model, const Entity& entity, const Template& text) {
  Machine machine;
  std::size_t states = 1;
  for (const TemplatePart& part : text.parts) {
    if (part.reference.empty() && part.literal.empty()) continue;
    const std::size_t from = machine.end;
    const std::size_t to = states++;
    machine.end = to;
    if (part.reference.empty()) {
      AddText(part.literal, from, to, machine, states);
      continue;
    }
    const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
    if (shape && shape->type == Type::kEnum && part.formats.empty()) {
      for (const std::string& value : shape->values) AddText(value, from, to, machine, states);
      continue;
    }
    Characters characters = CharactersOf(shape.value_or(Shape{}), part.formats);
    characters.reset('#');
    machine.moves.push_back({from, to, characters});
    machine.moves.push_back({to, to, characters});
  }
  return machine;
}

}  // namespace

bool CanCollide(const Model& model, const Entity& of_a, const Template& a, const Entity& of_b,
                const Template& b) {
  if (a.parts.empty() || b.parts.empty()) return false;
  const TemplatePart& first_a = a.parts.front();
  const TemplatePart& first_b = b.parts.front();
  const std::size_t common = std::min(first_a.literal.size(), first_b.literal.size());
  if (first_a.literal.compare(0, common, first_b.literal, 0, common) != 0) return false;

  const Machine left = MachineOf(model, of_a, a);
  const Machine right = MachineOf(model, of_b, b);
  std::vector<std::pair<std::size_t, std::size_t>> seen = {{0, 0}};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto [at_left, at_right] = seen[i];
    if (at_left == left.end && at_right == right.end) return true;
    for (const Move& l : left.moves) {
      if (l.from != at_left) continue;
      for (const Move& r : right.moves) {
        if (r.from != at_right || (l.on & r.on).none()) continue;
        const std::pair next{l.to, r.to};
        if (std::ranges::find(seen, next) == seen.end()) seen.push_back(next);
      }
    }
  }
  return false;
}

}  // namespace trestle::model
