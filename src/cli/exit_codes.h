#pragma once

namespace trestle {

// What the program exits with: 0 is success.
inline constexpr int kFailed = 1;      // or a model has findings
inline constexpr int kWrongUsage = 2;  // flags, or a file that cannot be read

}  // namespace trestle
