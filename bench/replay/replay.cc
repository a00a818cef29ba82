// Sends the requests of a file to a local server over keep-alive connections, one in flight on
// each, and prints what came of it as one JSON object. Every answer must be a 200.
//
//   replay PORT FILE CONNECTIONS SECONDS [SERVER_PID]
//
// The file is a sequence of whole requests, each after its length (32 bits, little endian). The
// connections take them in turn and begin again after the last. `trestle bench` is for users; this
// is for measurements that need their own requests and the longest time without any answer.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kWarmUp{300};
constexpr std::chrono::seconds kPatience{30};  // for the last answers

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "replay: %s\n", what.c_str());
  std::exit(2);
}

std::int64_t Microseconds(Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Processor time of a process so far, in microseconds.
double ProcessorTime(int pid) {
  if (pid == 0) return 0;
  const std::string stat = ReadFile("/proc/" + std::to_string(pid) + "/stat");
  if (stat.empty()) Fail("no such server process");
  // The name in parentheses may hold anything; user and system time are the 12th and 13th after it.
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  double ticks = 0;
  std::string field;
  for (int i = 1; i <= 13 && fields >> field; ++i) {
    if (i >= 12) ticks += std::stod(field);
  }
  return ticks * 1e6 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

class Requests {
 public:
  explicit Requests(const std::string& path) : bytes_(ReadFile(path)) {
    for (std::size_t at = 0; at + 4 <= bytes_.size();) {
      std::uint32_t size = 0;
      std::memcpy(&size, bytes_.data() + at, 4);
      requests_.emplace_back(bytes_.data() + at + 4, size);
      at += 4 + size;
    }
    if (requests_.empty()) Fail("no requests in " + path);
  }
  std::string_view Next() { return requests_[next_++ % requests_.size()]; }
  std::size_t laps() const { return next_ / requests_.size(); }

 private:
  const std::string bytes_;
  std::vector<std::string_view> requests_;
  std::size_t next_ = 0;
};

class Connection {
 public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      Fail("cannot connect");
    }
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }

  int socket() const { return socket_; }
  Clock::time_point sent_at() const { return sent_at_; }
  std::string_view answer() const { return {buffer_.data(), received_}; }

  // Nothing else is in flight, so that the socket's buffer is empty and takes the whole request.
  void Send(std::string_view request) {
    received_ = 0;
    sent_at_ = Clock::now();
    const ssize_t sent = ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(request.size())) Fail("the server closed a connection");
  }

  // Takes what has come; true once the answer is whole.
  bool Receive() {
    if (received_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
    const ssize_t count =
        ::recv(socket_, buffer_.data() + received_, buffer_.size() - received_, 0);
    if (count <= 0) Fail("the server closed a connection");
    received_ += static_cast<std::size_t>(count);
    return IsWhole();
  }

 private:
  bool IsWhole() const {
    constexpr std::string_view kLength = "\r\ncontent-length:";
    const std::size_t head = answer().find("\r\n\r\n");
    if (head == std::string_view::npos) return false;
    for (std::size_t at = answer().find("\r\n"); at < head; at = answer().find("\r\n", at + 2)) {
      if (::strncasecmp(buffer_.data() + at, kLength.data(), kLength.size()) != 0) continue;
      const auto body = std::strtoul(buffer_.data() + at + kLength.size(), nullptr, 10);
      return received_ >= head + 4 + body;
    }
    Fail("an answer without a content-length");
  }

  int socket_;
  std::vector<char> buffer_ = std::vector<char>(64 << 10);
  std::size_t received_ = 0;
  Clock::time_point sent_at_;
};

// What a second of the measured time brought.
struct Second {
  std::size_t answers = 0;
  std::int64_t slowest = 0;  // microseconds
  std::int64_t silence = 0;  // the longest time without any answer that ended in it
};

