#include "http/server.h"

#include <gtest/gtest.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <atomic>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "http/gzip_test_data.h"
#include "http/test_client.h"
#include "http/test_handler.h"

namespace trestle::http {
namespace {

using namespace std::chrono_literals;

class ServerTest : public testing::Test {
 protected:
  void SetUp() override { Start({.loops = 2}); }

  void Start(const ServerOptions& options) {
    server_ = nullptr;
    auto started = Server::Start(options, handler_, clock_);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }

  TestClient Connect() { return TestClient(server_->Port()); }

  static std::string Get(std::string_view target, std::string_view headers = "") {
    return "GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n" + std::string(headers) +
           "\r\n";
  }
  static std::string Post(std::string_view body, std::string_view target = "/echo") {
    return "POST " + std::string(target) +
           " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
  }

  TestHandler handler_;
  ManualClock clock_{TimePoint(std::chrono::seconds(784111777))};
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, AnswersOneRequestAfterTheOther) {
  TestClient client = Connect();
  for (int i = 0; i < 100; ++i) {
    const std::string body = "body " + std::to_string(i);
    ASSERT_TRUE(client.Send(Post(body)));
    const auto reply = client.Receive();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, body);
    EXPECT_TRUE(reply.Has("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    EXPECT_TRUE(reply.Has("Content-Type: text/plain\r\n"));
    EXPECT_TRUE(reply.Has("Connection: keep-alive\r\n"));
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  TestClient client = Connect();
  std::string all;
  for (int i = 0; i < 1000; ++i) all += Post(std::to_string(i), i % 3 == 0 ? "/turn" : "/echo");
  ASSERT_TRUE(client.Send(all));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(client.Receive().body, i % 3 == 0 ? "turn" : std::to_string(i));
  }
}

TEST_F(ServerTest, HoldsPipelinedRequestsBehindALateReply) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(Post("first") + Get("/later") + Post("third")));
  EXPECT_EQ(client.Receive().body, "first");
  Responder responder = handler_.Take();
  EXPECT_EQ(handler_.requests, 2) << "the third waits";
  std::thread([&] { responder.Send(Response{.body = "second"}); }).join();
  EXPECT_EQ(client.Receive().body, "second");
  EXPECT_EQ(client.Receive().body, "third");
}

// Answers from threads of its own, which look at the request after Handle has returned.
class ThreadedHandler final : public Handler {
 public:
  ~ThreadedHandler() override {
    for (std::thread& thread : threads_) thread.join();
  }
  void Handle(const Request& request, Responder responder) override {
    threads_.emplace_back([&request, later = std::move(responder)]() mutable {
      std::this_thread::sleep_for(50ms);
      later.Send(Response{.body = std::string(request.body) + std::string(*request.Find("host"))});
    });
  }

 private:
  std::vector<std::thread> threads_;
};

TEST_F(ServerTest, KeepsTheRequestUntilItIsAnswered) {
  ThreadedHandler handler;
  auto server = Server::Start({.loops = 1}, handler, clock_);
  ASSERT_TRUE(server);
  TestClient client((*server)->Port());
  ASSERT_TRUE(client.Send(Post("one ") + Post("two ")));
  std::this_thread::sleep_for(10ms);
  ASSERT_TRUE(client.Send(Post("three ")));
  for (const char* body : {"one h", "two h", "three h"}) EXPECT_EQ(client.Receive().body, body);
  (*server)->Stop();
}

TEST_F(ServerTest, OneWakeUpDeliversManyLateReplies) {
  std::vector<TestClient> clients;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(Connect());
    ASSERT_TRUE(clients.back().Send(Get("/later")));
  }
  std::vector<Responder> responders;
  for (int i = 0; i < 50; ++i) responders.push_back(handler_.Take());
  std::thread([&] {
    for (Responder& responder : responders) responder.Send(Response{.body = "done"});
  }).join();
  for (TestClient& client : clients) EXPECT_EQ(client.Receive().body, "done");
}

TEST_F(ServerTest, EndOfTurnComesAfterTheRequestsOfTheTurn) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(Get("/turn")));
  EXPECT_EQ(client.Receive().body, "turn");
  EXPECT_GE(handler_.turns, 1);
}

// Holds its loop in /hold; in /look, looks whether any client has got a reply.
class TurnWatcher final : public Handler {
 public:
  void Handle(const Request& request, Responder responder) override {
    if (request.path == "/hold") {
      holds.count_down();
      released.wait();
    } else if (request.path == "/look") {
      for (const int socket : watched) {
        int bytes = 0;
        ::ioctl(socket, FIONREAD, &bytes);
        if (bytes > 0) reply_seen = true;
      }
    }
    responder.Send(Response{});
  }

  std::latch holds{1};
  std::latch released{1};
  std::vector<int> watched;  // the clients' ends; set before the release
  std::atomic<bool> reply_seen = false;
};

bool HasArrived(const TestClient& client) {
  int unacknowledged = 0;
  ::ioctl(client.socket(), SIOCOUTQ, &unacknowledged);
  return unacknowledged == 0;
}

TEST_F(ServerTest, RepliesLeaveAfterTheRequestsOfTheTurn) {
  TurnWatcher handler;
  auto server = Server::Start({.loops = 1}, handler, clock_);
  ASSERT_TRUE(server) << server.error().message;
  std::vector<TestClient> clients;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(clients.emplace_back((*server)->Port()).Send(Get("/")));
    ASSERT_EQ(clients.back().Receive().status, 200);
  }
  TestClient holder((*server)->Port());
  ASSERT_TRUE(holder.Send(Get("/hold")));
  handler.holds.wait();
  for (TestClient& client : clients) {
    ASSERT_TRUE(client.Send(Get("/look")));
    while (!HasArrived(client)) std::this_thread::yield();
    handler.watched.push_back(client.socket());
  }
  handler.released.count_down();

  for (TestClient& client : clients) EXPECT_EQ(client.Receive().status, 200);
  EXPECT_FALSE(handler.reply_seen);
}

