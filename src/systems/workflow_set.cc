#include "systems/workflow_set.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "auth/sha256.h"
#include "base/check.h"
#include "model/generated.h"
#include "systems/messages.h"

namespace trestle {

Result<WorkflowAnswer> WorkflowSet::Run(std::string_view name, const WorkflowCall& call) {
  const auto found = codes_.find(name);
  if (found == codes_.end()) return messages::NoWorkflow(name);
  return found->second(workplace_, call);
}

std::string_view Text(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  const std::string* const text = value == nullptr ? nullptr : value->As<std::string>();
  return text == nullptr ? std::string_view() : *text;
}

std::int64_t Whole(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  const Number* const number = value == nullptr ? nullptr : value->As<Number>();
  if (number == nullptr) return 0;
  const std::string text = number->ToString();
  std::int64_t whole = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (parsed.ec != std::errc::result_out_of_range) return whole;
  using Limits = std::numeric_limits<std::int64_t>;
  return text.starts_with('-') ? Limits::min() : Limits::max();
}

Item Some(const Item& item, std::initializer_list<std::string_view> names) {
  Item some;
  for (const std::string_view name : names) {
    if (const AttributeValue* const value = item.Find(name)) some.Set(std::string(name), *value);
  }
  return some;
}

AttributeValue TextValue(std::string_view text) {
  return AttributeValue::String(std::string(text));
}

AttributeValue LowerCaseValue(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return AttributeValue::String(std::move(lower));
}

std::string NewId(const Workplace& workplace, const WorkflowCall& call, std::string_view what) {
  if (call.idempotency_key) {
    return Hex(HmacSha256(*call.idempotency_key, what)).substr(0, 26);
  }
  const AttributeValue made = model::Made(model::Generated::kUlid, nullptr, workplace.clock.Now());
  return *made.As<std::string>();
}

Result<EntityItem> Existing(const Workplace& workplace, std::string_view entity, const Item& key) {
  TRESTLE_TRY(repository::FoundEntity found, workplace.repository->Get(entity, key));
  if (found.found) return *std::move(found.found);
  std::string id;
  for (const Attribute& part : key) {
    if (!id.empty()) id += '/';
    id += Text(key, part.name);
  }
  return messages::NoEntity(entity, id);
}

Result<std::vector<EntityItem>> All(const Workplace& workplace, std::string_view pattern,
                                    const Item& arguments) {
  std::vector<EntityItem> all;
  repository::PageOptions options;
  do {
    TRESTLE_TRY(repository::Page page, workplace.repository->Run(pattern, arguments, options));
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      TRESTLE_TRY(Item item, page.items[i].Decode());
      all.push_back({.entity = page.EntityOf(i), .item = std::move(item)});
    }
    options.cursor = std::move(page.cursor);
  } while (options.cursor);
  return all;
}

const EntityItem& Of(const repository::TransactionAnswer& answer, std::string_view entity) {
  for (const EntityItem& item : answer.items) {
    if (item.entity->name == entity) return item;
  }
  TRESTLE_CHECK(false);  // the model's transaction writes it
}

Result<WorkflowAnswer> SignedUp(const Workplace& workplace, const WorkflowCall& call,
                                std::string_view transaction) {
  Item arguments = call.arguments;
  arguments.Set("email", LowerCaseValue(Text(arguments, "email")));
  const auto made = workplace.repository->Transact(transaction, arguments, call.idempotency_key);
  if (!made) return tl::unexpected(made.error());
  return WorkflowAnswer{
      .status = 201, .entities = {{"user", Of(*made, "User")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> ProfileChanged(const Workplace& workplace, const WorkflowCall& call,
                                      ProfileChange change) {
  if (change.changes.empty()) return messages::NothingToChange();
  if (change.changes.Contains(change.email)) {
    change.changes.Set(std::string(change.email),
                       LowerCaseValue(Text(change.changes, change.email)));
  }
  repository::WriteOptions options;
  if (call.arguments.Contains("version")) options.version = Whole(call.arguments, "version");
  auto changed =
      workplace.repository->Update("User", change.key, std::move(change.changes), options);
  if (!changed) {
    return NotThere(changed.error(), "User", Text(change.key, change.key.begin()->name));
  }
  return WorkflowAnswer{.entities = {{"user", std::move(changed->written)}}};
}

tl::unexpected<Error> NotThere(const Error& error, std::string_view entity, std::string_view id) {
  const repository::WriteConflict* const conflict = ConflictOf(error);
  const bool missing =
      conflict != nullptr && conflict->kind == repository::WriteConflict::Kind::kMissing;
  return missing ? messages::NoEntity(entity, id) : tl::unexpected(error);
}

const repository::WriteConflict* ConflictOf(const Error& error) {
  return dynamic_cast<const repository::WriteConflict*>(error.detail.get());
}

}  // namespace trestle
