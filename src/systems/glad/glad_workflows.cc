#include "systems/glad/glad_workflows.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "auth/sha256.h"
#include "base/time_text.h"
#include "systems/glad/messages.h"

namespace trestle::glad {
namespace {

using ConflictKind = repository::WriteConflict::Kind;

constexpr std::array<std::string_view, 4> kLevels = {"Expert", "Advanced", "Intermediate",
                                                     "Beginner"};
constexpr int kAttempts = 5;  // where others change the same skill meanwhile

bool IsConflict(const Error& error, ConflictKind kind) {
  const repository::WriteConflict* const conflict = ConflictOf(error);
  return conflict != nullptr && conflict->kind == kind;
}

// ---- Passwords and sessions ----

std::string HashOfToken(std::string_view token) { return Hex(Sha256(token)); }

TimePoint EndOf(const Item& session) {
  return TimePoint(std::chrono::seconds(Whole(session, "ExpiresAt")));
}

// The session of the token, if it has not ended: an item may be there for some time after that.
Result<EntityItem> SessionOf(const Workplace& workplace, std::string_view token) {
  TRESTLE_TRY(repository::FoundEntity found,
              workplace.repository->Get("Session", {{"TokenHash", TextValue(HashOfToken(token))}}));
  if (!found.found || EndOf(found.found->item) <= workplace.clock.Now()) {
    return messages::NoSession();
  }
  return *std::move(found.found);
}

// The session's token is that of `Authorization: Bearer`, or an argument where the header is taken
// by a signature.
std::string_view TokenOf(const WorkflowCall& call) {
  if (call.arguments.Contains("token")) return Text(call.arguments, "token");
  return call.bearer_token ? std::string_view(*call.bearer_token) : std::string_view();
}

// Who is logged in with the call's token.
Result<std::string> Caller(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const EntityItem session, SessionOf(workplace, TokenOf(call)));
  return std::string(Text(session.item, "Username"));
}

// What belongs to a user is changed by that user alone.
Status CheckIsCaller(const Workplace& workplace, const WorkflowCall& call,
                     std::string_view username) {
  TRESTLE_TRY(const std::string caller, Caller(workplace, call));
  if (caller != username) return messages::NotThisUser(username);
  return {};
}

// The user, if it is their password. An unknown user takes the same work and gives the same answer.
Result<EntityItem> UserWithPassword(const Workplace& workplace, const WorkflowCall& call,
                                    const PasswordCost& cost) {
  TRESTLE_TRY(repository::FoundEntity user,
              workplace.repository->Get("User", {{"Username", *call.arguments.Find("username")}}));
  const std::string_view stored =
      user.found ? Text(user.found->item, "PasswordHash") : std::string_view();
  if (!IsPasswordOf(Text(call.arguments, "password"), stored, cost)) return messages::WrongLogin();
  return *std::move(user.found);
}

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call,
                              const PasswordCost& cost) {
  const std::string_view username = Text(call.arguments, "username");
  Item arguments = Some(call.arguments, {"username", "name"});
  // A repetition of the call must make the same text, so that it is known for one.
  std::optional<std::string> salt;
  if (call.idempotency_key) {
    const Sha256Digest digest =
        HmacSha256(*call.idempotency_key, "salt of " + std::string(username));
    salt.emplace(digest.begin(), digest.begin() + 16);
  }
  arguments.Set("passwordHash",
                TextValue(HashedPassword(Text(call.arguments, "password"), cost, salt)));
  const auto made = workplace.repository->Transact("Register", arguments, call.idempotency_key);
  if (!made) {
    if (IsConflict(made.error(), ConflictKind::kExists)) return messages::UsernameTaken(username);
    return tl::unexpected(made.error());
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"user", Of(*made, "User")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> LogIn(const Workplace& workplace, const WorkflowCall& call,
                             const PasswordCost& cost) {
  TRESTLE_TRY(EntityItem user, UserWithPassword(workplace, call, cost));
  const std::string token = RandomToken();
  const auto opened = workplace.repository->Transact(
      "OpenSession", {{"username", *user.item.Find("Username")},
                      {"passwordHash", *user.item.Find("PasswordHash")},
                      {"tokenHash", TextValue(HashOfToken(token))}});
  if (!opened) {
    if (ConflictOf(opened.error()) != nullptr) return messages::WrongLogin();
    return tl::unexpected(opened.error());
  }
  AttributeMap body{{"expiresAt", TextValue(FormatInstant(EndOf(Of(*opened, "Session").item)))},
                    {"token", TextValue(token)}};
  return WorkflowAnswer{.status = 201,
                        .body = AttributeValue::Of(std::move(body)),
                        .entities = {{"user", std::move(user)}}};
}

Result<WorkflowAnswer> WhoAmI(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const EntityItem session, SessionOf(workplace, TokenOf(call)));
  TRESTLE_TRY(EntityItem user,
              Existing(workplace, "User", {{"Username", *session.item.Find("Username")}}));
  AttributeMap body{{"expiresAt", TextValue(FormatInstant(EndOf(session.item)))}};
  return WorkflowAnswer{.body = AttributeValue::Of(std::move(body)),
                        .entities = {{"user", std::move(user)}}};
}

Status EndSession(const Workplace& workplace, std::string_view token_hash) {
  const auto ended =
      workplace.repository->Delete("Session", {{"TokenHash", TextValue(token_hash)}});
  if (!ended && !IsConflict(ended.error(), ConflictKind::kMissing)) {
    return tl::unexpected(ended.error());
  }
  return {};
}

// That a session has ended already is as good.
Result<WorkflowAnswer> LogOut(const Workplace& workplace, const WorkflowCall& call) {
  if (TokenOf(call).empty()) return messages::NoSession();
  TRESTLE_RETURN_IF_ERROR(EndSession(workplace, HashOfToken(TokenOf(call))));
  return WorkflowAnswer{.status = 204};
}

Result<WorkflowAnswer> ChangePassword(const Workplace& workplace, const WorkflowCall& call,
                                      const PasswordCost& cost) {
  TRESTLE_TRY(const EntityItem user, UserWithPassword(workplace, call, cost));
  const std::string hash = HashedPassword(Text(call.arguments, "newPassword"), cost);
  TRESTLE_TRY([[maybe_unused]] const repository::Written changed,
              workplace.repository->Update("User", {{"Username", *user.item.Find("Username")}},
                                           {{"PasswordHash", TextValue(hash)}},
                                           {.version = Whole(user.item, "Version")}));
  TRESTLE_TRY(const std::vector<EntityItem> sessions,
              All(workplace, "SessionsOfUser", Some(call.arguments, {"username"})));
  for (const EntityItem& session : sessions) {
    TRESTLE_RETURN_IF_ERROR(EndSession(workplace, Text(session.item, "TokenHash")));
  }
  return WorkflowAnswer{.status = 204};
}

Result<WorkflowAnswer> ChangeName(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view username = Text(call.arguments, "username");
  TRESTLE_RETURN_IF_ERROR(CheckIsCaller(workplace, call, username));
  TRESTLE_TRY(repository::Written changed,
              workplace.repository->Update("User", {{"Username", TextValue(username)}},
                                           {{"Name", *call.arguments.Find("name")}}));
  return WorkflowAnswer{.entities = {{"user", std::move(changed.written)}}};
}

Result<WorkflowAnswer> Profile(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(std::vector<EntityItem> found, All(workplace, "AP13", call.arguments));
  std::optional<EntityItem> user;
  std::vector<EntityItem> skills;
  for (EntityItem& item : found) {
    if (item.entity->name == "User") {
      user = std::move(item);
    } else {
      skills.push_back(std::move(item));
    }
  }
  if (!user) return messages::NoEntity("User", Text(call.arguments, "username"));
  return WorkflowAnswer{.entities = {{"user", *std::move(user)}, {"skills", std::move(skills)}}};
}

// ---- Skills ----

Result<repository::TransactionAnswer> Added(const Workplace& workplace, const Item& given,
                                            const std::optional<std::string>& key) {
  Item arguments;
  for (const auto& [name, parameter] :
       {std::pair{"Username", "username"}, std::pair{"SkillName", "skillName"},
        std::pair{"ProficiencyLevel", "level"}, std::pair{"YearsOfExperience", "years"},
        std::pair{"LastUsedDate", "lastUsed"}}) {
    if (const AttributeValue* const value = given.Find(name)) arguments.Set(parameter, *value);
  }
  auto made = workplace.repository->Transact("AddSkill", arguments, key);
  if (!made && IsConflict(made.error(), ConflictKind::kMissing)) {
    return messages::NoEntity("User", Text(given, "Username"));
  }
  return made;
}

// A day more than the server's: it is tomorrow already in some places.
Status CheckLastUsed(const Workplace& workplace, const Item& given) {
  constexpr std::size_t kDateSize = 10;  // 2026-11-15
  const std::string tomorrow = FormatInstant(workplace.clock.Now() + std::chrono::days(1));
  if (Text(given, "LastUsedDate") > std::string_view(tomorrow).substr(0, kDateSize)) {
    return messages::BadField("LastUsedDate", "must not be in the future");
  }
  return {};
}

Result<WorkflowAnswer> AddSkillTo(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckIsCaller(workplace, call, Text(call.arguments, "Username")));
  TRESTLE_RETURN_IF_ERROR(CheckLastUsed(workplace, call.arguments));
  const auto made = Added(workplace, call.arguments, call.idempotency_key);
  if (!made) {
    if (!IsConflict(made.error(), ConflictKind::kExists)) return tl::unexpected(made.error());
    return messages::HasSkill(Text(call.arguments, "Username"), Text(call.arguments, "SkillName"));
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"skill", Of(*made, "UserSkill")}}, .repeated = made->repeated};
}

