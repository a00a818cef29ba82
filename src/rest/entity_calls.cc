#include <charconv>
#include <utility>

#include "json/plain_json.h"
#include "model/plain_value.h"
#include "repository/errors.h"
#include "rest/call.h"
#include "rest/messages.h"
#include "rest/representation.h"

// Endpoints of entities.
namespace trestle::rest {
namespace {

using repository::WriteConflict;

const model::Shape* ShapeOf(const model::Entity& entity, std::string_view name) {
  const model::Attribute* attribute = entity.FindAttribute(name);
  return attribute == nullptr ? nullptr : &attribute->shape;
}

// The parts of the key that the URL gives, in their stored form.
Result<Item> KeyOf(const Call& call) {
  const model::Entity& entity = *call.endpoint.entity;
  Item key;
  std::vector<model::FieldError> errors;
  const auto add = [&](std::string_view name, std::string_view text) {
    const model::Shape* shape = ShapeOf(entity, name);
    auto value = shape == nullptr
                     ? Result<AttributeValue>(AttributeValue::String(std::string(text)))
                     : model::FromText(*shape, text);
    if (value) {
      SetAt(key, name, *std::move(value));
    } else {
      errors.push_back({std::string(name), value.error().message});
    }
  };
  for (const QueryArgument& argument : call.query) {
    if (argument.name != "keys") add(argument.name, argument.value);
  }
  for (const PathArgument& argument : call.path) add(argument.name, argument.value);
  if (!errors.empty()) return messages::Bad(messages::BadPath(), std::move(errors));
  return key;
}

std::vector<std::string> IdParts(const Call& call) {
  return IdPartsOf(call.TableOf(*call.endpoint.entity), *call.endpoint.entity);
}

// What the body says of the key must be what the URL says.
Status CheckAgainstKey(const Call& call, const Item& key, const Item& body) {
  std::vector<model::FieldError> errors;
  for (const auto& [name, value] : key) {
    const AttributeValue* given = body.Find(name);
    if (given == nullptr) continue;
    const model::Shape* shape = ShapeOf(*call.endpoint.entity, name);
    const auto stored =
        shape == nullptr ? Result<AttributeValue>(*given) : model::FromPlain(*shape, *given);
    if (!stored || *stored != value) errors.push_back({name, messages::OtherInPath()});
  }
  if (!errors.empty()) return messages::Bad(messages::BadBody(), std::move(errors));
  return {};
}

void Merge(Item& values, const Item& key) {
  for (const auto& [name, value] : key) values.Set(name, value);
}

http::Response EntityResponse(const Call& call, int status, const Item& item, bool keys) {
  const model::Entity& entity = *call.endpoint.entity;
  const model::Table& table = call.TableOf(entity);
  std::string body;
  AppendItem({call.served.model(), table, &entity}, item, {.keys = keys}, body);
  http::Response response = JsonResponse(status, std::move(body), "no-cache");
  response.headers.Add("ETag", EntityTagOf(entity, item));
  if (status == 201) {
    const auto path = PathOf(table, entity, item);
    if (path) response.headers.Add("Location", call.served.root + *path);
  }
  return response;
}

std::optional<std::int64_t> VersionIn(std::string_view tag) {
  std::int64_t version = 0;
  const auto [end, error] = std::from_chars(tag.data(), tag.data() + tag.size(), version);
  if (error != std::errc() || end != tag.data() + tag.size()) return std::nullopt;
  return version;
}

std::optional<std::int64_t> VersionOf(const model::Entity& entity, const Item& item) {
  const AttributeValue* value = entity.version.empty() ? nullptr : item.Find(entity.version);
  const Number* number = value == nullptr ? nullptr : value->As<Number>();
  return number == nullptr ? std::nullopt : VersionIn(number->ToString());
}

// The version that If-Match asks for; none where it asks for nothing.
Result<repository::WriteOptions> Expected(const Call& call, const Item& key) {
  repository::WriteOptions options;
  const auto header = call.request.Find("If-Match");
  if (!header) return options;
  const model::Entity& entity = *call.endpoint.entity;
  const EntityTags tags = EntityTags::Parse(*header);
  if (!tags.any && entity.version.empty()) {
    return messages::PreconditionFailed(messages::NoVersion());
  }
  if (!tags.any && tags.tags.size() == 1 && !tags.tags[0].weak) {
    options.version = VersionIn(tags.tags[0].text);
    if (!options.version) return messages::PreconditionFailed(messages::NoneMatches());
    return options;
  }
  // One of several, or whatever there is: what is there now, and it must stay that.
  TRESTLE_TRY(const repository::FoundEntity current, call.served.repository.Get(entity.name, key));
  if (!current.found) return messages::PreconditionFailed(messages::NoneMatches());
  options.version = VersionOf(entity, current.found->item);
  if (tags.any) return options;
  for (const EntityTags::Tag& tag : tags.tags) {
    if (!tag.weak && options.version && VersionIn(tag.text) == options.version) return options;
  }
  return messages::PreconditionFailed(messages::NoneMatches());
}

bool IsConflict(const Error& error, WriteConflict::Kind kind) {
  const auto* conflict = dynamic_cast<const WriteConflict*>(error.detail.get());
  return conflict != nullptr && conflict->kind == kind;
}

}  // namespace

Result<http::Response> CreateEntity(const Call& call) {
  TRESTLE_RETURN_IF_ERROR(CheckQuery(call, {}));
  TRESTLE_TRY(const bool keys, ShowsKeys(call));
  TRESTLE_TRY(Item values, BodyOf(call, false));
  TRESTLE_TRY(const Item key, KeyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckAgainstKey(call, key, values));
  Merge(values, key);
  TRESTLE_TRY(const repository::Written made,
              call.served.repository.Create(call.endpoint.entity->name, std::move(values)));
  return EntityResponse(call, 201, made.written.item, keys);
}

Result<http::Response> GetEntity(const Call& call) {
  const model::Entity& entity = *call.endpoint.entity;
  TRESTLE_RETURN_IF_ERROR(CheckQuery(call, IdParts(call)));
  TRESTLE_TRY(const bool keys, ShowsKeys(call));
  TRESTLE_TRY(const Item key, KeyOf(call));
  TRESTLE_TRY(const repository::FoundEntity answer, call.served.repository.Get(entity.name, key));
  if (!answer.found) return messages::NoItem(entity.name);
  http::Response response = EntityResponse(call, 200, answer.found->item, keys);
  if (const auto header = call.request.Find("If-None-Match")) {
    const EntityTags known = EntityTags::Parse(*header);
    if (known.any || known.Contain(EntityTagOf(entity, answer.found->item))) {
      response.status = 304;
      response.body.clear();
    }
  }
  return response;
}

Result<http::Response> PutEntity(const Call& call) {
  const model::Entity& entity = *call.endpoint.entity;
  const repository::Repository& repository = call.served.repository;
  TRESTLE_RETURN_IF_ERROR(CheckQuery(call, IdParts(call)));
  TRESTLE_TRY(const bool keys, ShowsKeys(call));
  TRESTLE_TRY(Item values, BodyOf(call, false));
  TRESTLE_TRY(const Item key, KeyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckAgainstKey(call, key, values));
  Merge(values, key);
  const auto none = call.request.Find("If-None-Match");
  if (none && EntityTags::Parse(*none).any) {
    TRESTLE_TRY(const repository::Written made, repository.Create(entity.name, std::move(values)));
    return EntityResponse(call, 201, made.written.item, keys);
  }
  TRESTLE_TRY(const repository::WriteOptions expected, Expected(call, values));
  if (!call.request.Find("If-Match")) {
    const auto before = repository.Get(entity.name, values);
    if (before && !before->found) {
      auto made = repository.Create(entity.name, values);
      if (made) return EntityResponse(call, 201, made->written.item, keys);
      // Somebody was faster: then it is replaced.
      if (!IsConflict(made.error(), WriteConflict::Kind::kExists)) {
        return tl::unexpected(std::move(made).error());
      }
    }
  }
  TRESTLE_TRY(const repository::Written written,
              repository.Put(entity.name, std::move(values), expected));
  return EntityResponse(call, 200, written.written.item, keys);
}

Result<http::Response> UpdateEntity(const Call& call) {
  const model::Entity& entity = *call.endpoint.entity;
  TRESTLE_RETURN_IF_ERROR(CheckQuery(call, IdParts(call)));
  TRESTLE_TRY(const bool keys, ShowsKeys(call));
  TRESTLE_TRY(Item changes, BodyOf(call, false));
  TRESTLE_TRY(const Item key, KeyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckAgainstKey(call, key, changes));
  for (const auto& [name, value] : key) changes.Erase(name);
  TRESTLE_TRY(const repository::WriteOptions expected, Expected(call, key));
  TRESTLE_TRY(const repository::Written written,
              call.served.repository.Update(entity.name, key, std::move(changes), expected));
  return EntityResponse(call, 200, written.written.item, keys);
}

Result<http::Response> DeleteEntity(const Call& call) {
  TRESTLE_RETURN_IF_ERROR(CheckQuery(call, IdParts(call)));
  TRESTLE_TRY(const Item key, KeyOf(call));
  TRESTLE_TRY(const repository::WriteOptions expected, Expected(call, key));
  TRESTLE_RETURN_IF_ERROR(call.served.repository.Delete(call.endpoint.entity->name, key, expected));
  http::Response response{.status = 204};
  response.headers.Add("Cache-Control", "no-store");
  return response;
}

}  // namespace trestle::rest
