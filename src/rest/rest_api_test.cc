#include "rest/rest_api.h"

#include <gtest/gtest.h>

#include <array>

#include "rest/rest_for_test.h"
#include "rest/url.h"

namespace trestle::rest {
namespace {

using http::Method;

class RestApiTest : public RestTest {};

TEST_F(RestApiTest, ListsModelsAndTheirParts) {
  Start();
  EXPECT_EQ(Get("/api").body, Get("/api/").body);
  EXPECT_NE(Get("/api/").body.find(R"("href":"/api/shop")"), std::string::npos);
  EXPECT_NE(Get("/api/shop").body.find(R"("id":["CustomerId","PlacedAt","OrderId"])"),
            std::string::npos);
  const Got catalogue = Get("/api/shop/patterns");
  EXPECT_NE(catalogue.body.find(R"("href":"/api/shop/patterns/Orders")"), std::string::npos);
  EXPECT_NE(catalogue.body.find(R"("href":"/api/shop/actions/PlaceOrder")"), std::string::npos);
  const Got openapi = Get("/api/shop/openapi.json");
  EXPECT_TRUE(ParsePlainJson(openapi.body));
  EXPECT_EQ(Send({.target = "/api/shop/openapi.json",
                  .headers = {{"If-None-Match", openapi.Header("ETag")}}})
                .status,
            304);
}

TEST_F(RestApiTest, TellsANewcomerWhatEachRouteDoes) {
  Start();
  const std::string overview = Get("/api/shop").body;
  EXPECT_NE(overview.find(R"({"method":"GET","path":"/api/shop/customers/{customer}/orders",)"
                          R"("pattern":"Orders","title":"A customer's orders, newest first"})"),
            std::string::npos)
      << overview;
  EXPECT_NE(overview.find(R"("methods":["POST","GET","PUT","PATCH","DELETE"],"name":"Order")"),
            std::string::npos)
      << overview;
  const std::string catalogue = Get("/api/shop/patterns").body;
  EXPECT_NE(catalogue.find(R"("routes":["GET /api/shop/customers/{customer}/orders"])"),
            std::string::npos)
      << catalogue;
}

TEST_F(RestApiTest, RunsPatternsPageByPage) {
  Start();
  Post("/api/shop/Order", R"({"CustomerId":"c1","Total":1})");
  Post("/api/shop/Order", R"({"CustomerId":"c1","Total":2})");
  const Got first = Get("/api/shop/patterns/Orders?customer=c1&limit=1");
  ASSERT_EQ(first.status, 200) << first.body;
  const auto page = ParsePlainJson(first.body);
  ASSERT_TRUE(page);
  const auto& members = *page->As<AttributeMap>();
  EXPECT_EQ(members.Find("items")->As<List>()->size(), 1u);
  const std::string cursor = *members.Find("cursor")->As<std::string>();
  const std::string next = "/api/shop/patterns/Orders?customer=c1&limit=9&cursor=";
  const Got second = Get(next + Encoded(cursor));
  EXPECT_NE(second.body.find(R"("cursor":null)"), std::string::npos) << second.body;
  EXPECT_NE(second.body.find(R"("consumed":{"read":0.5},"requests":1)"), std::string::npos);
  EXPECT_EQ(Get("/api/shop/patterns/Orders?customer=c2&cursor=" + Encoded(cursor)).status, 400);
  EXPECT_EQ(Get("/api/shop/customers/c1/orders").status, 200);
  EXPECT_NE(Get("/api/shop/patterns/Everything?CustomerId=c1").body.find(R"("EntityType":"Order")"),
            std::string::npos);
}

TEST_F(RestApiTest, NamesEachBadParameter) {
  Start();
  const Got bad = Get("/api/shop/patterns/Orders?least=much&custmer=c1");
  EXPECT_EQ(bad.status, 400);
  for (const char* field : {"least", "custmer", "customer"}) {
    EXPECT_NE(bad.body.find(R"({"field":")" + std::string(field) + "\""), std::string::npos)
        << bad.body;
  }
  const Got all = Get("/api/shop/patterns/Orders?least=much&limit=x&keys=maybe&cursor=a&cursor=b");
  EXPECT_EQ(all.status, 400);
  for (const char* field : {"least", "customer", "limit", "keys", "cursor"}) {
    EXPECT_NE(all.body.find(R"({"field":")" + std::string(field) + "\""), std::string::npos)
        << all.body;
  }
  const Got paged = Get("/api/shop/patterns/Orders?limit=0&keys=maybe&cursor=x");
  for (const char* field : {"customer", "limit", "keys", "cursor"}) {
    EXPECT_NE(paged.body.find(R"({"field":")" + std::string(field) + "\""), std::string::npos)
        << paged.body;
  }
  EXPECT_NE(Get("/api/shop/patterns/Orders?customer=c1&cursor=x").body.find(R"("field":"cursor")"),
            std::string::npos);
  EXPECT_EQ(Get("/api/shop/patterns/Orders?customer=c1&customer=c2").status, 400);
}