// What is not given stays as it is, and so do the endorsements.
Result<WorkflowAnswer> SetSkill(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckIsCaller(workplace, call, Text(call.arguments, "Username")));
  TRESTLE_RETURN_IF_ERROR(CheckLastUsed(workplace, call.arguments));
  const Item key = Some(call.arguments, {"Username", "SkillName"});
  const Item changes =
      Some(call.arguments, {"ProficiencyLevel", "YearsOfExperience", "LastUsedDate"});
  repository::WriteOptions options;
  if (call.arguments.Contains("Version")) options.version = Whole(call.arguments, "Version");
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto changed = workplace.repository->Update("UserSkill", key, changes, options);
    if (changed) return WorkflowAnswer{.entities = {{"skill", std::move(changed->written)}}};
    if (options.version || !IsConflict(changed.error(), ConflictKind::kMissing)) {
      return tl::unexpected(changed.error());
    }
    const auto made = Added(workplace, call.arguments, {});
    if (made) return WorkflowAnswer{.status = 201, .entities = {{"skill", Of(*made, "UserSkill")}}};
    if (!IsConflict(made.error(), ConflictKind::kExists)) return tl::unexpected(made.error());
  }
  return messages::SkillChanges();
}

// With its endorsements, which would otherwise count against those who endorse it when it is back.
Result<WorkflowAnswer> RemoveSkill(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckIsCaller(workplace, call, Text(call.arguments, "Username")));
  const Item key = Some(call.arguments, {"Username", "SkillName"});
  const Item arguments = {{"username", *key.Find("Username")},
                          {"skillName", *key.Find("SkillName")}};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    TRESTLE_TRY([[maybe_unused]] const EntityItem skill, Existing(workplace, "UserSkill", key));
    TRESTLE_TRY(const std::vector<EntityItem> endorsements,
                All(workplace, "EndorsementsOfSkill", arguments));
    for (const EntityItem& endorsement : endorsements) {
      Item withdrawn = arguments;
      withdrawn.Set("endorser", *endorsement.item.Find("Endorser"));
      const auto done = workplace.repository->Transact("WithdrawEndorsement", withdrawn);
      if (!done && ConflictOf(done.error()) == nullptr) return tl::unexpected(done.error());
    }
    const auto removed = workplace.repository->Transact("DropUnendorsedSkill", arguments);
    if (removed) return WorkflowAnswer{.status = 204};
    if (ConflictOf(removed.error()) == nullptr) return tl::unexpected(removed.error());
  }
  return messages::SkillChanges();
}

