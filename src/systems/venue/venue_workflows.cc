#include "systems/venue/venue_workflows.h"

#include <array>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/time_text.h"
#include "systems/messages.h"
#include "systems/venue/messages.h"

namespace trestle::venue {
namespace {

constexpr std::string_view kFullDay = "FULLDAY";
constexpr std::array<std::string_view, 2> kHalves = {"MORNING", "AFTERNOON"};
constexpr int kMostDays = 366;  // of one look at the calendar

// The transaction for half a day, or the one for a whole day, with its arguments.
Result<repository::TransactionAnswer> TransactOnDay(const Workplace& workplace,
                                                    std::string_view name,
                                                    std::string_view time_slot, Item arguments,
                                                    std::optional<std::string> key = {}) {
  if (time_slot != kFullDay) arguments.Set("half", TextValue(time_slot));
  const std::string transaction =
      std::string(name) + (time_slot == kFullDay ? "FullDay" : "HalfDay");
  return workplace.repository->Transact(transaction, arguments, std::move(key));
}

Status CheckNotPast(const Workplace& workplace, std::string_view date) {
  const std::string today = FormatInstant(workplace.clock.Now()).substr(0, 10);
  if (date < today) return messages::BadField("date", "is in the past");
  return {};
}

Status CheckAdmin(const Workplace& workplace, std::string_view user) {
  const Result<EntityItem> found = Existing(workplace, "User", {{"userId", TextValue(user)}});
  if (found && Text(found->item, "role") == "admin") return {};
  if (!found && found.error().code != ErrorCode::kResourceNotFound) {
    return tl::unexpected(found.error());
  }
  return messages::NotAnAdmin(user);
}

// A transaction that found another state than the one that was read says which: what is stored is
// read again.
tl::unexpected<Error> NotPending(const Workplace& workplace, const Item& key, const Error& error) {
  if (ConflictOf(error) == nullptr) return tl::unexpected(error);
  const Result<EntityItem> booking = Existing(workplace, "Booking", key);
  if (!booking) return tl::unexpected(booking.error());
  return messages::BookingIs(Text(booking->item, "status"));
}

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call) {
  Item values = call.arguments;
  if (!values.Contains("userId")) {
    values.Set("userId", TextValue(NewId(workplace, call, "user")));
  }
  TRESTLE_TRY(repository::Written made, workplace.repository->Create("User", std::move(values)));
  return WorkflowAnswer{.status = 201, .entities = {{"user", std::move(made.written)}}};
}

Result<WorkflowAnswer> Request(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view date = Text(call.arguments, "date");
  const std::string_view time_slot = Text(call.arguments, "timeSlot");
  TRESTLE_RETURN_IF_ERROR(CheckNotPast(workplace, date));
  Item arguments = Some(call.arguments, {"userId", "date", "eventDescription", "attendees"});
  arguments.Set("bookingId", TextValue(NewId(workplace, call, "booking")));
  const auto made =
      TransactOnDay(workplace, "Request", time_slot, std::move(arguments), call.idempotency_key);
  if (!made) {
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    if (conflict == nullptr) return tl::unexpected(made.error());
    if (conflict->kind == repository::WriteConflict::Kind::kMissing) {
      return messages::NoEntity("User", Text(call.arguments, "userId"));
    }
    return messages::Taken(date, time_slot);
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"booking", Of(*made, "Booking")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> Approve(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  const Item key = Some(call.arguments, {"bookingId"});
  TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", key));
  Item arguments = Some(call.arguments, {"bookingId", "admin", "title"});
  for (const std::string_view name : {"userId", "date", "timeSlot"}) {
    arguments.Set(std::string(name), *booking.item.Find(name));
  }
  if (!arguments.Contains("title")) {
    const std::string_view described = Text(booking.item, "eventDescription");
    arguments.Set("title",
                  TextValue(described.empty() ? "Private event" : described.substr(0, 200)));
  }
  // The event of a booking has the booking's id: an approval that is repeated makes the same.
  arguments.Set("eventId", *booking.item.Find("bookingId"));
  const auto approved =
      workplace.repository->Transact("ApproveBooking", arguments, call.idempotency_key);
  if (!approved) return NotPending(workplace, key, approved.error());
  return WorkflowAnswer{
      .entities = {{"booking", Of(*approved, "Booking")}, {"event", Of(*approved, "Event")}},
      .repeated = approved->repeated};
}

Result<WorkflowAnswer> Reject(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  const Item key = Some(call.arguments, {"bookingId"});
  TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", key));
  Item arguments = Some(call.arguments, {"bookingId", "admin", "reason"});
  for (const std::string_view name : {"userId", "date"}) {
    arguments.Set(std::string(name), *booking.item.Find(name));
  }
  const auto rejected =
      TransactOnDay(workplace, "Reject", Text(booking.item, "timeSlot"), arguments);
  if (!rejected) return NotPending(workplace, key, rejected.error());
  return WorkflowAnswer{.entities = {{"booking", Of(*rejected, "Booking")}}};
}

Result<WorkflowAnswer> Cancel(const Workplace& workplace, const WorkflowCall& call) {
  const Item key = Some(call.arguments, {"bookingId"});
  const std::string_view user = Text(call.arguments, "userId");
  // Twice: somebody may approve it between the look and the cancellation.
  for (int attempt = 0;; ++attempt) {
    TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", key));
    if (Text(booking.item, "userId") != user) return messages::NotTheirBooking(user);
    const std::string_view status = Text(booking.item, "status");
    if (status != "pending" && status != "approved") return messages::BookingIs(status);
    Item arguments = Some(call.arguments, {"bookingId", "userId"});
    arguments.Set("date", *booking.item.Find("date"));
    const auto cancelled = TransactOnDay(workplace, status == "pending" ? "Withdraw" : "Cancel",
                                         Text(booking.item, "timeSlot"), std::move(arguments));
    if (cancelled) return WorkflowAnswer{.entities = {{"booking", Of(*cancelled, "Booking")}}};
    if (ConflictOf(cancelled.error()) == nullptr || attempt > 0) {
      return NotPending(workplace, key, cancelled.error());
    }
  }
}

Result<WorkflowAnswer> Schedule(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view date = Text(call.arguments, "date");
  const std::string_view time_slot = Text(call.arguments, "timeSlot");
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  TRESTLE_RETURN_IF_ERROR(CheckNotPast(workplace, date));
  Item arguments = Some(call.arguments, {"admin", "date", "eventType", "title"});
  arguments.Set("eventId", TextValue(NewId(workplace, call, "event")));
  const auto made =
      TransactOnDay(workplace, "Schedule", time_slot, std::move(arguments), call.idempotency_key);
  if (!made) {
    if (ConflictOf(made.error()) == nullptr) return tl::unexpected(made.error());
    return messages::Taken(date, time_slot);
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"event", Of(*made, "Event")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> Availability(const Workplace& workplace, const WorkflowCall& call) {
  const auto from = ParseInstant(Text(call.arguments, "from"));
  const auto to = ParseInstant(Text(call.arguments, "to"));
  if (*to < *from) return messages::BadField("to", "must not be before from");
  if (*to - *from >= std::chrono::days(kMostDays)) {
    return messages::BadField(
        "to", "must be less than " + std::to_string(kMostDays) + " days after from");
  }
  TRESTLE_TRY(const std::vector<EntityItem> taken, All(workplace, "TakenSlots", call.arguments));
  std::map<std::string, std::vector<std::string_view>, std::less<>> by_date;
  for (const EntityItem& slot : taken) {
    by_date[std::string(Text(slot.item, "date"))].push_back(Text(slot.item, "half"));
  }
  List days;
  for (TimePoint day = *from; day <= *to; day += std::chrono::days(1)) {
    const std::string date = FormatInstant(day).substr(0, 10);
    const std::vector<std::string_view>& halves = by_date[date];
    AttributeMap shown{{"date", TextValue(date)}};
    bool all_free = true;
    for (const std::string_view half : kHalves) {
      const bool free = std::ranges::find(halves, half) == halves.end();
      shown.Set(std::string(half), AttributeValue::Of(free));
      all_free = all_free && free;
    }
    shown.Set(std::string(kFullDay), AttributeValue::Of(all_free));
    days.push_back(AttributeValue::Of(std::move(shown)));
  }
  return WorkflowAnswer{
      .body = AttributeValue::Of(AttributeMap{{"days", AttributeValue::Of(std::move(days))}})};
}

}  // namespace

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace) {
  return std::make_unique<WorkflowSet>(
      std::move(workplace),
      std::initializer_list<WorkflowSet::Named>{{"SignUp", SignUp},
                                                {"Request", Request},
                                                {"Approve", Approve},
                                                {"Reject", Reject},
                                                {"Cancel", Cancel},
                                                {"Schedule", Schedule},
                                                {"Availability", Availability}});
}

}  // namespace trestle::venue
