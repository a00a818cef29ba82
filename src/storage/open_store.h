#pragma once

#include "storage/rocks_options.h"
#include "storage/store.h"

namespace rocksdb {
class Env;
}

namespace trestle {

// Where and how a store keeps its files; tests put a faulty disk or a small write buffer here.
struct StoreGround {
  rocksdb::Env* env = nullptr;  // outlives the store and its views; the machine's own if absent
  std::size_t write_buffer_bytes = RocksTuning{}.write_buffer_bytes;
};

Result<std::unique_ptr<Store>> OpenStoreOn(const StoreGround& ground, const StoreOptions& options);

}  // namespace trestle