Result<WorkflowAnswer> EndorseSkill(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const std::string endorser, Caller(workplace, call));
  const std::string_view username = Text(call.arguments, "username");
  if (endorser == username) return messages::OwnSkill();
  Item arguments = Some(call.arguments, {"username", "skillName", "note"});
  arguments.Set("endorser", TextValue(endorser));
  const auto made = workplace.repository->Transact("Endorse", arguments, call.idempotency_key);
  if (!made) {
    if (IsConflict(made.error(), ConflictKind::kExists)) return messages::HasEndorsed(endorser);
    if (!IsConflict(made.error(), ConflictKind::kMissing)) return tl::unexpected(made.error());
    const bool no_endorser = ConflictOf(made.error())->step == 0;
    if (no_endorser) return messages::NoEntity("User", endorser);
    return messages::NoEntity(
        "UserSkill", std::string(username) + "/" + std::string(Text(call.arguments, "skillName")));
  }
  return WorkflowAnswer{
      .status = 201,
      .entities = {{"endorsement", Of(*made, "Endorsement")}, {"skill", Of(*made, "UserSkill")}},
      .repeated = made->repeated};
}

Result<WorkflowAnswer> Withdraw(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const std::string endorser, Caller(workplace, call));
  Item arguments = Some(call.arguments, {"username", "skillName"});
  arguments.Set("endorser", TextValue(endorser));
  const auto done = workplace.repository->Transact("WithdrawEndorsement", arguments);
  if (!done) {
    if (ConflictOf(done.error()) == nullptr) return tl::unexpected(done.error());
    return messages::HasNotEndorsed(endorser);
  }
  return WorkflowAnswer{.entities = {{"skill", Of(*done, "UserSkill")}}};
}