class Record {
 public:
  void Begin(Clock::time_point now) { begin_ = last_ = now; }
  void Answer(Clock::time_point now, Clock::time_point sent_at) {
    const auto second = static_cast<std::size_t>(Microseconds(now - begin_) / 1'000'000);
    if (seconds_.size() <= second) seconds_.resize(second + 1);
    const std::int64_t took = Microseconds(now - sent_at);
    latencies_.push_back(static_cast<std::uint32_t>(took));
    seconds_[second].answers += 1;
    seconds_[second].slowest = std::max(seconds_[second].slowest, took);
    seconds_[second].silence = std::max(seconds_[second].silence, Microseconds(now - last_));
    last_ = now;
  }
  void Print(double seconds, double server_time, std::size_t laps) {
    if (latencies_.empty()) Fail("no answers");
    std::sort(latencies_.begin(), latencies_.end());
    const auto percentile = [this](double share) {
      return latencies_[static_cast<std::size_t>(share * double(latencies_.size() - 1))];
    };
    std::int64_t silence = 0;
    for (const Second& second : seconds_) silence = std::max(silence, second.silence);
    const auto count = double(latencies_.size());
    std::printf("{\"rate\": %.0f, \"p50_us\": %u, \"p99_us\": %u, \"max_us\": %u, ",
                count / seconds, percentile(0.5), percentile(0.99), latencies_.back());
    std::printf("\"silence_us\": %lld, \"server_us\": %.2f, \"laps\": %zu, \"seconds\": [",
                static_cast<long long>(silence), server_time / count, laps);
    for (std::size_t i = 0; i < seconds_.size(); ++i) {
      std::printf("%s[%zu, %lld, %lld]", i == 0 ? "" : ", ", seconds_[i].answers,
                  static_cast<long long>(seconds_[i].slowest),
                  static_cast<long long>(seconds_[i].silence));
    }
    std::puts("]}");
  }

 private:
  Clock::time_point begin_;
  Clock::time_point last_;
  std::vector<std::uint32_t> latencies_;
  std::vector<Second> seconds_;
};

class Replay {
 public:
  Replay(int port, const std::string& file, int connections) : requests_(file) {
    connections_.reserve(static_cast<std::size_t>(connections));
    for (int i = 0; i < connections; ++i) {
      Connection& connection = connections_.emplace_back(port);
      epoll_event event = {};
      event.events = EPOLLIN;
      event.data.ptr = &connection;
      ::epoll_ctl(poll_, EPOLL_CTL_ADD, connection.socket(), &event);
    }
  }

  void Run(std::chrono::duration<double> measured, int server) {
    for (Connection& connection : connections_) connection.Send(requests_.Next());
    RunUntil(Clock::now() + kWarmUp, nullptr);
    const double before = ProcessorTime(server);
    const Clock::time_point begin = Clock::now();
    Record record;
    record.Begin(begin);
    RunUntil(begin + std::chrono::duration_cast<Clock::duration>(measured), &record);
    const double seconds = double(Microseconds(Clock::now() - begin)) / 1e6;
    const double after = ProcessorTime(server);
    Drain();
    record.Print(seconds, after - before, requests_.laps());
  }

 private:
  void RunUntil(Clock::time_point end, Record* record) {
    while (Clock::now() < end) {
      ForEachAnswer([&](Connection& connection) {
        if (record != nullptr) record->Answer(Clock::now(), connection.sent_at());
        connection.Send(requests_.Next());
      });
    }
  }

  // A connection that is closed before its answer can upset a server.
  void Drain() {
    const Clock::time_point end = Clock::now() + kPatience;
    std::size_t left = connections_.size();
    while (left > 0 && Clock::now() < end) ForEachAnswer([&](Connection&) { --left; });
    if (left > 0) Fail("the last answers do not come");
  }

  template <class Function>
  void ForEachAnswer(Function function) {
    epoll_event events[256];
    const int ready = ::epoll_wait(poll_, events, 256, 100);
    for (int i = 0; i < ready; ++i) {
      auto& connection = *static_cast<Connection*>(events[i].data.ptr);
      if (!connection.Receive()) continue;
      if (!connection.answer().starts_with("HTTP/1.1 200 ")) {
        Fail("not a 200:\n" + std::string(connection.answer().substr(0, 2000)));
      }
      function(connection);
    }
  }

  Requests requests_;
  std::vector<Connection> connections_;
  const int poll_ = ::epoll_create1(0);
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) Fail("usage: replay PORT FILE CONNECTIONS SECONDS [SERVER_PID]");
  Replay replay(std::atoi(argv[1]), argv[2], std::atoi(argv[3]));
  replay.Run(std::chrono::duration<double>(std::atof(argv[4])), argc > 5 ? std::atoi(argv[5]) : 0);
}
