#include "client/channel.h"

#include <gtest/gtest.h>

#include <atomic>

#include "client/scripted_server_for_test.h"

namespace trestle::client {
namespace {

std::string Get(const Endpoint& endpoint, std::string_view more = "") {
  return "GET / HTTP/1.1\r\nHost: " + endpoint.host() + "\r\n" + std::string(more) + "\r\n";
}

TEST(ChannelTest, BringsOneAnswerAfterTheOther) {
  std::atomic<int> asked = 0;
  ScriptedServer server([&](const http::Request&) { return Ok(std::to_string(++asked)); });
  Channel channel(server.endpoint());
  EXPECT_EQ(channel.Send(Get(server.endpoint()))->body, "1");
  EXPECT_EQ(channel.Send(Get(server.endpoint()))->body, "2");
}

TEST(ChannelTest, ConnectsAgainWhenTheServerHungUp) {
  ScriptedServer server([&](const http::Request&) { return Ok("x"); });
  Channel channel(server.endpoint());
  EXPECT_EQ(channel.Send(Get(server.endpoint(), "Connection: close\r\n"))->body, "x");
  EXPECT_EQ(channel.Send(Get(server.endpoint()))->body, "x");
}

TEST(ChannelTest, CarriesLargeBodiesBothWays) {
  ScriptedServer server(
      [&](const http::Request& request) { return Ok(std::string(request.body)); });
  Channel channel(server.endpoint());
  const std::string body(5 << 20, 'x');
  const std::string request =
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
      body;
  EXPECT_EQ(channel.Send(request)->body, body);
}

TEST(ChannelTest, SaysThatNobodyListens) {
  Result<Endpoint> endpoint = Endpoint::Parse("http://127.0.0.1:1");
  ASSERT_TRUE(endpoint && endpoint->Resolve());
  Channel channel(*endpoint);
  EXPECT_NE(channel.Send(Get(*endpoint)).error().message.find("does not answer"),
            std::string::npos);
}

}  // namespace
}  // namespace trestle::client
