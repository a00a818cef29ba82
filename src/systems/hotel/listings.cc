#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// What owners say of their properties, room types and pictures.
namespace trestle::hotel {
namespace {

using ConflictKind = repository::WriteConflict::Kind;

const AttributeValue* Member(const Item& arguments, std::string_view map, std::string_view name) {
  const AttributeValue* const value = arguments.Find(map);
  const AttributeMap* const members = value == nullptr ? nullptr : value->As<AttributeMap>();
  return members == nullptr ? nullptr : members->Find(name);
}

// A property is found by its city and its country.
Status CheckAddress(const Item& arguments) {
  if (!arguments.Contains("address")) return {};
  for (const std::string_view name : {"City", "Country"}) {
    const AttributeValue* const value = Member(arguments, "address", name);
    const std::string* const text = value == nullptr ? nullptr : value->As<std::string>();
    if (text == nullptr || text->empty()) {
      return messages::BadField("address", "must have a " + std::string(name));
    }
  }
  return {};
}

// And by its lowest price.
Status CheckPriceRange(const Item& arguments) {
  if (!arguments.Contains("priceRange")) return {};
  const Number zero = Number::FromInteger(0);
  const Number* least = &zero;
  for (const std::string_view name : {"Min", "Max"}) {
    const AttributeValue* const value = Member(arguments, "priceRange", name);
    if (value == nullptr && name == "Max") continue;
    const Number* const price = value == nullptr ? nullptr : value->As<Number>();
    if (price == nullptr || *price < *least || *price > Number::FromInteger(9'999'999)) {
      return messages::BadField("priceRange",
                                "must have a Min from 0 to 9999999, and a Max that is not less");
    }
    least = price;
  }
  return {};
}

// Amenities are those of the catalogue, so that guests find them.
Status CheckAmenities(const Workplace& workplace, const Item& arguments) {
  const AttributeValue* const given = arguments.Find("amenityList");
  if (given == nullptr) return {};
  TRESTLE_TRY(const std::vector<EntityItem> catalogue, All(workplace, "Amenities", {}));
  std::set<std::string_view> known;
  for (const EntityItem& amenity : catalogue) known.insert(Text(amenity.item, "AmenityId"));
  for (const AttributeValue& amenity : *given->As<List>()) {
    const std::string* const name = amenity.As<std::string>();
    if (name == nullptr || !known.contains(*name)) {
      return messages::BadField("amenityList", "may hold amenities of the catalogue only");
    }
  }
  return {};
}

Status CheckProperty(const Workplace& workplace, const Item& arguments) {
  TRESTLE_RETURN_IF_ERROR(CheckAddress(arguments));
  TRESTLE_RETURN_IF_ERROR(CheckPriceRange(arguments));
  return CheckAmenities(workplace, arguments);
}

// Why the user may not add to what is theirs: there is no such property, or it is another's.
Result<repository::TransactionAnswer> AddedToOwn(const Workplace& workplace,
                                                 std::string_view transaction,
                                                 const Item& arguments,
                                                 const std::optional<std::string>& key) {
  auto added = workplace.repository->Transact(transaction, arguments, key);
  if (added || ConflictOf(added.error()) == nullptr) return added;
  TRESTLE_RETURN_IF_ERROR(OwnProperty(workplace, arguments));
  return added;
}

Result<WorkflowAnswer> Changed(const Workplace& workplace, const WorkflowCall& call,
                               std::string_view entity, const Item& key) {
  TRESTLE_RETURN_IF_ERROR(OwnProperty(workplace, call.arguments));
  Item changes = AttributesOf(call.arguments, {"propertyId", "roomTypeId", "userId", "version"});
  if (changes.empty()) return messages::NothingToChange();
  repository::WriteOptions options;
  if (call.arguments.Contains("version")) options.version = Whole(call.arguments, "version");
  auto changed = workplace.repository->Update(entity, key, std::move(changes), options);
  if (!changed) {
    const bool room = call.arguments.Contains("roomTypeId");
    return NotThere(changed.error(), entity,
                    Text(call.arguments, room ? "roomTypeId" : "propertyId"));
  }
  return WorkflowAnswer{
      .entities = {{entity == "Property" ? "property" : "room", std::move(changed->written)}}};
}

}  // namespace

Item AttributesOf(const Item& arguments, std::initializer_list<std::string_view> but_for) {
  Item attributes;
  for (const Attribute& argument : arguments) {
    if (std::ranges::find(but_for, argument.name) != but_for.end()) continue;
    std::string name(argument.name);
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    attributes.Set(std::move(name), argument.value);
  }
  return attributes;
}

Result<EntityItem> OwnProperty(const Workplace& workplace, const Item& arguments) {
  const std::string_view user = Text(arguments, "userId");
  TRESTLE_TRY(EntityItem property,
              Existing(workplace, "Property", {{"PropertyId", *arguments.Find("propertyId")}}));
  if (Text(property.item, "OwnerId") != user) return messages::NotTheOwner(user);
  return property;
}

Result<WorkflowAnswer> ListProperty(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckProperty(workplace, call.arguments));
  const auto made =
      workplace.repository->Transact("AddProperty", call.arguments, call.idempotency_key);
  if (!made) {
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    if (conflict == nullptr || conflict->step != 0) return tl::unexpected(made.error());
    const std::string_view user = Text(call.arguments, "userId");
    TRESTLE_RETURN_IF_ERROR(Existing(workplace, "User", {{"UserId", TextValue(user)}}));
    return messages::NotAnOwner(user);
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"property", Of(*made, "Property")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> ChangeProperty(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckProperty(workplace, call.arguments));
  return Changed(workplace, call, "Property", {{"PropertyId", *call.arguments.Find("propertyId")}});
}

Result<WorkflowAnswer> ListRoom(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const repository::TransactionAnswer made,
              AddedToOwn(workplace, "AddRoomType", call.arguments, call.idempotency_key));
  return WorkflowAnswer{
      .status = 201, .entities = {{"room", Of(made, "RoomType")}}, .repeated = made.repeated};
}

