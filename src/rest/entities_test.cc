#include <gtest/gtest.h>

#include "rest/rest_for_test.h"

namespace trestle::rest {
namespace {

using http::Method;

constexpr const char* kCustomer = R"({"CustomerId":"c/1","Email":"a@b","Tags":["y","x"],)"
                                  R"("Place":{"lat":52.5,"lon":13.4}})";

class RestEntitiesTest : public RestTest {
 protected:
  void SetUp() override { Start(); }
  Got Patch(std::string target, std::string body, std::string version = "") {
    Sent sent{.method = Method::kPatch, .target = std::move(target), .body = std::move(body)};
    if (!version.empty()) sent.headers.emplace_back("If-Match", std::move(version));
    return Send(sent);
  }
  Got Put(std::string target, std::string body, std::string header = "", std::string value = "") {
    Sent sent{.method = Method::kPut, .target = std::move(target), .body = std::move(body)};
    if (!header.empty()) sent.headers.emplace_back(std::move(header), std::move(value));
    return Send(sent);
  }
};

TEST_F(RestEntitiesTest, CreatesAndReadsByTheParts) {
  const Got made = Post("/api/shop/Customer", kCustomer);
  EXPECT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(made.body,
            R"({"CustomerId":"c/1","Email":"a@b","Orders":0,"Place":{"lat":52.5,"lon":13.4},)"
            R"("Hash":"u33d8v","Tags":["x","y"],"Version":1})");
  EXPECT_EQ(made.Header("Location"), "/api/shop/Customer/c%2F1");
  EXPECT_EQ(made.Header("ETag"), "\"1\"");
  EXPECT_EQ(made.Header("Content-Type"), "application/json");
  const Got read = Get(made.Header("Location"));
  EXPECT_EQ(read.status, 200);
  EXPECT_EQ(read.body, made.body);
  const Got again = Post("/api/shop/Customer", kCustomer);
  EXPECT_EQ(again.status, 409);
  EXPECT_EQ(again.Header("Content-Type"), "application/problem+json");
}

TEST_F(RestEntitiesTest, ShowsKeysOnlyWhenAsked) {
  Post("/api/shop/Customer", kCustomer);
  const Got shown = Get("/api/shop/Customer/c%2F1?keys=true");
  EXPECT_NE(shown.body.find(R"("PK":"CUSTOMER#c/1")"), std::string::npos) << shown.body;
  EXPECT_NE(shown.body.find(R"("EntityType":"Customer")"), std::string::npos);
  EXPECT_EQ(Get("/api/shop/Customer/c%2F1?keys=maybe").status, 400);
  EXPECT_EQ(Get("/api/shop/Customer/c%2F1?kyes=true").status, 400);
}

TEST_F(RestEntitiesTest, SeveralPartsMakeOneKey) {
  const Got made = Post("/api/shop/Order", R"({"CustomerId":"c1","Total":0.10})");
  ASSERT_EQ(made.status, 201) << made.body;
  const Got read = Get(made.Header("Location"));
  EXPECT_EQ(read.status, 200) << made.Header("Location") << read.body;
  EXPECT_NE(read.body.find(R"("Total":0.1,)"), std::string::npos) << read.body;
  EXPECT_EQ(read.Header("ETag").substr(0, 3), "W/\"");
}

TEST_F(RestEntitiesTest, NamesEachBadField) {
  const Got bad = Post("/api/shop/Order", R"({"CustomerId":"c1","Total":-1,"Status":"lost"})");
  EXPECT_EQ(bad.status, 400);
  EXPECT_NE(bad.body.find(R"({"field":"Total","message":)"), std::string::npos) << bad.body;
  EXPECT_NE(bad.body.find(R"({"field":"Status","message":)"), std::string::npos) << bad.body;
}

TEST_F(RestEntitiesTest, UniqueValueIsAConflictThatNamesIt) {
  Post("/api/shop/Customer", kCustomer);
  const Got taken = Post("/api/shop/Customer", R"({"CustomerId":"c2","Email":"a@b"})");
  EXPECT_EQ(taken.status, 409);
  EXPECT_NE(taken.body.find(R"("errors":[{"field":"Email","message":"is taken"}])"),
            std::string::npos)
      << taken.body;
}

TEST_F(RestEntitiesTest, VersionsGuardChanges) {
  Post("/api/shop/Customer", kCustomer);
  const Got changed = Patch("/api/shop/Customer/c%2F1", R"({"Note":"x","Tags":null})", "\"1\"");
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(changed.Header("ETag"), "\"2\"");
  EXPECT_EQ(changed.body.find("Tags"), std::string::npos) << changed.body;
  EXPECT_EQ(Patch("/api/shop/Customer/c%2F1", R"({"Note":"y"})", "\"1\"").status, 412);
  EXPECT_EQ(Patch("/api/shop/Customer/c%2F1", R"({"Note":"y"})", "\"7\", \"2\"").status, 200);
  EXPECT_EQ(Patch("/api/shop/Customer/c%2F1", R"({"Note":"y"})", "*").status, 200);
  EXPECT_EQ(Patch("/api/shop/Customer/none", R"({"Note":"y"})", "*").status, 412);
  EXPECT_EQ(Patch("/api/shop/Customer/none", R"({"Note":"y"})").status, 404);
  EXPECT_EQ(Patch("/api/shop/Customer/c%2F1", R"({"CustomerId":"z"})").status, 400);
}

TEST_F(RestEntitiesTest, NotModifiedWhereTheTagIsKnown) {
  Post("/api/shop/Customer", kCustomer);
  const Got same =
      Send({.target = "/api/shop/Customer/c%2F1", .headers = {{"If-None-Match", "W/\"1\""}}});
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(same.Header("ETag"), "\"1\"");
}

TEST_F(RestEntitiesTest, PutCreatesThenReplaces) {
  EXPECT_EQ(Put("/api/shop/Customer/c1", R"({"Email":"a@b","Note":"x"})").status, 201);
  const Got replaced = Put("/api/shop/Customer/c1", R"({"Email":"a@b"})");
  EXPECT_EQ(replaced.status, 200) << replaced.body;
  EXPECT_EQ(replaced.body.find("Note"), std::string::npos);
  EXPECT_EQ(replaced.Header("ETag"), "\"2\"");
  EXPECT_EQ(Put("/api/shop/Customer/c1", R"({"Email":"a@b"})", "If-None-Match", "*").status, 412);
  EXPECT_EQ(Put("/api/shop/Customer/c1", R"({"Email":"a@b"})", "If-Match", "\"1\"").status, 412);
  EXPECT_EQ(Put("/api/shop/Customer/c1", R"({"Email":"a@b"})", "If-Match", "\"2\"").status, 200);
  EXPECT_EQ(Put("/api/shop/Customer/c9", R"({"Email":"c@d"})", "If-Match", "\"2\"").status, 412);
  EXPECT_EQ(Put("/api/shop/Customer/c1", R"({"CustomerId":"c2","Email":"a@b"})").status, 400);
}

TEST_F(RestEntitiesTest, DeletesOnce) {
  Post("/api/shop/Customer", kCustomer);
  const Sent gone{.method = Method::kDelete, .target = "/api/shop/Customer/c%2F1"};
  EXPECT_EQ(Send(gone).status, 204);
  EXPECT_EQ(Send(gone).status, 404);
  EXPECT_EQ(Get(gone.target).status, 404);
}

TEST_F(RestEntitiesTest, NumbersKeepTheirDigits) {
  const Got made = Post("/api/shop/Customer",
                        R"({"CustomerId":"c1","Email":"a@b","Big":12345678901234567890.123})");
  EXPECT_NE(made.body.find("12345678901234567890.123"), std::string::npos) << made.body;
}

TEST_F(RestEntitiesTest, RefusesWhatIsNoJsonObject) {
  EXPECT_EQ(Post("/api/shop/Customer", "[]").status, 400);
  EXPECT_EQ(Post("/api/shop/Customer", "{").status, 400);
  EXPECT_EQ(Send({.method = Method::kPost, .target = "/api/shop/Customer"}).status, 415);
  EXPECT_EQ(Send({.method = Method::kPost,
                  .target = "/api/shop/Customer",
                  .body = "{}",
                  .headers = {{"Content-Type", "text/plain"}}})
                .status,
            415);
  EXPECT_EQ(Post("/api/shop/Customer", std::string(kMaxBody + 1, ' ')).status, 413);
}

}  // namespace
}  // namespace trestle::rest
