#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace trestle {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "trestle: check failed: %s at %s:%d\n", condition, file, line);
  std::abort();
}

}  // namespace trestle
