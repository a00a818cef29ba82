// How a migration holds its two tables against each other while both may change.
#include <algorithm>
#include <set>
#include <utility>

#include "migration/messages.h"
#include "migration/migration.h"

namespace trestle::migration {
namespace {

constexpr int kLooks = 8;  // at an item that differs: it may be changing
constexpr std::int64_t kComparedAtOnce = 50;

// The first attribute that is not the same.
std::string WhatDiffers(const Item& wanted, const Item& there) {
  for (const auto& attribute : wanted) {
    const AttributeValue* value = there.Find(attribute.name);
    if (value == nullptr) return attribute.name + " is missing";
    if (*value != attribute.value) return attribute.name + " differs";
  }
  for (const auto& attribute : there) {
    if (!wanted.Contains(attribute.name)) return attribute.name + " is not in the source";
  }
  return "it differs";
}

}  // namespace

// Holds what the source has under these keys against what the target has; those that do not agree
// are added to `differing`, and told if they are to be reported.
Status Migration::CompareKeys(const std::vector<Item>& source_keys, std::vector<Item>& differing,
                              bool report, Comparison& comparison) {
  TRESTLE_TRY(const auto sources, Get(mapping_.source(), source_keys));
  TRESTLE_TRY(auto targets, TargetsFor(source_keys));
  for (std::size_t place = 0; place < source_keys.size(); ++place) {
    const Item& key = source_keys[place];
    std::vector<Item>& there = targets[place];
    std::erase_if(there, [&](const Item& item) { return !mapping_.IsOfMigration(item); });
    const auto source = sources.find(KeyBytes(key));
    Result<std::optional<Item>> wanted = std::optional<Item>();
    if (source != sources.end()) wanted = mapping_.Forward(source->second, there, clock_.Now());
    std::string what;
    if (!wanted) {
      what = wanted.error().message;
    } else if (!*wanted) {
      if (!there.empty()) what = "it is in " + mapping_.target() + " and should not be";
    } else if (there.empty()) {
      what = "it is not in " + mapping_.target();
    } else if (there.size() > 1) {
      what = "it is in " + mapping_.target() + " more than once";
    } else if (!mapping_.Equivalent(**wanted, there.front())) {
      what = WhatDiffers(**wanted, there.front());
    }
    if (what.empty()) continue;
    differing.push_back(key);
    if (!report) continue;
    ++comparison.differing;
    options_.on_difference({.table = mapping_.source(), .key = key, .what = what});
  }
  return {};
}

Result<Comparison> Migration::Verify() {
  TRESTLE_RETURN_IF_ERROR(GoOn());
  const Phase phase = journal_.state().phase;
  if (phase != Phase::kFollowing && phase != Phase::kSwitched) {
    return messages::WrongPhase("verify", NameOf(phase));
  }
  TRESTLE_RETURN_IF_ERROR(CatchUp());
  return Compare();
}

Result<Comparison> Migration::Compare() {
  Comparison comparison;
  std::vector<Item> changed;  // keys of whichever table is followed
  followed_ = &changed;
  struct Reset {
    std::vector<Item>*& pointer;
    ~Reset() { pointer = nullptr; }
  } const reset{followed_};

  std::vector<Item> suspects;
  std::set<std::string> expected;  // keys in the target
  ScanRequest request;
  request.table_name = mapping_.source();
  request.consistent_read = true;
  request.limit = kComparedAtOnce;
  do {
    TRESTLE_RETURN_IF_ERROR(CheckStopped());
    TRESTLE_TRY(const PageResponse page, database_.Scan(request));
    std::vector<Item> keys;
    for (const EncodedItemView stored : page.items) {
      TRESTLE_TRY(const Item item, stored.Decode());
      keys.push_back(mapping_.SourceKeyOf(item));
      const auto made = mapping_.Forward(item, {}, clock_.Now());
      if (made && !*made) ++comparison.left_out;
      if (!made || !*made) continue;
      if (expected.insert(KeyBytes(mapping_.TargetKeyOf(**made))).second) continue;
      ++comparison.differing;
      options_.on_difference({.table = mapping_.source(),
                              .key = keys.back(),
                              .what = "another item has the same key in " + mapping_.target()});
    }
    comparison.compared += static_cast<std::int64_t>(keys.size());
    TRESTLE_RETURN_IF_ERROR(CompareKeys(keys, suspects, false, comparison));
    TRESTLE_RETURN_IF_ERROR(FollowRound());
    options_.on_progress(journal_.state(), comparison.compared, expected_);
    request.exclusive_start_key.reset();
    if (page.last_evaluated_key) request.exclusive_start_key = *page.last_evaluated_key;
  } while (request.exclusive_start_key);

  // What is in the target and in no item of the source. One that has come since is known by its
  // change.
  std::vector<std::pair<Item, std::optional<Item>>> extras;  // its key, and the source's
  request = {};
  request.table_name = mapping_.target();
  request.consistent_read = true;
  do {
    TRESTLE_RETURN_IF_ERROR(CheckStopped());
    TRESTLE_TRY(const PageResponse page, database_.Scan(request));
    for (const EncodedItemView stored : page.items) {
      TRESTLE_TRY(const Item item, stored.Decode());
      if (!mapping_.IsOfMigration(item)) continue;
      Item key = mapping_.TargetKeyOf(item);
      if (expected.contains(KeyBytes(key))) continue;
      std::optional<Item> source = mapping_.SourceKeyFor(item);
      if (source) suspects.push_back(*source);
      extras.emplace_back(std::move(key), std::move(source));
    }
    TRESTLE_RETURN_IF_ERROR(FollowRound());
    request.exclusive_start_key.reset();
    if (page.last_evaluated_key) request.exclusive_start_key = *page.last_evaluated_key;
  } while (request.exclusive_start_key);

  // An item that was changed between the two readings differs only until the change is carried
  // over.
  for (int look = 1; look <= kLooks && !suspects.empty(); ++look) {
    TRESTLE_RETURN_IF_ERROR(CatchUp());
    std::vector<Item> still;
    TRESTLE_RETURN_IF_ERROR(CompareKeys(suspects, still, look == kLooks, comparison));
    suspects = std::move(still);
  }
  // An item whose key in the source nobody can tell.
  std::set<std::string> came;
  for (const Item& key : changed) {
    for (const Item& target : mapping_.TargetKeysFor(key)) came.insert(KeyBytes(target));
    came.insert(KeyBytes(key));
  }
  for (const auto& [key, source] : extras) {
    if (source || came.contains(KeyBytes(key))) continue;
    ++comparison.differing;
    options_.on_difference(
        {.table = mapping_.target(), .key = key, .what = "it is not in " + mapping_.source()});
  }
  return comparison;
}

}  // namespace trestle::migration
