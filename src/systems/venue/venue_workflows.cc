#include "systems/venue/venue_workflows.h"

#include <algorithm>
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
constexpr int kMostTries = 5;                   // against others who change the same
constexpr int kMostDays = 366;                  // of one look at the calendar
constexpr std::size_t kMostTitleLetters = 200;  // as the model says

using Conflict = repository::WriteConflict;

// A transaction that others forestalled, who wrote to the same user, is made again with what is
// there then: it must not look as if the day were taken.
Result<repository::TransactionAnswer> Transacted(const Workplace& workplace,
                                                 std::string_view transaction,
                                                 const Item& arguments,
                                                 const std::optional<std::string>& key) {
  for (int tries = 1;; ++tries) {
    auto done = workplace.repository->Transact(transaction, arguments, key);
    const Conflict* const conflict = done ? nullptr : ConflictOf(done.error());
    const bool again = conflict != nullptr && conflict->kind == Conflict::Kind::kVersion;
    if (!again || tries == kMostTries) return done;
  }
}

// The transaction for half a day, or the one for a whole day, with its arguments.
Result<repository::TransactionAnswer> TransactOnDay(const Workplace& workplace,
                                                    std::string_view name,
                                                    std::string_view time_slot, Item arguments,
                                                    const std::optional<std::string>& key = {}) {
  if (time_slot != kFullDay) arguments.Set("half", TextValue(time_slot));
  const std::string transaction =
      std::string(name) + (time_slot == kFullDay ? "FullDay" : "HalfDay");
  return Transacted(workplace, transaction, arguments, key);
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

// Who asked for it, or an administrator.
Status CheckMayCancel(const Workplace& workplace, const Item& booking, std::string_view user) {
  if (Text(booking, "userId") == user) return {};
  Status admin = CheckAdmin(workplace, user);
  if (admin || admin.error().code != ErrorCode::kAccessDenied) return admin;
  return messages::NotTheirBooking(user);
}

// A transaction that found another state than the one that was read says which: what is stored is
// read again.
tl::unexpected<Error> NotPossible(const Workplace& workplace, const Item& key, const Error& error) {
  if (ConflictOf(error) == nullptr) return tl::unexpected(error);
  const Result<EntityItem> booking = Existing(workplace, "Booking", key);
  if (!booking) return tl::unexpected(booking.error());
  const std::string_view status = Text(booking->item, "status");
  if (status == "pending") return tl::unexpected(error);
  return messages::BookingIs(status);
}

// A title has less room than a description.
std::string_view FirstLetters(std::string_view text, std::size_t most) {
  std::size_t letters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    if (!continues && ++letters > most) return text.substr(0, i);
  }
  return text;
}

Result<EntityItem> ExistingEvent(const Workplace& workplace, const Item& arguments) {
  const Item key = Some(arguments, {"eventId"});
  TRESTLE_TRY(std::vector<EntityItem> found, All(workplace, "EventById", key));
  if (found.empty()) return messages::NoEntity("Event", Text(key, "eventId"));
  return std::move(found.front());
}

// The codes of an event that is no more open no door.
Status DropCodes(const Workplace& workplace, std::string_view event) {
  TRESTLE_TRY(const std::vector<EntityItem> codes,
              All(workplace, "P10", {{"eventId", TextValue(event)}}));
  for (const EntityItem& code : codes) {
    const auto dropped =
        workplace.repository->Delete("LockCode", Some(code.item, {"eventId", "codeId"}));
    if (!dropped && ConflictOf(dropped.error()) == nullptr) {
      return tl::unexpected(dropped.error());
    }
  }
  return {};
}

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call) {
  return SignedUp(workplace, call, "AddUser");
}

Result<WorkflowAnswer> ChangeProfile(const Workplace& workplace, const WorkflowCall& call) {
  return ProfileChanged(workplace, call,
                        {.key = Some(call.arguments, {"userId"}),
                         .changes = Some(call.arguments, {"email", "name", "phone"})});
}

