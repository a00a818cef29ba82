#include "binding/table_plan.h"

#include <gmock/gmock.h>

#include "binding/bound_for_test.h"
#include "binding/verify.h"
#include "model/words.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TablePlanTest : public BoundTest {
 protected:
  static std::shared_ptr<const model::Model> Desk(
      const std::vector<std::pair<std::string, std::string>>& replacements = {}) {
    std::string text(kDesk);
    for (const auto& [from, to] : replacements) text.replace(text.find(from), from.size(), to);
    return *ModelIn(text, "desk");
  }
  std::vector<std::string> Changes(const model::Model& model) {
    std::vector<std::string> lines;
    const auto plan = ChangesTo(model, *database_);
    EXPECT_TRUE(plan) << MessageOf(plan);
    for (const TableChange& change : plan->changes) {
      constexpr const char* kMarks[] = {"", " !", " X"};
      lines.push_back(change.what + kMarks[static_cast<int>(change.effect)]);
    }
    return lines;
  }
  void ApplyAll(const model::Model& model) {
    const auto applied = Apply(model, *database_, {.may_break = true});
    ASSERT_TRUE(applied) << MessageOf(applied);
  }
  // Written behind the model's back.
  std::vector<std::string> Disagreements(bool repair = false) {
    std::vector<std::string> lines;
    VerifyOptions options;
    options.repair = repair;
    options.on_disagreement = [&](const Disagreement& one) {
      lines.push_back(one.what + (one.repairable ? "" : " X") + one.not_repaired);
    };
    const auto totals = Verify(Desk(), *database_, clock_, options);
    EXPECT_TRUE(totals) << MessageOf(totals);
    return lines;
  }
};

TEST_F(TablePlanTest, CreatesThenFindsNothingToChange) {
  EXPECT_THAT(Changes(*Desk()), ElementsAre("is created", "items expire by ExpiresAt"));
  ApplyAll(*Desk());
  EXPECT_THAT(Changes(*Desk()), IsEmpty());
}

TEST_F(TablePlanTest, NamesWhatBreaksAndWhatIsImpossible) {
  ApplyAll(*Desk());
  EXPECT_THAT(Changes(*Desk({{"indexes.GSI1]", "indexes.GSI2]"}, {"version = 2", "version = 3"}})),
              ElementsAre("removes index GSI1 !", "adds index GSI2 (GSI1PK, GSI1SK)",
                          "is tagged as of model desk version 3 instead of 2"));
  EXPECT_THAT(Changes(*Desk({{"stream = \"new_and_old_images\"\n", "deletion_protection = true\n"},
                             {"ttl = \"ExpiresAt\"", "billing = { read = 5, write = 6 }"},
                             {"ttl = { after = \"24h\", when = \"Status = 'closed'\" }", ""}})),
              ElementsAre("provisions 5 read and 6 write units", "disables its stream !",
                          "is protected from deletion", "items no longer expire by ExpiresAt !"));
}

TEST_F(TablePlanTest, EachChangeHasItsPrice) {
  // An on-demand read costs nothing here, since no pattern has a rate.
  const std::vector<std::pair<std::string, std::string>> counted = {
      {"SK = \"PROFILE\"", "SK = \"PROFILE\"\ncount = 1_000_000\nsize = \"924 B\""},
      {"ttl = { after = \"24h\", when = \"Status = 'closed'\" }",
       "ttl = { after = \"24h\", when = \"Status = 'closed'\" }\ncount = 1_000_000\nsize = \"924 "
       "B\""}};
  const auto with = [&](std::vector<std::pair<std::string, std::string>> more) {
    more.insert(more.end(), counted.begin(), counted.end());
    return Desk(more);
  };
  ApplyAll(*with({}));
  const auto only = [&](const model::Model& model) {
    auto plan = ChangesTo(model, *database_, {.stock = PlanOptions::Stock::kExpected});
    EXPECT_TRUE(plan) << MessageOf(plan);
    EXPECT_EQ(plan->changes.size(), 1u);
    return plan->changes.at(0);
  };
  const double gigabytes = 1'000'000 * 1024.0 / (1 << 30);

  // Tickets alone have its keys: 1 unit for each entry, and its storage.
  const TableChange index =
      only(*with({{"[entities.User]",
                   "[tables.desk.indexes.GSI2]\npartition_key = \"GSI1SK\"\n\n"
                   "[entities.User]"}}));
  EXPECT_EQ(index.what, "adds index GSI2 (GSI1SK)");
  EXPECT_EQ(index.cost.write_units, 1'000'000);
  EXPECT_NEAR(index.cost.once, 0.625, 1e-9);
  EXPECT_NEAR(index.cost.monthly, gigabytes * 0.25, 1e-6);

  const TableChange recovery =
      only(*with({{"ttl = \"ExpiresAt\"", "ttl = \"ExpiresAt\"\npitr = true"}}));
  EXPECT_NEAR(recovery.cost.monthly, 2 * gigabytes * 0.20, 1e-6);

  const TableChange stream = only(*with({{"stream = \"new_and_old_images\"\n", ""}}));
  EXPECT_EQ(stream.what, "disables its stream");
  EXPECT_NEAR(stream.cost.monthly, -4 * 2'592'000 / 1e5 * 0.02, 1e-6);
  EXPECT_THAT(stream.consequence, HasSubstr("nothing follows its changes"));

  const TableChange units = only(
      *with({{"ttl = \"ExpiresAt\"", "ttl = \"ExpiresAt\"\nbilling = { read = 10, write = 20 }"}}));
  EXPECT_NEAR(units.cost.monthly, 2 * 720 * (10 * 0.00013 + 20 * 0.00065), 1e-6);  // of GSI1 too

  const TableChange tables_class =
      only(*with({{"ttl = \"ExpiresAt\"", "ttl = \"ExpiresAt\"\nclass = \"infrequent_access\""}}));
  EXPECT_NEAR(tables_class.cost.monthly, -3 * gigabytes * 0.15, 1e-6);
}