TEST_F(RestApiTest, SameIdempotencyKeySameAnswer) {
  Start();
  Post("/api/shop/Customer", R"({"CustomerId":"c1","Email":"a@b"})");
  const auto place = [this](std::string body) {
    return Send({.method = Method::kPost,
                 .target = "/api/shop/actions/PlaceOrder",
                 .body = std::move(body),
                 .headers = {{"Idempotency-Key", "k1"}}});
  };
  const Got first = place(R"({"customer":"c1","total":3})");
  ASSERT_EQ(first.status, 200) << first.body;
  const Got second = place(R"({"customer":"c1","total":3})");
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(second.Header("Idempotency-Replayed"), "true");
  EXPECT_EQ(place(R"({"customer":"c1","total":4})").status, 422);
  const Got beside = Post("/api/shop/orders?total=3", R"({"customer":"c1"})");
  EXPECT_EQ(beside.status, 400);
  EXPECT_NE(beside.body.find(R"({"field":"total","message":"is not a parameter"})"),
            std::string::npos)
      << beside.body;
  const Got refused = Post("/api/shop/orders", R"({"customer":"nobody","total":3})");
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_NE(refused.body.find(R"("step":2)"), std::string::npos) << refused.body;
}

TEST_F(RestApiTest, HttpSemantics) {
  Start();
  const Got wrong = Send({.method = Method::kDelete, .target = "/api/shop/patterns"});
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.Header("Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(Get("/api/shop/Custome/c1").status, 404);
  EXPECT_EQ(Get("/api/other").status, 404);
  EXPECT_EQ(Get("/api/shop/Customer/%zz").status, 400);
  EXPECT_EQ(Get("/api/shop/Customer/%ff").status, 400);
  EXPECT_EQ(Send({.method = Method::kHead, .target = "/api/shop/patterns"}).status, 200);
  const Got options = Send({.method = Method::kOptions, .target = "/api/shop/Customer/c1"});
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.Header("Allow"), "GET, HEAD, PUT, PATCH, DELETE, OPTIONS");
}

TEST_F(RestApiTest, PagesOfOtherSitesMayNotWrite) {
  Start(model::kShop, {.origins = {"https://friend.example"}});
  const auto from = [this](std::string origin, Method method) {
    return Send(
        {.method = method, .target = "/api/shop/patterns", .headers = {{"Origin", origin}}});
  };
  EXPECT_EQ(from("https://elsewhere.example", Method::kPost).status, 403);
  EXPECT_EQ(from("https://elsewhere.example", Method::kGet).Header("Access-Control-Allow-Origin"),
            "-");
  EXPECT_EQ(from("https://localhost.example", Method::kPost).status, 403);
  EXPECT_EQ(from("http://localhost:3000", Method::kPost).status, 405);
  EXPECT_EQ(from("http://here:8000", Method::kPost).status, 405);
  const Got preflight = from("https://friend.example", Method::kOptions);
  EXPECT_EQ(preflight.Header("Access-Control-Allow-Origin"), "https://friend.example");
  EXPECT_NE(preflight.Header("Access-Control-Allow-Methods"), "-");
}