TEST_F(ServerTest, AForgottenReplyIsA500) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(Get("/drop") + Post("next")));
  const auto reply = client.Receive();
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.body, R"({"message":"The request was not answered."})");
  EXPECT_EQ(client.Receive().body, "next");
}

TEST_F(ServerTest, ReadsChunkedAndCompressedBodies) {
  TestClient client = Connect();
  ASSERT_TRUE(
      client.Send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "
                  "chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"));
  EXPECT_EQ(client.Receive().body, "abcde");
  const std::string packed = Gzip("compressed");
  ASSERT_TRUE(
      client.Send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: " +
                  std::to_string(packed.size()) + "\r\n\r\n" + packed));
  EXPECT_EQ(client.Receive().body, "compressed");
}

TEST_F(ServerTest, TellsAWaitingClientToContinue) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(
      "POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"));
  EXPECT_EQ(client.Receive().status, 100);
  ASSERT_TRUE(client.Send("body"));
  const auto reply = client.Receive();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "body");
}

TEST_F(ServerTest, RefusesAWaitingClientBeforeItSendsTooMuch) {
  TestClient client = Connect();
  ASSERT_TRUE(
      client.Send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: "
                  "16777217\r\n\r\n"));
  EXPECT_EQ(client.Receive().status, 413);
}

TEST_F(ServerTest, TakesABodyOfJustTheLimit) {
  TestClient client = Connect();
  const std::string body(16 << 20, 'b');
  std::thread sender([&] { client.Send(Post(body)); });
  const auto reply = client.Receive();
  sender.join();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, body);
}

TEST_F(ServerTest, AClientThatSendsTooMuchStillReadsWhy) {
  TestClient client = Connect();
  // All is sent before anything is read, as many clients do.
  ASSERT_TRUE(client.Send(Post(std::string(20 << 20, 'b'))));
  const auto reply = client.Receive();
  EXPECT_EQ(reply.status, 413);
  EXPECT_TRUE(reply.Has("Content-Type: application/json\r\n"));
  EXPECT_TRUE(reply.Has("Connection: close\r\n"));
  EXPECT_EQ(reply.body, R"({"message":"The request body is larger than this server accepts."})");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(ServerTest, RefusesNonsenseAndClosesTheConnection) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(Post("fine") + "NONSENSE\r\n\r\n" + Post("never read")));
  EXPECT_EQ(client.Receive().body, "fine");
  EXPECT_EQ(client.Receive().status, 400);
  EXPECT_TRUE(client.AtEnd());
  EXPECT_EQ(handler_.requests, 1);
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send("HEAD /big?5000 HTTP/1.1\r\nHost: h\r\n\r\n" + Post("next")));
  const auto reply = client.Receive(false);
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(reply.Has("Content-Length: 5000\r\n"));
  EXPECT_EQ(client.Receive().body, "next");
}

TEST_F(ServerTest, ClosesWhenEitherSideWantsTo) {
  TestClient asks = Connect();
  ASSERT_TRUE(asks.Send(Get("/echo", "Connection: close\r\n")));
  EXPECT_TRUE(asks.Receive().Has("Connection: close\r\n"));
  EXPECT_TRUE(asks.AtEnd());

  TestClient is_told = Connect();
  ASSERT_TRUE(is_told.Send(Get("/close") + Get("/echo")));
  EXPECT_TRUE(is_told.Receive().Has("Connection: close\r\n"));
  EXPECT_TRUE(is_told.AtEnd());

  TestClient old = Connect();
  ASSERT_TRUE(old.Send("GET /echo HTTP/1.0\r\n\r\n"));
  EXPECT_EQ(old.Receive().status, 200);
  EXPECT_TRUE(old.AtEnd());
}

TEST_F(ServerTest, AnswersAClientThatHasFinishedWriting) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(Post("one") + Get("/later") + Post("three")));
  client.EndWriting();
  EXPECT_EQ(client.Receive().body, "one");
  handler_.Take().Send(Response{.body = "two"});
  EXPECT_EQ(client.Receive().body, "two");
  EXPECT_EQ(client.Receive().body, "three");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(ServerTest, SendsLargeRepliesToSlowReaders) {
  TestClient client = Connect();
  std::string requests;
  for (int i = 0; i < 20; ++i) requests += Get("/big?3000000") + Post("small");
  ASSERT_TRUE(client.Send(requests));
  std::this_thread::sleep_for(50ms);
  EXPECT_LT(handler_.requests, 10) << "requests wait while replies do";
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(client.Receive().body.size(), 3'000'000U);
    EXPECT_EQ(client.Receive().body, "small");
  }
}

TEST_F(ServerTest, BoundsWhatWaitsForAClientThatDoesNotRead) {
  TestClient client = Connect();
  const timeval timeout{.tv_sec = 0, .tv_usec = 300'000};
  ::setsockopt(client.socket(), SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += Get("/big?4000");
  for (int i = 0; i < 1000 && client.Send(requests); ++i) continue;
  // Its 4 KB replies fill the sockets' buffers and the output, and no more.
  EXPECT_LT(handler_.requests, 20'000);
}

TEST_F(ServerTest, KnowsWhereARequestComesFrom) {
  TestClient client = Connect();
  ASSERT_TRUE(client.Send(Get("/remote")));
  EXPECT_EQ(client.Receive().body, "127.0.0.1 plain");
}

}  // namespace
}  // namespace trestle::http
