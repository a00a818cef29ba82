#pragma once

#include "model/key_use.h"
#include "model/model.h"
#include "model/template_match.h"

// The conditions of patterns beside the keys that they stand on.
namespace trestle::model {

inline Place PlaceOf(const Pattern& pattern, const KeyTest& test) {
  return test.place.line == 0 ? pattern.where_place : test.place;
}

inline bool IsRange(KeyTest::Kind kind) {
  return kind != KeyTest::Kind::kEqual && kind != KeyTest::Kind::kBeginsWith;
}

// Calls `visit(pattern, test, entity, key)` where a pattern tests a key that its index has and an
// entity of it gives a template for.
template <class Visit>
void ForEachTest(const Model& model, Visit visit) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    for (const KeyTest& test : pattern.where) {
      if (!view.Has(test.attribute)) continue;
      for (const Entity* entity : EntitiesOf(model, pattern)) {
        const Template key = KeyTemplate(*entity, test.attribute);
        if (!key.parts.empty()) visit(pattern, test, *entity, key);
      }
    }
  }
}

}  // namespace trestle::model
