#include "systems/glad/glad_workflows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "systems/system_for_test.h"

namespace trestle::glad {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GladTest : public SystemTest {
 protected:
  GladTest() : SystemTest("glad") {
    workflows_ = Workflows(
        {.repository = std::shared_ptr<const Repository>(std::shared_ptr<void>(), &repository()),
         .clock = clock_},
        {.log2_n = 4, .r = 8, .p = 1});
    for (const char* const user : {"ana", "ben", "emi"}) Done("SignUp", Joining(user));
    Done("AddSkillTo", Skill("ana", "golang", "Expert"));
  }
  static Item Joining(std::string_view username) {
    return {{"username", TextValue(username)},
            {"name", S("Somebody")},
            {"password", TextValue("secret-" + std::string(username))}};
  }
  // A skill of the user, by the user.
  Item Skill(std::string_view user, std::string_view skill, std::string_view level) {
    return {{"Username", TextValue(user)},
            {"SkillName", TextValue(skill)},
            {"ProficiencyLevel", TextValue(level)},
            {"token", S(Token(user))}};
  }
  static Item Login(std::string_view username, std::string_view password) {
    return {{"username", TextValue(username)}, {"password", TextValue(password)}};
  }
  std::string Token(std::string_view username) {
    const Item body = Done("LogIn", Login(username, "secret-" + std::string(username)));
    return std::string(Text(body, "token"));
  }
  Item Endorsing(std::string_view endorser) {
    return {{"username", S("ana")}, {"skillName", S("golang")}, {"token", S(Token(endorser))}};
  }
  Item Golang() {
    return repository()
        .Get("UserSkill", {{"Username", S("ana")}, {"SkillName", S("golang")}})
        ->found->item;
  }
  std::vector<std::string> Endorsers() {
    return All("EndorsementsOfSkill", {{"username", S("ana")}, {"skillName", S("golang")}},
               "Endorser", 10);
  }
  std::vector<std::string> Searched(Item arguments) {
    arguments.Set("skillName", S("python"));
    const auto answer = Do("Search", arguments);
    EXPECT_TRUE(answer) << answer.error().message;
    std::vector<std::string> users;
    for (const auto& user : std::get<std::vector<EntityItem>>(answer->entities.at(0).second)) {
      users.emplace_back(Text(user.item, "Username"));
    }
    return users;
  }
};

TEST_F(GladTest, AUserSignsUpLogsInAndOut) {
  const Item user = Done("SignUp", Joining("zoe"), "user");
  EXPECT_EQ(Text(user, "Username"), "zoe");
  EXPECT_TRUE(model_->FindEntity("User")->FindAttribute("PasswordHash")->hidden);
  EXPECT_EQ(Refusal("SignUp", Joining("zoe")), "The username zoe is taken");
  const Item stored = repository().Get("User", {{"Username", S("zoe")}})->found->item;
  EXPECT_TRUE(IsPasswordOf("secret-zoe", Text(stored, "PasswordHash"), {}));

  const Item session = Done("LogIn", Login("zoe", "secret-zoe"));
  EXPECT_EQ(Text(session, "expiresAt"), "2026-11-16T00:00:00Z");
  const Item token = Some(session, {"token"});
  EXPECT_TRUE(All("SessionByToken", {{"tokenHash", *token.Find("token")}}, "Username", 5).empty());
  const Item shown = Done("WhoAmI", token, "user");
  EXPECT_EQ(Text(shown, "Username"), "zoe");
  EXPECT_TRUE(Do("LogOut", token));
  EXPECT_THAT(Refusal("WhoAmI", token), HasSubstr("log in"));
  EXPECT_TRUE(Do("LogOut", token));
}

TEST_F(GladTest, AWrongPasswordAndAnUnknownUserGetTheSameAnswer) {
  const auto wrong = Do("LogIn", Login("ana", "secret-ben"));
  const auto unknown = Do("LogIn", Login("nobody", "secret-nobody"));
  ASSERT_FALSE(wrong || unknown);
  EXPECT_EQ(wrong.error().code, ErrorCode::kAccessDenied);
  EXPECT_EQ(wrong.error().code, unknown.error().code);
  EXPECT_EQ(wrong.error().message, unknown.error().message);
}

TEST_F(GladTest, ASessionEndsAfterTwelveHours) {
  const Item token{{"token", S(Token("ana"))}};
  clock_.Advance(std::chrono::hours(12) - std::chrono::seconds(1));
  EXPECT_EQ(Refusal("WhoAmI", token), "");
  clock_.Advance(std::chrono::seconds(1));
  EXPECT_THAT(Refusal("WhoAmI", token), HasSubstr("log in"));
}

TEST_F(GladTest, AnotherPasswordEndsAllSessions) {
  const Item token{{"token", S(Token("ana"))}};
  Item change = Login("ana", "secret-ben");
  change.Set("newPassword", S("another one"));
  EXPECT_THAT(Refusal("ChangePassword", change), HasSubstr("wrong"));
  change.Set("password", S("secret-ana"));
  EXPECT_EQ(Refusal("ChangePassword", change), "");
  EXPECT_THAT(Refusal("WhoAmI", token), HasSubstr("log in"));
  EXPECT_NE(Refusal("LogIn", Login("ana", "secret-ana")), "");
  EXPECT_EQ(Refusal("LogIn", Login("ana", "another one")), "");
}

// Whoever logs in with the old password meanwhile is too late, or early enough to be ended.
TEST_F(GladTest, NoSessionOfTheOldPasswordOutlivesIt) {
  std::string password = "secret-ana";
  for (int round = 0; round < 8; ++round) {
    Item change = Login("ana", password);
    change.Set("newPassword", S("password-" + std::to_string(round)));
    bool changed = false;
    std::vector<std::string> tokens(2);
    AtOnce(3, [&](int i) {
      if (i == 0) {
        changed = Do("ChangePassword", change).has_value();
        return changed;
      }
      const auto opened = Do("LogIn", Login("ana", password));
      if (opened) tokens[i - 1] = Text(*opened->body.As<AttributeMap>(), "token");
      return opened.has_value();
    });
    if (!changed) continue;  // others were at the user's item for too long
    password = Text(change, "newPassword");
    for (const std::string& token : tokens) {
      EXPECT_NE(Refusal("WhoAmI", {{"token", S(token)}}), "") << round;
    }
  }
  EXPECT_EQ(Refusal("LogIn", Login("ana", password)), "");
}

TEST_F(GladTest, OneChangesOnesOwnName) {
  Item change{{"username", S("ana")}, {"name", S("Ana T.")}, {"token", S(Token("ben"))}};
  EXPECT_EQ(Refusal("ChangeName", change), "The session is not one of ana");
  change.Set("token", S(Token("ana")));
  const Item user = Done("ChangeName", change, "user");
  EXPECT_EQ(Text(user, "Name"), "Ana T.");
}

TEST_F(GladTest, ASkillIsAddedChangedAndRemoved) {
  EXPECT_EQ(Refusal("AddSkillTo", Skill("ana", "golang", "Expert")),
            "ana has the skill golang already");
  Done("EndorseSkill", Endorsing("ben"));
  const Item changed = Done("SetSkill", Skill("ana", "golang", "Advanced"), "skill");
  EXPECT_EQ(Text(changed, "ProficiencyLevel"), "Advanced");
  EXPECT_EQ(Whole(changed, "Endorsements"), 1);
  EXPECT_THAT(All("AP12", {{"skillName", S("golang")}}, "Username", 10), IsEmpty());
  const auto made = Do("SetSkill", Skill("ana", "c#", "Beginner"));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->status, 201);