Result<WorkflowAnswer> Request(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view date = Text(call.arguments, "date");
  const std::string_view time_slot = Text(call.arguments, "timeSlot");
  TRESTLE_RETURN_IF_ERROR(CheckNotPast(workplace, date));
  const auto made =
      TransactOnDay(workplace, "Request", time_slot,
                    Some(call.arguments, {"userId", "date", "eventDescription", "attendees"}),
                    call.idempotency_key);
  if (!made) {
    const Conflict* const conflict = ConflictOf(made.error());
    if (conflict == nullptr || conflict->kind == Conflict::Kind::kVersion) {
      return tl::unexpected(made.error());
    }
    if (conflict->kind == Conflict::Kind::kMissing) {
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
    const std::string_view described =
        FirstLetters(Text(booking.item, "eventDescription"), kMostTitleLetters);
    arguments.Set("title", TextValue(described.empty() ? "Private event" : described));
  }
  // The event of a booking has the booking's id: an approval that is repeated makes the same.
  arguments.Set("eventId", *booking.item.Find("bookingId"));
  const auto approved = Transacted(workplace, "ApproveBooking", arguments, call.idempotency_key);
  if (!approved) return NotPossible(workplace, key, approved.error());
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
  const auto rejected = TransactOnDay(workplace, "Reject", Text(booking.item, "timeSlot"),
                                      std::move(arguments), call.idempotency_key);
  if (!rejected) return NotPossible(workplace, key, rejected.error());
  return WorkflowAnswer{.entities = {{"booking", Of(*rejected, "Booking")}},
                        .repeated = rejected->repeated};
}

Result<WorkflowAnswer> Cancel(const Workplace& workplace, const WorkflowCall& call) {
  const Item key = Some(call.arguments, {"bookingId"});
  const std::string_view user = Text(call.arguments, "userId");
  TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", key));
  TRESTLE_RETURN_IF_ERROR(CheckMayCancel(workplace, booking.item, user));
  Item arguments = Some(booking.item, {"bookingId", "userId", "date"});
  arguments.Set("by", TextValue(user));
  const auto cancelled = TransactOnDay(workplace, "Cancel", Text(booking.item, "timeSlot"),
                                       std::move(arguments), call.idempotency_key);
  // Also where it was cancelled before: whoever did so may not have come to the codes.
  const bool is_over = cancelled || Text(booking.item, "status") == "cancelled";
  if (is_over && booking.item.Contains("eventId")) {
    TRESTLE_RETURN_IF_ERROR(DropCodes(workplace, Text(booking.item, "eventId")));
  }
  if (!cancelled) return NotPossible(workplace, key, cancelled.error());
  return WorkflowAnswer{.entities = {{"booking", Of(*cancelled, "Booking")}},
                        .repeated = cancelled->repeated};
}

Result<WorkflowAnswer> Schedule(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view date = Text(call.arguments, "date");
  const std::string_view time_slot = Text(call.arguments, "timeSlot");
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  TRESTLE_RETURN_IF_ERROR(CheckNotPast(workplace, date));
  const auto made = TransactOnDay(workplace, "Schedule", time_slot,
                                  Some(call.arguments, {"admin", "date", "eventType", "title"}),
                                  call.idempotency_key);
  if (!made) {
    if (ConflictOf(made.error()) == nullptr) return tl::unexpected(made.error());
    return messages::Taken(date, time_slot);
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"event", Of(*made, "Event")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> Unschedule(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  TRESTLE_TRY(EntityItem event, ExistingEvent(workplace, call.arguments));
  if (event.item.Contains("bookingId")) {
    return messages::EventOfBooking(Text(event.item, "bookingId"));
  }
  const auto gone = TransactOnDay(workplace, "Unschedule", Text(event.item, "timeSlot"),
                                  Some(event.item, {"eventId", "date"}));
  if (!gone) return tl::unexpected(gone.error());
  TRESTLE_RETURN_IF_ERROR(DropCodes(workplace, Text(event.item, "eventId")));
  return WorkflowAnswer{.entities = {{"event", std::move(event)}}};
}

Result<WorkflowAnswer> Pay(const Workplace& workplace, const WorkflowCall& call) {
  const auto paid =
      workplace.repository->Transact("TakePayment", call.arguments, call.idempotency_key);
  if (!paid) return NotPossible(workplace, Some(call.arguments, {"bookingId"}), paid.error());
  return WorkflowAnswer{
      .status = 201, .entities = {{"payment", Of(*paid, "Payment")}}, .repeated = paid->repeated};
}

Result<WorkflowAnswer> IssueCode(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  if (Text(call.arguments, "validUntil") <= Text(call.arguments, "validFrom")) {
    return messages::BadField("validUntil", "must be after validFrom");
  }
  TRESTLE_TRY(const EntityItem event, ExistingEvent(workplace, call.arguments));
  Item arguments = Some(call.arguments, {"eventId", "codeId", "code", "validFrom", "validUntil"});
  for (const std::string_view name : {"date", "timeSlot"}) {
    arguments.Set(std::string(name), *event.item.Find(name));
  }
  const auto issued = workplace.repository->Transact("AddCode", arguments, call.idempotency_key);
  if (!issued) return tl::unexpected(issued.error());
  return WorkflowAnswer{
      .status = 201, .entities = {{"code", Of(*issued, "LockCode")}}, .repeated = issued->repeated};
}

Result<WorkflowAnswer> RevokeCode(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckAdmin(workplace, Text(call.arguments, "admin")));
  const Item key = Some(call.arguments, {"eventId", "codeId"});
  auto revoked = workplace.repository->Delete("LockCode", key);
  if (!revoked) return NotThere(revoked.error(), "LockCode", Text(key, "codeId"));
  return WorkflowAnswer{.entities = {{"code", std::move(revoked->written)}}};
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
                                                {"ChangeProfile", ChangeProfile},
                                                {"Request", Request},
                                                {"Approve", Approve},
                                                {"Reject", Reject},
                                                {"Cancel", Cancel},
                                                {"Schedule", Schedule},
                                                {"Unschedule", Unschedule},
                                                {"Pay", Pay},
                                                {"IssueCode", IssueCode},
                                                {"RevokeCode", RevokeCode},
                                                {"Availability", Availability}});
}

}  // namespace trestle::venue
