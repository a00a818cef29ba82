#pragma once

#include <string>
#include <vector>

#include "model/model.h"

// How the text that a pattern asks for lies over the template of a key.
namespace trestle::model {

// What a pattern puts in the place of an attribute: a parameter, or literal text.
struct Binding {
  const TemplatePart* key = nullptr;    // the attribute's part
  const TemplatePart* value = nullptr;  // the parameter's part; null where it is literal text
  std::string literal;
  bool closed = false;  // what follows the attribute in the key follows here too, or the key ends
};

struct KeyMatch {
  enum class Kind {
    kWhole,     // from end to end
    kPrefix,    // the key goes on
    kMismatch,  // no key can hold it
    kBeyond,    // it goes on where the key ends
    kUnknown    // a parameter stands for more than one attribute
  };
  Kind kind = Kind::kUnknown;
  std::vector<Binding> bindings;
  // What the key goes on with (kPrefix), as it is written in the template.
  std::string rest;
  bool rest_has_value = false;                   // an attribute is among it
  std::vector<const TemplatePart*> rest_values;  // those attributes
};

// `key` and `value` outlive the match.
KeyMatch MatchKey(const Template& key, const Template& value);

// Whether one text can come of both templates, `a` of entity `of_a` and `b` of `of_b`. A value is
// taken to hold no '#': that one may is another finding.
bool CanCollide(const Model& model, const Entity& of_a, const Template& a, const Entity& of_b,
                const Template& b);

}  // namespace trestle::model