// Level by level, the most able first; within a level those with the most years.
Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view lowest = Text(call.arguments, "level");
  const std::size_t limit = static_cast<std::size_t>(Whole(call.arguments, "limit"));
  std::vector<EntityItem> found;
  for (const std::string_view level : kLevels) {
    Item arguments = Some(call.arguments, {"years", "since"});
    arguments.Set("skill", *call.arguments.Find("skillName"));
    arguments.Set("level", TextValue(level));
    repository::PageOptions options;
    do {
      options.limit = static_cast<std::int64_t>(limit - found.size());
      TRESTLE_TRY(repository::Page page,
                  workplace.repository->Run("SkillSearch", arguments, options));
      for (std::size_t i = 0; i < page.items.size(); ++i) {
        TRESTLE_TRY(Item item, page.items[i].Decode());
        found.push_back({.entity = page.EntityOf(i), .item = std::move(item)});
      }
      options.cursor = std::move(page.cursor);
    } while (options.cursor && found.size() < limit);
    if (level == lowest || found.size() >= limit) break;
  }
  AttributeMap body{
      {"count", AttributeValue::Of(Number::FromInteger(static_cast<std::int64_t>(found.size())))}};
  return WorkflowAnswer{.body = AttributeValue::Of(std::move(body)),
                        .entities = {{"users", std::move(found)}}};
}

// A skill is spelled in one way, in lower case, however it is given.
WorkflowSet::Code OfSkill(Result<WorkflowAnswer> (*code)(const Workplace&, const WorkflowCall&)) {
  return [code](const Workplace& workplace, const WorkflowCall& call) {
    WorkflowCall lower = call;
    for (const char* const name : {"SkillName", "skillName"}) {
      if (call.arguments.Contains(name)) {
        lower.arguments.Set(name, LowerCaseValue(Text(call.arguments, name)));
      }
    }
    return code(workplace, lower);
  };
}

}  // namespace

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace, PasswordCost cost) {
  const auto with_cost = [cost](auto code) {
    return [cost, code](const Workplace& place, const WorkflowCall& call) {
      return code(place, call, cost);
    };
  };
  return std::make_unique<WorkflowSet>(
      std::move(workplace),
      std::initializer_list<WorkflowSet::Named>{{"SignUp", with_cost(SignUp)},
                                                {"LogIn", with_cost(LogIn)},
                                                {"WhoAmI", WhoAmI},
                                                {"LogOut", LogOut},
                                                {"ChangePassword", with_cost(ChangePassword)},
                                                {"ChangeName", ChangeName},
                                                {"Profile", Profile},
                                                {"AddSkillTo", OfSkill(AddSkillTo)},
                                                {"SetSkill", OfSkill(SetSkill)},
                                                {"RemoveSkill", OfSkill(RemoveSkill)},
                                                {"EndorseSkill", OfSkill(EndorseSkill)},
                                                {"Withdraw", OfSkill(Withdraw)},
                                                {"Search", OfSkill(Search)}});
}

}  // namespace trestle::glad
