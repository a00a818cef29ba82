#include <gtest/gtest.h>
#include <sys/resource.h>
#include <atomic>

#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "http/server.h"
#include "http/test_client.h"
#include "http/test_handler.h"

namespace trestle::http {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kEcho = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok";
constexpr std::string_view kLater = "GET /later HTTP/1.1\r\nHost: h\r\n\r\n";

bool Eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 1000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

class ServerLifecycleTest : public testing::Test {
 protected:
  void Start(const ServerOptions& options) {
    auto started = Server::Start(options, handler_, clock_);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }
  TestClient Connect() { return TestClient(server_->Port()); }

  TestHandler handler_;
  SystemClock clock_;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerLifecycleTest, APortInUseIsAClearError) {
  Start({.loops = 1});
  const auto second = Server::Start({.port = server_->Port(), .loops = 1}, handler_, clock_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(second.error().message,
            "port " + std::to_string(server_->Port()) +
                " on 127.0.0.1 is in use: stop the program that holds it, or choose "
                "another port (0 picks a free one)");
}

TEST_F(ServerLifecycleTest, AnUnknownHostIsAClearError) {
  const auto server = Server::Start({.host = "no such host", .loops = 1}, handler_, clock_);
  ASSERT_FALSE(server);
  EXPECT_TRUE(server.error().message.starts_with("cannot listen on host 'no such host': "));
}

TEST_F(ServerLifecycleTest, SaysWhereItIs) {
  Start({.host = "0.0.0.0", .loops = 1});
  EXPECT_EQ(server_->Url(), "http://127.0.0.1:" + std::to_string(server_->Port()));
}

TEST_F(ServerLifecycleTest, ThePortIsFreeAgainAfterAStop) {
  Start({.loops = 1});
  TestClient client = Connect();
  client.Send(kEcho);
  EXPECT_EQ(client.Receive().status, 200);
  const std::uint16_t port = server_->Port();
  server_->Stop();
  server_->Stop();
  EXPECT_FALSE(TestClient(port).connected());
  Start({.port = port, .loops = 1});
  EXPECT_TRUE(Connect().connected());
}

TEST_F(ServerLifecycleTest, StopClosesIdleConnectionsAtOnce) {
  Start({.loops = 2, .limits = {.drain_time = 60s}});
  std::vector<TestClient> clients;
  for (int i = 0; i < 10; ++i) {
    clients.push_back(Connect());
    clients.back().Send(kEcho);
    EXPECT_EQ(clients.back().Receive().status, 200);
  }
  const auto begun = std::chrono::steady_clock::now();
  server_->Stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 30s);
  for (TestClient& client : clients) EXPECT_TRUE(client.AtEnd());
}

TEST_F(ServerLifecycleTest, StopWaitsForRequestsInFlight) {
  Start({.loops = 2});
  TestClient pending = Connect();
  pending.Send(kLater);
  Responder responder = handler_.Take();
  TestClient half_sent = Connect();
  half_sent.Send(kEcho.substr(0, kEcho.size() - 1));
  ASSERT_TRUE(Eventually([&] { return server_->Connections() == 2; }));
  std::this_thread::sleep_for(50ms);

  std::thread stopper([&] { server_->Stop(); });
  std::this_thread::sleep_for(50ms);
  half_sent.Send("k");
  const auto finished = half_sent.Receive();
  EXPECT_EQ(finished.body, "ok");
  EXPECT_TRUE(finished.Has("Connection: close\r\n"));
  responder.Send(Response{.body = "late"});
  const auto reply = pending.Receive();
  EXPECT_EQ(reply.body, "late");
  EXPECT_TRUE(reply.Has("Connection: close\r\n"));
  stopper.join();
}

TEST_F(ServerLifecycleTest, StopGivesUpOnRepliesThatDoNotCome) {
  Start({.loops = 2, .limits = {.drain_time = 100ms}});
  TestClient client = Connect();
  client.Send(kLater);
  Responder responder = handler_.Take();
  server_->Stop();
  EXPECT_TRUE(client.AtEnd());
  server_.reset();
  responder.Send(Response{.body = "to nobody"});
}

TEST_F(ServerLifecycleTest, AReplyForAConnectionThatDiedGoesNowhere) {
  Start({.loops = 2});
  for (int i = 0; i < 50; ++i) {
    TestClient client = Connect();
    client.Send(kLater);
    Responder responder = handler_.Take();
    if (i % 2 == 0) {
      // A reset is noticed while the reply is pending; an end of input might only be half of the
      // connection.
      client.Abort();
      ASSERT_TRUE(Eventually([&] { return server_->Connections() == 0; }));
    } else {
      client.Close();
    }
    responder.Send(Response{.body = std::string(100'000, 'x')});
    ASSERT_TRUE(Eventually([&] { return server_->Connections() == 0; }));
  }
  TestClient client = Connect();
  client.Send(kEcho);
  EXPECT_EQ(client.Receive().body, "ok");
}

TEST_F(ServerLifecycleTest, ClosesIdleConnectionsInTime) {
  Start({.loops = 1, .limits = {.idle_time = 100ms}});
  TestClient client = Connect();
  client.Send(kEcho);
  EXPECT_EQ(client.Receive().status, 200);
  EXPECT_TRUE(client.AtEnd());
  EXPECT_TRUE(Eventually([&] { return server_->Connections() == 0; }));
}

TEST_F(ServerLifecycleTest, AHeadThatTricklesInIsTimedOut) {
  Start({.loops = 1, .limits = {.head_time = 200ms}});
  TestClient client = Connect();
  client.Send("GET / HTTP/1.1\r\n");
  std::atomic<bool> answered = false;
  std::thread trickle([&] {
    while (!answered && client.Send("A: b\r\n")) std::this_thread::sleep_for(20ms);
  });
  const auto reply = client.Receive();
  answered = true;
  trickle.join();
  EXPECT_EQ(reply.status, 408)
      << "each line must not buy more time, up to as many as a head may have";
}

TEST_F(ServerLifecycleTest, ABodyThatStallsIsTimedOut) {
  Start({.loops = 1, .limits = {.stall_time = 100ms}});
  TestClient client = Connect();
  client.Send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(ServerLifecycleTest, ALateReplyIsNotTimedOut) {
  Start({.loops = 1, .limits = {.idle_time = 50ms, .head_time = 50ms, .stall_time = 50ms}});
  TestClient client = Connect();
  client.Send(kLater);
  Responder responder = handler_.Take();
  std::this_thread::sleep_for(300ms);
  responder.Send(Response{.body = "late"});
  EXPECT_EQ(client.Receive().body, "late");
}

TEST_F(ServerLifecycleTest, TurnsAwayConnectionsPastTheLimit) {
  Start({.loops = 2, .limits = {.max_connections = 3}});
  std::vector<TestClient> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(Connect());
    clients.back().Send(kEcho);
    EXPECT_EQ(clients.back().Receive().status, 200);
  }
  EXPECT_EQ(Connect().Receive().status, 503);
  clients.pop_back();
  ASSERT_TRUE(Eventually([&] { return server_->Connections() == 2; }));
  TestClient next = Connect();
  next.Send(kEcho);
  EXPECT_EQ(next.Receive().status, 200);
}

TEST_F(ServerLifecycleTest, SurvivesRunningOutOfFiles) {
  Start({.loops = 1});
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  TestClient first = Connect();
  first.Send(kEcho);
  EXPECT_EQ(first.Receive().status, 200);
  // The client's end gets the last file that there is.
  rlimit low = before;
  low.rlim_cur = static_cast<rlim_t>(::dup(0)) + 1;
  ::close(static_cast<int>(low.rlim_cur) - 1);
  ::setrlimit(RLIMIT_NOFILE, &low);
  TestClient waiting = Connect();
  EXPECT_TRUE(waiting.connected()) << "by the backlog";
  waiting.Send(kEcho);
  first.Send(kEcho);
  EXPECT_EQ(first.Receive().status, 200) << "others are served";
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(waiting.Receive().status, 200) << "served once there are files again";
}

std::size_t ResidentBytes() {
  std::size_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

TEST_F(ServerLifecycleTest, ManyIdleConnectionsCostLittle) {
  Start({.loops = 2});
  constexpr std::size_t kCount = 2000;
  std::vector<TestClient> clients;
  clients.reserve(kCount);
  const std::size_t before = ResidentBytes();
  for (std::size_t i = 0; i < kCount; ++i) {
    clients.push_back(Connect());
    ASSERT_TRUE(clients.back().connected());
    clients.back().Send(kEcho);
    ASSERT_EQ(clients.back().Receive().status, 200);
  }
  EXPECT_EQ(server_->Connections(), kCount);
  // Less than a read buffer of 16 KiB each, even with a sanitizer's share and the clients' own
  // objects.
  EXPECT_LT((ResidentBytes() - before) / kCount, 8192U);
}

TEST_F(ServerLifecycleTest, SpreadsConnectionsOverTheLoops) {
  class Counter final : public Handler {
   public:
    void Handle(const Request& request, Responder responder) override {
      ++seen[request.loop];
      responder.Send(Response{});
    }
    std::atomic<int> seen[4] = {};
  } counter;
  auto server = Server::Start({.loops = 4}, counter, clock_);
  ASSERT_TRUE(server);
  std::vector<TestClient> clients;
  for (int i = 0; i < 16; ++i) {
    clients.emplace_back((*server)->Port());
    clients.back().Send(kEcho);
    EXPECT_EQ(clients.back().Receive().status, 200);
  }
  for (const std::atomic<int>& count : counter.seen) EXPECT_EQ(count, 4);
}

TEST_F(ServerLifecycleTest, ServesManyThreadsAtOnceWithRepliesFromOthers) {
  Start({.loops = 4});
  std::atomic<bool> done = false;
  std::thread replier([&] {
    while (!done) {
      if (handler_.kept() == 0) {
        std::this_thread::yield();
      } else {
        handler_.Take().Send(Response{.body = "late"});
      }
    }
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      TestClient client = Connect();
      for (int i = 0; i < 200; ++i) {
        const bool late = (i + t) % 3 == 0;
        client.Send(late ? kLater : kEcho);
        ASSERT_EQ(client.Receive().body, late ? "late" : "ok");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  done = true;
  replier.join();
}

}  // namespace
}  // namespace trestle::http