  const auto profile = Do("Profile", {{"username", S("ana")}});
  ASSERT_TRUE(profile);
  EXPECT_EQ(Text(std::get<EntityItem>(profile->entities.at(0).second).item, "Username"), "ana");
  EXPECT_EQ(std::get<std::vector<EntityItem>>(profile->entities.at(1).second).size(), 2u);
  EXPECT_EQ(Refusal("Profile", {{"username", S("nobody")}}), "There is no User nobody");

  const Item key{{"Username", S("ana")}, {"SkillName", S("golang")}, {"token", S(Token("ana"))}};
  EXPECT_EQ(Refusal("RemoveSkill", key), "");
  EXPECT_EQ(Refusal("RemoveSkill", key), "There is no UserSkill golang/ana");
  EXPECT_THAT(Endorsers(), IsEmpty());
  Done("AddSkillTo", Skill("ana", "golang", "Expert"));
  EXPECT_EQ(Whole(Done("EndorseSkill", Endorsing("ben"), "skill"), "Endorsements"), 1);
}

TEST_F(GladTest, OnlyOnesOwnSkillsAreChanged) {
  for (const char* const workflow : {"AddSkillTo", "SetSkill", "RemoveSkill"}) {
    Item skill = Skill("ben", "rust", "Expert");
    if (std::string_view(workflow) == "RemoveSkill") skill.Erase("ProficiencyLevel");
    skill.Set("Username", S("ana"));
    EXPECT_EQ(Refusal(workflow, skill), "The session is not one of ana");
    skill.Erase("token");
    const auto nobody = Do(workflow, skill);
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().code, ErrorCode::kMissingAuthenticationToken);
  }
  WorkflowCall call{.arguments = Skill("ana", "rust", "Expert"), .bearer_token = Token("ana")};
  call.arguments.Erase("token");
  EXPECT_TRUE(workflows_->Run("AddSkillTo", call));
  call.bearer_token = "made-up";
  EXPECT_FALSE(workflows_->Run("SetSkill", call));
}