TEST_F(RestApiTest, AsksWhoMayAndCounts) {
  Start(model::kShop, {.authorize = [](const http::Request& request) -> Status {
          if (request.Find("Authorization")) return {};
          return Fail(ErrorCode::kMissingAuthenticationToken, "no");
        }});
  EXPECT_EQ(Get("/api/shop").status, 401);
  EXPECT_EQ(Send({.target = "/api/shop", .headers = {{"Authorization", "x"}}}).status, 200);
  std::string metrics;
  api_->AppendMetrics(metrics);
  EXPECT_NE(
      metrics.find(R"(trestle_rest_requests_total{model="shop",method="GET",status="4xx"} 1)"),
      std::string::npos)
      << metrics;
}

TEST_F(RestApiTest, WhatIsHiddenIsTakenAndNeverShown) {
  std::string text(model::kShop);
  constexpr std::string_view kNote = "\nNote = \"string\"";
  text.replace(text.find(kNote), kNote.size(), "\nNote = { type = \"string\", hidden = true }");
  Start(text);
  const Got made =
      Post("/api/shop/Customer", R"({"CustomerId":"c1","Email":"a@b","Note":"secret"})");
  EXPECT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(made.body.find("secret"), std::string::npos) << made.body;
  // An item of no known entity, beside it.
  PutItemRequest stray;
  stray.table_name = "shop";
  stray.item = Item{{"PK", repository::S("CUSTOMER#c1")},
                    {"SK", repository::S("STRAY")},
                    {"Note", repository::S("secret")}};
  ASSERT_TRUE(database_->PutItem(stray));
  for (const char* const target :
       {"/api/shop/Customer/c1", "/api/shop/Customer/c1?keys=true",
        "/api/shop/patterns/Customer?CustomerId=c1&keys=true", "/api/shop/patterns/All?keys=true",
        "/api/shop/patterns/Everything?CustomerId=c1&keys=true"}) {
    const Got shown = Get(target);
    EXPECT_EQ(shown.status, 200) << shown.body;
    EXPECT_EQ(shown.body.find("secret"), std::string::npos) << target << shown.body;
  }
  const Item stored =
      repository().Get("Customer", {{"CustomerId", repository::S("c1")}})->found->item;
  EXPECT_EQ(*stored.Find("Note"), repository::S("secret"));
  EXPECT_NE(Get("/api/shop/openapi.json").body.find(R"("Note":{"type":"string","writeOnly":true})"),
            std::string::npos);
}

TEST_F(RestApiTest, WhatTheModelKeepsToItselfHasNoRoute) {
  std::string text(model::kShop);
  const auto add = [&](std::string_view behind, std::string_view line) {
    const std::size_t at = text.find(behind);
    ASSERT_NE(at, std::string::npos) << behind;
    text.insert(at + behind.size(), line);
  };
  add("[entities.Customer]\n", "routes = \"read\"\n");
  add("[entities.Order]\n", "routes = \"none\"\n");
  add("[patterns.All]\n", "routes = \"none\"\n");
  add("[transactions.PlaceOrder]\n", "routes = \"none\"\n");
  Start(text);
  const Item customer{{"CustomerId", repository::S("c1")}, {"Email", repository::S("a@b")}};
  ASSERT_TRUE(repository().Create("Customer", customer));
  EXPECT_EQ(Get("/api/shop/Customer/c1").status, 200);
  EXPECT_EQ(Post("/api/shop/Customer", R"({"CustomerId":"c2","Email":"b@b"})").status, 404);
  for (const Method method : {Method::kPut, Method::kPatch, Method::kDelete}) {
    const Got refused = Send({.method = method, .target = "/api/shop/Customer/c1", .body = "{}"});
    EXPECT_EQ(refused.status, 405) << refused.body;
    EXPECT_EQ(refused.Header("Allow"), "GET, HEAD, OPTIONS");
  }
  EXPECT_EQ(Get("/api/shop/patterns/All").status, 404);
  EXPECT_EQ(Post("/api/shop/actions/PlaceOrder", "{}").status, 404);
  EXPECT_EQ(Post("/api/shop/orders", "{}").status, 400);  // declared by [routes]
  EXPECT_EQ(Get("/api/shop").body.find(R"("name":"Order")"), std::string::npos);
  const std::string catalogue = Get("/api/shop/patterns").body;
  EXPECT_EQ(catalogue.find(R"("name":"All")"), std::string::npos) << catalogue;
  EXPECT_EQ(catalogue.find("actions/PlaceOrder"), std::string::npos) << catalogue;
  const std::string openapi = Get("/api/shop/openapi.json").body;
  for (const char* const gone : {"createCustomer", "getOrder", "runAll", "/actions/PlaceOrder"}) {
    EXPECT_EQ(openapi.find(gone), std::string::npos) << gone;
  }
  EXPECT_NE(openapi.find("getCustomer"), std::string::npos);
}

