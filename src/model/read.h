#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace trestle::model {

// Of model files: an older one is upgraded when it is read, a newer one refused. A file that does
// not say is of format 1.
inline constexpr int kModelFormat = 2;

// What is wrong with a file that cannot be a model: one for each place.
struct Problem {
  Place place;
  std::string message;  // one sentence, with what to write instead
};

struct Reading {
  Model model;                    // whole only where there are no problems
  std::vector<Problem> problems;  // in the order of the file
};

// Reads the text of a model file. `file` is its name, for messages.
Reading ReadModel(std::string_view text, std::string file);

}  // namespace trestle::model