TEST_F(TablePlanTest, AnIndexThatGoesNamesThePatternsThatReadIt) {
  ApplyAll(*Desk());
  const std::string pattern =
      "[patterns.Waiting]\nentity = \"Ticket\"\nindex = \"GSI1\"\n"
      "where = \"GSI1PK = STATUS#{status}\"\n\n[entities.Ticket]";
  const auto before = Desk({{"[entities.Ticket]", pattern}});
  const auto other = Desk({{"indexes.GSI1]", "indexes.GSI2]"}});
  const auto plan = ChangesTo(*other, *database_, {.before = before.get()});
  ASSERT_TRUE(plan) << MessageOf(plan);
  EXPECT_EQ(plan->changes.at(0).consequence, "requests that name it fail: pattern Waiting");
}

TEST_F(TablePlanTest, AnOlderFileThanTheTableIsNoted) {
  ApplyAll(*Desk());
  const auto note = [&](const std::string& version) {
    const auto plan = ChangesTo(*Desk({{"version = 2", version}}), *database_);
    return plan ? plan->changes.at(0).consequence : MessageOf(plan);
  };
  EXPECT_EQ(note("version = 1"), "the table is of a newer version than this file");
  EXPECT_THAT(note("version = 3"), HasSubstr("--from and the file of version 2"));
}

TEST_F(TablePlanTest, AppliesChangesAndLeavesWhatBreaks) {
  ApplyAll(*Desk());
  const auto other = Desk({{"indexes.GSI1]", "indexes.GSI2]"}});
  const auto applied = Apply(*other, *database_, {});
  ASSERT_TRUE(applied) << MessageOf(applied);
  EXPECT_EQ(applied->left.size(), 1u);
  EXPECT_THAT(Changes(*other), ElementsAre("removes index GSI1 !"));
  ApplyAll(*other);
  EXPECT_THAT(Changes(*other), IsEmpty());
}

TEST_F(TablePlanTest, WhatNeedsTheRoomOfSomethingThatIsLeftIsLeftToo) {
  ApplyAll(*Desk());
  const auto other =
      Desk({{"sort_key = \"GSI1SK\"", "sort_key = \"GSI1SK\"\nprojection = \"keys_only\""},
            {"stream = \"new_and_old_images\"", "stream = \"keys_only\""},
            {"ttl = \"ExpiresAt\"", "ttl = \"GoneAt\""},
            {"version = 2", "version = 3"}});
  const auto applied = Apply(*other, *database_, {});
  ASSERT_TRUE(applied) << MessageOf(applied);
  std::vector<std::string> left;
  for (const TableChange& change : applied->left) left.push_back(change.what);
  EXPECT_THAT(left,
              ElementsAre("removes index GSI1, to be made anew", "adds index GSI1 (GSI1PK, GSI1SK)",
                          "disables its stream", "enables its stream",
                          "items no longer expire by ExpiresAt", "items expire by GoneAt"));
  EXPECT_EQ(applied->made, 1u);  // the version
  ApplyAll(*other);
  EXPECT_THAT(Changes(*other), IsEmpty());
}

