#include "storage/cache_admission.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(CacheAdmissionTest, AdmitsAboutOneReadIn32) {
  int admitted = 0;
  for (int read = 0; read < 32'000; ++read) admitted += IsAdmittedToCache() ? 1 : 0;
  EXPECT_GT(admitted, 800);
  EXPECT_LT(admitted, 1200);
}

// A client that repeats a handful of reads must find each of them in the cache in the end.
TEST(CacheAdmissionTest, LeavesOutNoPlaceOfARepeatedRow) {
  for (int place = 0; place < 8; ++place) {
    bool admitted = false;
    for (int lap = 0; lap < 1000; ++lap) {
      for (int read = 0; read < 8; ++read) admitted |= IsAdmittedToCache() && read == place;
    }
    EXPECT_TRUE(admitted) << place;
  }
}

}  // namespace
}  // namespace trestle
