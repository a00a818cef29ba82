#include "client/request_writer.h"

#include <gtest/gtest.h>

namespace trestle::client {
namespace {

const Caller kCaller = {
    .credentials = {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""},
    .region = "us-east-1"};

TEST(RequestWriterTest, WritesASignedRequest) {
  const ManualClock clock(TimePoint(std::chrono::seconds(1440938160)));
  RequestWriter writer("127.0.0.1:8000", kCaller, clock);
  std::string request = "old";
  writer.Write("ListTables", "{}", request);
  // The signature as botocore makes it of these headers and this moment.
  EXPECT_EQ(request,
            "POST / HTTP/1.1\r\n"
            "content-type: application/x-amz-json-1.0\r\n"
            "host: 127.0.0.1:8000\r\n"
            "x-amz-date: 20150830T123600Z\r\n"
            "x-amz-target: DynamoDB_20120810.ListTables\r\n"
            "accept-encoding: identity\r\n"
            "authorization: AWS4-HMAC-SHA256 "
            "Credential=AKIAIOSFODNN7EXAMPLE/20150830/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
            "Signature=17a823d8cc26ea2bbfe2e3458e97429143d71e619621b0b3c9a39728cabfa16b\r\n"
            "content-length: 2\r\n\r\n{}");
}

TEST(RequestWriterTest, SignsTheSessionToken) {
  const ManualClock clock(TimePoint(std::chrono::seconds(1440938160)));
  Caller caller = kCaller;
  caller.credentials.session_token = "TOKEN";
  RequestWriter writer("127.0.0.1:8000", caller, clock);
  std::string request;
  writer.Write("ListTables", "{}", request);
  EXPECT_NE(request.find("x-amz-security-token: TOKEN\r\n"), std::string::npos);
  EXPECT_NE(request.find("host;x-amz-date;x-amz-security-token;x-amz-target, Signature="
                         "7e46e3940a87638803ceb50c88db28096521fef8ac8d2167b610ba2a513f159e\r\n"),
            std::string::npos)
      << request;
}

TEST(RequestWriterTest, FollowsTheClock) {
  ManualClock clock(TimePoint(std::chrono::seconds(1440938160)));
  RequestWriter writer("h", kCaller, clock);
  std::string request;
  writer.Write("ListTables", "{}", request);
  clock.Advance(std::chrono::hours(24));
  writer.Write("ListTables", "{}", request);
  EXPECT_NE(request.find("x-amz-date: 20150831T123600Z\r\n"), std::string::npos);
  EXPECT_NE(request.find("/20150831/us-east-1/"), std::string::npos);
}

}  // namespace
}  // namespace trestle::client
