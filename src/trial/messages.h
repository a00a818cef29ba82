#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

// The texts of this room's errors.
namespace trestle::trial_messages {

inline tl::unexpected<Error> BadSample(const model::Model& model, const model::Sample& sample,
                                       std::string_view why) {
  return Fail(ErrorCode::kValidation, model.file + ":" + std::to_string(sample.place.line) + ":" +
                                          std::to_string(sample.place.column) + ": the sample of " +
                                          sample.entity +
                                          " cannot be written: " + std::string(why));
}
inline tl::unexpected<Error> SampleTwice(const model::Model& model, const model::Sample& sample) {
  return BadSample(model, sample, "an earlier sample has the same key or unique value");
}

}  // namespace trestle::trial_messages
