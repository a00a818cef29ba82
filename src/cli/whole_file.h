#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

// Replaces the file by one that holds these bytes: whole and on disk, or not at all, whenever the
// process or the machine stops.
Status WriteWholeFile(const std::string& path, std::string_view bytes);
Result<std::string> ReadWholeFile(const std::string& path);

// Files that are being written end so; one that was left behind is of no use.
inline constexpr std::string_view kUnfinishedSuffix = ".unfinished";

}  // namespace trestle
