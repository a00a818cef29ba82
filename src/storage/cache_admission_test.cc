#include "storage/cache_admission.h"

#include <gtest/gtest.h>

#include <string>

#include "storage/rocks_options.h"

namespace trestle {
namespace {

constexpr std::size_t kCapacity = 1 << 20;
constexpr int kUntilItHasLooked = 30'000;

// A cache that holds so many bytes.
std::shared_ptr<rocksdb::Cache> CacheWith(std::size_t bytes) {
  std::shared_ptr<rocksdb::Cache> cache = NewRocksCache(kCapacity);
  constexpr std::size_t kBlock = 1 << 10;
  for (std::size_t block = 0; block < bytes / kBlock; ++block) {
    EXPECT_TRUE(
        cache->Insert(std::to_string(block), nullptr, kBlock, [](const rocksdb::Slice&, void*) {})
            .ok());
  }
  return cache;
}

int AdmittedOf(int reads, CacheAdmission& admission) {
  int admitted = 0;
  for (int read = 0; read < reads; ++read) admitted += admission.Admits() ? 1 : 0;
  return admitted;
}

TEST(CacheAdmissionTest, ACacheWithRoomTakesEverything) {
  CacheAdmission admission(CacheWith(kCapacity / 2));
  EXPECT_EQ(AdmittedOf(1000, admission), 1000);
}

TEST(CacheAdmissionTest, AFullOneTakesAboutOneReadIn32) {
  CacheAdmission admission(CacheWith(2 * kCapacity));
  AdmittedOf(kUntilItHasLooked, admission);
  const int admitted = AdmittedOf(32'000, admission);
  EXPECT_GT(admitted, 800);
  EXPECT_LT(admitted, 1200);
}

TEST(CacheAdmissionTest, NoticesThatThereIsRoomAgain) {
  const std::shared_ptr<rocksdb::Cache> cache = CacheWith(2 * kCapacity);
  CacheAdmission admission(cache);
  AdmittedOf(kUntilItHasLooked, admission);
  cache->EraseUnRefEntries();
  AdmittedOf(kUntilItHasLooked, admission);
  EXPECT_EQ(AdmittedOf(1000, admission), 1000);
}

// A client that repeats a handful of reads must find each of them in the cache in the end.
TEST(CacheAdmissionTest, LeavesOutNoPlaceOfARepeatedRow) {
  CacheAdmission admission(CacheWith(2 * kCapacity));
  AdmittedOf(kUntilItHasLooked, admission);
  for (int place = 0; place < 8; ++place) {
    bool admitted = false;
    for (int lap = 0; lap < 1000; ++lap) {
      for (int read = 0; read < 8; ++read) admitted |= admission.Admits() && read == place;
    }
    EXPECT_TRUE(admitted) << place;
  }
}

}  // namespace
}  // namespace trestle
