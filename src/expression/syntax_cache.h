#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/result.h"

namespace trestle {

// Remembers what texts were parsed to, within two generations of bounded size: when the young one
// is full it becomes the old one, and what is asked for again moves back. Not safe to share between
// threads: each has its own, so a request never waits for another.
template <class Syntax>
class SyntaxCache {
 public:
  // Shared by the cache and everything bound to the syntax.
  using Entry = std::shared_ptr<const Syntax>;
  static constexpr std::size_t kGeneration = 512;              // entries
  static constexpr std::size_t kGenerationBytes = 256 * 1024;  // of text; trees grow with it

  Entry Find(std::string_view text) {
    if (const auto found = young_.find(text); found != young_.end()) return found->second;
    const auto found = old_.find(text);
    if (found == old_.end()) return nullptr;
    Entry entry = std::move(found->second);
    old_.erase(found);
    Insert(text, entry);
    return entry;
  }

  void Insert(std::string_view text, Entry entry) {
    if (young_.size() >= kGeneration || young_bytes_ + text.size() > kGenerationBytes) {
      old_ = std::move(young_);
      young_.clear();
      young_bytes_ = 0;
    }
    young_bytes_ += text.size();
    young_.insert_or_assign(std::string(text), std::move(entry));
  }

  std::size_t size() const { return young_.size() + old_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Map = std::unordered_map<std::string, Entry, Hash, std::equal_to<>>;
  Map young_;
  std::size_t young_bytes_ = 0;
  Map old_;
};

// The syntax of `text` from this thread's cache, or else from `parse`, which returns a
// Result<Syntax>. Errors are not remembered.
template <class Syntax, class Parse>
auto CachedSyntax(std::string_view text, Parse parse) -> Result<std::shared_ptr<const Syntax>> {
  thread_local SyntaxCache<Syntax> cache;
  if (std::shared_ptr<const Syntax> entry = cache.Find(text)) return entry;
  TRESTLE_TRY(Syntax syntax, parse());
  auto entry = std::make_shared<const Syntax>(std::move(syntax));
  cache.Insert(text, entry);
  return std::shared_ptr<const Syntax>(std::move(entry));
}

}  // namespace trestle