TEST_F(TablePlanTest, UnitsOfIndexesThatComeAndGoCountOnce) {
  const auto provisioned = [](const std::string& units, const std::string& index,
                              const std::string& more) {
    return Desk({{"ttl = \"ExpiresAt\"", "ttl = \"ExpiresAt\"\nbilling = " + units},
                 {"indexes.GSI1]", "indexes." + index + "]\nthroughput = { read = 1, write = 1 }"},
                 {"sort_key = \"GSI1SK\"", "sort_key = \"GSI1SK\"" + more}});
  };
  const auto before = provisioned("{ read = 50, write = 30 }", "GSI1", "");
  ApplyAll(*before);
  const auto monthly = [&](const model::Model& model, const model::Model* former) {
    std::vector<std::string> lines;
    const auto plan =
        ChangesTo(model, *database_, {.before = former, .stock = PlanOptions::Stock::kExpected});
    EXPECT_TRUE(plan) << MessageOf(plan);
    for (const TableChange& change : plan->changes) lines.push_back(CostWords(change.cost));
    return lines;
  };
  const double read = 720 * 0.00013;
  const double unit = 720 * (0.00013 + 0.00065);
  const std::string more = model::Dollars(10 * read) + " a month more";
  const std::string gone = model::Dollars(unit) + " a month less";
  const std::string come = model::Dollars(unit) + " a month more";
  const auto renamed = provisioned("{ read = 60, write = 30 }", "GSI2", "");
  EXPECT_THAT(monthly(*renamed, nullptr), ElementsAre(more, gone, come));
  EXPECT_THAT(monthly(*renamed, before.get()), ElementsAre(more, gone, come));
  const auto smaller =
      provisioned("{ read = 60, write = 30 }", "GSI1", "\nprojection = \"keys_only\"");
  EXPECT_THAT(monthly(*smaller, nullptr), ElementsAre(more, gone, come));
}

TEST_F(TablePlanTest, AnotherKeyNeedsAnotherTable) {
  CreateTableRequest request;
  request.table_name = "desk";
  request.attributes = {{.name = "Id"}};
  request.key_schema = {{.attribute_name = "Id", .hash = true}};
  request.billing = BillingMode::kPayPerRequest;
  ASSERT_TRUE(database_->CreateTable(request));
  EXPECT_THAT(Changes(*Desk()), ElementsAre("its partition key is not PK X"));
}

TEST_F(TablePlanTest, VerifyRepairsWhatFollowsFromTheRest) {
  ApplyAll(*Desk());
  EXPECT_EQ(Put({{"PK", S("USER#u1")},
                 {"SK", S("TICKET#0001")},
                 {"EntityType", S("Ticket")},
                 {"UserId", S("u1")},
                 {"Number", N(1)},
                 {"Status", S("open")},
                 {"Priority", S("low")},
                 {"GSI1PK", S("STATUS#waiting")}}),
            "");
  EXPECT_EQ(Put({{"PK", S("USER#u1")}, {"SK", S("PROFILE")}, {"Email", S("a@b")}}), "");
  EXPECT_EQ(Put({{"PK", S("UNIQUE#User#Email#x@y")},
                 {"SK", S("UNIQUE#User#Email")},
                 {"EntityType", S("UNIQUE#User#Email")}}),
            "");
  EXPECT_EQ(Disagreements().size(), 4u);
  Disagreements(true);
  EXPECT_THAT(Disagreements(), IsEmpty());
  ExpectKept();
}

TEST_F(TablePlanTest, VerifyLeavesDecisionsToPeople) {
  ApplyAll(*Desk());
  Put({{"PK", S("x")}, {"SK", S("y")}});
  Put({{"PK", S("x")}, {"SK", S("z")}, {"EntityType", S("Gone")}});
  Put({{"PK", S("USER#u1")}, {"SK", S("TICKET#0001")}, {"Number", N(2)}, {"UserId", S("u1")}});
  Put({{"PK", S("USER#u1")}, {"SK", S("PROFILE")}, {"Email", S("nobody")}});
  EXPECT_THAT(
      Disagreements(true),
      testing::UnorderedElementsAre(
          "it is no entity of the model X", "it is no entity of the model: EntityType is 'Gone' X",
          HasSubstr("SK is 'TICKET#0001', but its template TICKET#{Number:pad(4)} makes it "),
          "User: Email must match [^@]+@[^@]+ X"));
}

TEST_F(TablePlanTest, VerifyGivesItemsOfABoundTableTheirGuards) {
  ApplyAll(*Desk());
  EXPECT_EQ(Put({{"PK", S("USER#u1")}, {"SK", S("PROFILE")}, {"Email", S("a@b")}}), "");
  Bind();
  Disagreements(true);
  EXPECT_THAT(Disagreements(), IsEmpty());
  ExpectKept();
}

}  // namespace
}  // namespace trestle
