#pragma once

#include <memory>
#include <string>

#include "base/clock.h"

// --clock=system, --clock=manual or --clock=manual:INSTANT.
namespace trestle {

// What is wrong with the text of the option, for the user; empty if nothing is.
std::string ClockMistake(const std::string& text);
// The clock that the option asks for; null for the system's.
std::unique_ptr<ManualClock> ManualClockOf(const std::string& text);

}  // namespace trestle