Result<WorkflowAnswer> ChangeRoom(const Workplace& workplace, const WorkflowCall& call) {
  return Changed(workplace, call, "RoomType",
                 {{"PropertyId", *call.arguments.Find("propertyId")},
                  {"RoomTypeId", *call.arguments.Find("roomTypeId")}});
}

Result<WorkflowAnswer> AddPicture(const Workplace& workplace, const WorkflowCall& call) {
  Item arguments = call.arguments;
  if (*arguments.Find("isPrimary") == AttributeValue::Of(true)) {
    arguments.Set("primaryImageUrl", *arguments.Find("url"));
  }
  TRESTLE_TRY(const repository::TransactionAnswer made,
              AddedToOwn(workplace, "AddImage", arguments, call.idempotency_key));
  return WorkflowAnswer{
      .status = 201,
      .entities = {{"image", Of(made, "PropertyImage")}, {"property", Of(made, "Property")}},
      .repeated = made.repeated};
}

Result<WorkflowAnswer> RemovePicture(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(EntityItem property, OwnProperty(workplace, call.arguments));
  const std::string_view image = Text(call.arguments, "imageId");
  // Pictures that came in bulk may not have been counted.
  if (Whole(property.item, "ImageCount") == 0) {
    const auto gone = workplace.repository->Delete(
        "PropertyImage",
        {{"PropertyId", *property.item.Find("PropertyId")}, {"ImageId", TextValue(image)}});
    if (!gone) return NotThere(gone.error(), "PropertyImage", image);
    return WorkflowAnswer{.entities = {{"property", std::move(property)}}};
  }
  const auto gone = workplace.repository->Transact("DropImage", call.arguments);
  if (!gone) return NotThere(gone.error(), "PropertyImage", image);
  return WorkflowAnswer{.entities = {{"property", Of(*gone, "Property")}}};
}

}  // namespace trestle::hotel
