#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "systems/workflow_set.h"

namespace trestle::hotel {

// The number, or 0.
double Decimal(const Item& item, std::string_view name);
// Amounts are counted in hundredths.
std::int64_t Hundredths(const Item& item, std::string_view name);
AttributeValue Amount(std::int64_t hundredths);
// How far the place of a property is from Greenwich, by its longitude: its day begins there.
Duration OffsetOf(const Item& property);
// The date where the clocks differ so much from Greenwich.
std::string Today(const Workplace& workplace, Duration offset);

// What the property adds to an amount.
std::int64_t TaxesOn(const Item& property, std::int64_t amount);

// The nights from check-in to the day before check-out, and who comes.
struct Stay {
  std::vector<std::string> nights;
  std::int64_t guests = 1;
  std::int64_t children = 0;  // among the guests
  std::int64_t rooms = 1;
};
// Refuses dates that are past everywhere, backwards or too far apart, and children alone.
Result<Stay> StayOf(const Workplace& workplace, const Item& arguments);

// A room type that is free on every night.
struct Offer {
  EntityItem room;
  std::vector<std::int64_t> prices;  // of one room, for each night
  std::int64_t total = 0;            // of all rooms, without taxes
};
// For all guests, and for so many adults and so many children where the room type says.
bool IsLargeEnough(const EntityItem& room, const Stay& stay);
// Refuses where the room is too small, a night is missing or full, or the stay too short or too
// long.
Result<Offer> OfferOf(const Workplace& workplace, const EntityItem& room, const Stay& stay);

// What the call gives, but for these, as attributes: starRating is StarRating of an entity.
Item AttributesOf(const Item& arguments, std::initializer_list<std::string_view> but_for);
// The property that the call names, of the user that it names.
Result<EntityItem> OwnProperty(const Workplace& workplace, const Item& arguments);
// Whoever is not known may not, either.
Status CheckModerator(const Workplace& workplace, const Item& arguments);

// ---- The workflows ----

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ChangeProfile(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ListProperty(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ChangeProperty(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ListRoom(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ChangeRoom(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> AddPicture(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> RemovePicture(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> SetNights(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Quote(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Book(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Confirm(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Cancel(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Complete(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Review(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Moderate(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ApproveProperty(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> RejectProperty(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Feature(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> MakePromo(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> ChangePromo(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> NameAmenity(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> FindHelpful(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Respond(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Wish(const Workplace& workplace, const WorkflowCall& call);

}  // namespace trestle::hotel
