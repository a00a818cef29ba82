#include "objects/s3_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "client/scripted_server_for_test.h"
#include "objects/s3_answers.h"

namespace trestle {
namespace {

using client::ScriptedServer;
using testing::ElementsAre;

class S3StoreTest : public testing::Test {
 protected:
  S3Store StoreAt(const ScriptedServer& server) {
    return S3Store({.endpoint = server.endpoint(), .credentials = {"AKID", "secret", ""}}, clock_);
  }
  SystemClock clock_;
};

TEST_F(S3StoreTest, EncodesKeysAndSignsThem) {
  std::string path, authorization, body;
  ScriptedServer server([&](const http::Request& request) {
    path = request.path;
    authorization = request.Find("Authorization").value_or("");
    body = request.body;
    return client::Ok("");
  });
  S3Store store = StoreAt(server);
  EXPECT_EQ(store.Put({"bucket", "a b/c+d.json"}, "hello"), "5d41402abc4b2a76b9719d911017c592");
  EXPECT_EQ(path, "/bucket/a%20b/c%2Bd.json");
  EXPECT_EQ(body, "hello");
  EXPECT_NE(authorization.find("/us-east-1/s3/aws4_request"), std::string::npos);
  EXPECT_NE(authorization.find("SignedHeaders=host;x-amz-content-sha256;x-amz-date,"),
            std::string::npos);
}

TEST_F(S3StoreTest, ReadsARange) {
  ScriptedServer server([&](const http::Request& request) {
    http::Response response = client::Ok(std::string(request.Find("Range").value_or("")));
    response.status = 206;
    return response;
  });
  EXPECT_EQ(StoreAt(server).Read({"bucket", "a"}, 10, 5), "bytes=10-14");
}

TEST_F(S3StoreTest, WritesOnACondition) {
  std::string stored_tag, match, none_match, authorization;
  ScriptedServer server([&](const http::Request& request) {
    http::Response response = client::Ok("");
    if (request.method == http::Method::kGet) {
      response.headers.Add("ETag", "\"v7\"");
      return response;
    }
    match = request.Find("If-Match").value_or("");
    none_match = request.Find("If-None-Match").value_or("");
    authorization = request.Find("Authorization").value_or("");
    const bool holds = match.empty() ? stored_tag.empty() : match == stored_tag;
    response.status = holds ? 200 : 412;
    stored_tag = "\"v7\"";
    return response;
  });
  S3Store store = StoreAt(server);
  const ObjectName name{"bucket", "a"};
  EXPECT_TRUE(store.PutIf(name, "x", ""));
  EXPECT_EQ(none_match, "*");
  EXPECT_NE(authorization.find("SignedHeaders=host;if-none-match;x-amz-"), std::string::npos);
  const auto second = store.PutIf(name, "x", "");
  ASSERT_FALSE(second);
  EXPECT_TRUE(HasS3Code(second.error(), kPreconditionFailed));
  const std::string tag = store.TagOf(name).value_or("");
  EXPECT_EQ(tag, "\"v7\"");
  EXPECT_TRUE(store.PutIf(name, "x", tag));
  EXPECT_EQ(match, tag);
  EXPECT_EQ(none_match, "");
  EXPECT_FALSE(store.PutIf(name, "x", "\"v6\""));
}

TEST_F(S3StoreTest, SaysWhatAServerWithoutConditionsSays) {
  int asked = 0;
  ScriptedServer server([&](const http::Request& request) {
    ++asked;
    http::Response response = client::Ok("<Error><Code>NoSuchKey</Code></Error>");
    response.status = request.method == http::Method::kGet ? 404 : 501;
    return response;
  });
  EXPECT_EQ(StoreAt(server).TagOf({"bucket", "a"}), "");
  const auto put = StoreAt(server).PutIf({"bucket", "a"}, "x", "");
  ASSERT_FALSE(put);
  EXPECT_TRUE(HasS3Code(put.error(), kNotImplemented));
  EXPECT_EQ(asked, 2);  // it would say so again
}

TEST_F(S3StoreTest, FollowsPages) {
  ScriptedServer server([&](const http::Request& request) {
    const bool first = request.query.find("continuation-token") == std::string_view::npos;
    return client::Ok(
        first ? "<R><IsTruncated>true</IsTruncated><Contents><Key>a&amp;b</Key><Size>3"
                "</Size></Contents><NextContinuationToken>x/y=</NextContinuationToken></R>"
              : "<R><IsTruncated>false</IsTruncated><Contents><Key>c</Key><Size>4</Size>"
                "</Contents></R>");
  });
  EXPECT_THAT(*StoreAt(server).List("bucket", "p", 100),
              ElementsAre(ObjectSummary{"a&b", 3}, ObjectSummary{"c", 4}));
}

TEST_F(S3StoreTest, TellsWhatTheServerSays) {
  ScriptedServer server([&](const http::Request&) {
    http::Response response = client::Ok(
        "<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not "
        "exist</Message></Error>");
    response.status = 404;
    return response;
  });
  const Error error = StoreAt(server).List("bucket", "", 1).error();
  EXPECT_EQ(error.code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(dynamic_cast<const ObjectFailure&>(*error.detail).s3_code, "NoSuchBucket");
  EXPECT_EQ(
      error.message,
      "The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: "
      "NoSuchBucket)");
}

TEST_F(S3StoreTest, AsksAgainAfterABadMoment) {
  int asked = 0;
  ScriptedServer server([&](const http::Request&) {
    http::Response response = client::Ok("");
    if (++asked < 3) response.status = 503;
    return response;
  });
  EXPECT_TRUE(StoreAt(server).Put({"bucket", "a"}, "x"));
  EXPECT_EQ(asked, 3);
}

TEST_F(S3StoreTest, GivesUpWhenToldTo) {
  std::atomic<bool> asked = false;
  std::promise<void> enough;
  ScriptedServer server([&](const http::Request&) {
    asked = true;
    enough.get_future().wait();
    return client::Ok("");
  });
  S3Store store = StoreAt(server);
  EXPECT_FALSE(store.GivingUpWhen([&] { return asked.load(); })->Put({"bucket", "a"}, "x"));
  enough.set_value();
}

TEST(S3AnswersTest, MakeTheBestOfDamage) {
  EXPECT_EQ(XmlText("<a>x&lt;&#x41;&#66;&unknown;</a>", "a"), "x<AB");
  EXPECT_EQ(XmlText("<a>x", "a"), "");
  EXPECT_TRUE(ReadObjectPage("<Contents><Key>x</Key>").objects.empty());
}

}  // namespace
}  // namespace trestle
