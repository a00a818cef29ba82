#pragma once

namespace trestle {

// The `trestle` command. Returns the exit code: 0 done, 1 failed, 2 wrong usage.
int RunCommandLine(int argc, const char* const* argv);

}  // namespace trestle