TEST_F(GladTest, AChangeOfAnOlderVersionIsRefused) {
  Item change = Skill("ana", "golang", "Advanced");
  change.Set("Version", N("1"));
  EXPECT_EQ(Refusal("SetSkill", change), "");
  EXPECT_NE(Refusal("SetSkill", change), "");
}

TEST_F(GladTest, AnEndorsementCountsOnceAndNotForOneself) {
  const Item skill = Done("EndorseSkill", Endorsing("ben"), "skill");
  EXPECT_EQ(Whole(skill, "Endorsements"), 1);
  EXPECT_EQ(Refusal("EndorseSkill", Endorsing("ben")), "ben has endorsed this skill already");
  EXPECT_THAT(Refusal("EndorseSkill", Endorsing("ana")), HasSubstr("of their own"));
  Item endorsing = Endorsing("ben");
  endorsing.Set("skillName", S("rust"));
  EXPECT_EQ(Refusal("EndorseSkill", endorsing), "There is no UserSkill ana/rust");
  endorsing.Set("token", S("made-up"));
  EXPECT_THAT(Refusal("EndorseSkill", endorsing), HasSubstr("log in"));
  EXPECT_EQ(Refusal("Withdraw", Endorsing("emi")), "emi has not endorsed this skill");
  EXPECT_EQ(Whole(Done("Withdraw", Endorsing("ben"), "skill"), "Endorsements"), 0);
  EXPECT_THAT(Endorsers(), IsEmpty());
}

TEST_F(GladTest, SearchesByLevelYearsAndDate) {
  const auto add = [&](const char* user, const char* level, const char* years, const char* used) {
    Item skill = Skill(user, "python", level);
    skill.Set("YearsOfExperience", N(years));
    skill.Set("LastUsedDate", S(used));
    Done("AddSkillTo", skill);
  };
  add("ana", "Advanced", "6", "2026-11-01");
  add("ben", "Expert", "12.5", "2023-05-01");
  add("emi", "Expert", "4", "2026-10-01");
  EXPECT_THAT(Searched({}), ElementsAre("ben", "emi", "ana"));
  EXPECT_THAT(Searched({{"limit", N("2")}}), ElementsAre("ben", "emi"));
  EXPECT_THAT(Searched({{"level", S("Expert")}}), ElementsAre("ben", "emi"));
  EXPECT_THAT(Searched({{"years", N("5")}}), ElementsAre("ben", "ana"));
  EXPECT_THAT(Searched({{"since", S("2024-01-01")}}), ElementsAre("emi", "ana"));
}

TEST_F(GladTest, BadInputIsNamed) {
  Item joining = Joining("Zoe");
  EXPECT_THAT(Refusal("SignUp", joining), HasSubstr("username"));
  joining.Set("username", S("zoe"));
  joining.Set("password", S("short"));
  EXPECT_THAT(Refusal("SignUp", joining), HasSubstr("password"));
  EXPECT_THAT(Refusal("AddSkillTo", Skill("ana", "py thon", "Expert")), HasSubstr("SkillName"));
  EXPECT_THAT(Refusal("AddSkillTo", Skill("ana", "python", "Guru")), HasSubstr("ProficiencyLevel"));
}

TEST_F(GladTest, TheSameKeySignsUpOnce) {
  ASSERT_TRUE(Do("SignUp", Joining("zoe"), "key"));
  const auto again = Do("SignUp", Joining("zoe"), "key");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->repeated);
}

TEST_F(GladTest, AUsernameIsGivenOnceAtOnce) {
  for (int round = 0; round < 8; ++round) {
    const std::string username = "user-" + std::to_string(round);
    EXPECT_EQ(AtOnce(4, [&](int) { return Do("SignUp", Joining(username)).has_value(); }), 1);
  }
}

TEST_F(GladTest, TheSameEndorsementAtOnceCountsOnce) {
  const Item ben = Endorsing("ben");
  const Item emi = Endorsing("emi");
  EXPECT_EQ(
      AtOnce(6, [&](int i) { return Do("EndorseSkill", i % 2 == 0 ? ben : emi).has_value(); }), 2);
  EXPECT_EQ(Whole(Golang(), "Endorsements"), 2);
  EXPECT_THAT(Endorsers(), ElementsAre("ben", "emi"));
  const Item removal{
      {"Username", S("ana")}, {"SkillName", S("golang")}, {"token", S(Token("ana"))}};
  // Whoever endorses while the skill goes away is counted with it or finds it gone.
  for (int round = 0; round < 4; ++round) {
    AtOnce(3, [&](int i) {
      if (i > 0) return Do("EndorseSkill", i == 1 ? ben : emi).has_value();
      return Do("RemoveSkill", removal).has_value();
    });
    Done("SetSkill", Skill("ana", "golang", "Expert"));
    EXPECT_EQ(Whole(Golang(), "Endorsements"), static_cast<std::int64_t>(Endorsers().size()));
  }
}

}  // namespace
}  // namespace trestle::glad