class Greeting final : public repository::Workflows {
 public:
  Result<repository::WorkflowAnswer> Run(std::string_view name,
                                         const repository::WorkflowCall& call) override {
    if (call.bearer_token == "expired") {
      return Fail(ErrorCode::kMissingAuthenticationToken, "log in");
    }
    if (call.bearer_token) {
      return repository::WorkflowAnswer{.body = AttributeValue::String(*call.bearer_token)};
    }
    if (!call.idempotency_key) return Fail(ErrorCode::kResourceNotFound, std::string(name));
    return repository::WorkflowAnswer{.status = 202, .body = *call.arguments.Find("times")};
  }
};

TEST_F(RestApiTest, RunsWorkflowsOfASystem) {
  std::string text(model::kShop);
  text.replace(text.find("[routes]"), 8,
               "[workflows.Greet]\ntitle = \"Greets\"\nsession = true\n"
               "parameters = { times = { type = \"integer\", max = 5 } }\n"
               "[routes]\n\"POST /greetings/{times}\" = { workflow = \"Greet\" }");
  Start(text, {}, std::make_shared<Greeting>());
  const Got greeted = Send({.method = Method::kPost,
                            .target = "/api/shop/greetings/3",
                            .headers = {{"Idempotency-Key", "k"}}});
  EXPECT_EQ(greeted.status, 202) << greeted.body;
  EXPECT_EQ(greeted.body, "3");
  const Got too_often = Send({.method = Method::kPost, .target = "/api/shop/greetings/9"});
  EXPECT_EQ(too_often.status, 400);
  EXPECT_NE(too_often.body.find(R"({"field":"times","message":"must be at most 5"})"),
            std::string::npos)
      << too_often.body;
  EXPECT_EQ(Post("/api/shop/actions/Greet", R"({"times":1})").status, 404);
  EXPECT_EQ(Post("/api/shop/actions/Greet", R"({"times":"x"})").status, 400);
  const auto with = [this](std::string authorization) {
    return Send({.method = Method::kPost,
                 .target = "/api/shop/greetings/3",
                 .headers = {{"Authorization", std::move(authorization)}}});
  };
  EXPECT_EQ(with("Bearer a-token").body, "\"a-token\"");
  EXPECT_EQ(with("bearer a-token").body, "\"a-token\"");
  EXPECT_EQ(with("Basic a-token").status, 404);
  const Got expired = with("Bearer expired");
  EXPECT_EQ(expired.status, 401);
  EXPECT_EQ(expired.Header("WWW-Authenticate"), "Bearer");
  EXPECT_NE(Get("/api/shop/patterns").body.find("Greets"), std::string::npos);
  const std::string openapi = Get("/api/shop/openapi.json").body;
  EXPECT_NE(openapi.find("doGreet"), std::string::npos);
  EXPECT_NE(openapi.find(R"("security":[{"session":[]}])"), std::string::npos);
  EXPECT_NE(openapi.find(R"("securitySchemes":{"session":{)"), std::string::npos);
}

}  // namespace
}  // namespace trestle::rest
