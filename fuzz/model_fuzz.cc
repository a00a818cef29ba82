// Any bytes as a model file: problems or a model, never a crash. A problem has a place and a text,
// and a model can be used, checked, priced, drawn and exported.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "model/condition_value.h"
#include "model/key_text.h"
#include "model/outputs_for_test.h"
#include "model/read.h"

namespace {

void Use(const trestle::model::Model& model) {
  for (const auto& sample : model.samples) {
    const auto* entity = model.FindEntity(sample.entity);
    TRESTLE_CHECK(entity != nullptr);
    for (const auto& key : entity->keys) {
      static_cast<void>(Derived(*entity, key.value, sample.values));
      if (key.when) Matches(key.when->condition, sample.values, {.entity = entity});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto reading = trestle::model::ReadModel(text, "fuzz.toml");
  for (const auto& problem : reading.problems) TRESTLE_CHECK(!problem.message.empty());
  if (!reading.problems.empty()) return 0;
  Use(reading.model);
  // That nothing crashes is for the sanitizers to see; what must hold of the outputs, the room's
  // own test says of models that it chooses.
  static_cast<void>(trestle::model::OutputComplaint(reading.model, text));
  return 0;
}
