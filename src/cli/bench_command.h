#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace trestle {

// The arguments of `trestle bench` as they were given.
struct BenchArguments {
  std::string endpoint = "http://127.0.0.1:8000";
  std::vector<std::string> compare;
  std::string system;  // empty: a table of the bench's own is loaded
  std::string table;
  std::uint64_t items = 10'000;
  std::size_t item_bytes = 400;
  std::string mix = "balanced";
  std::size_t connections = 64;
  std::size_t threads = 0;  // 0: half of the cores
  std::string duration = "10s";
  std::string warm_up = "2s";
  std::string skew = "uniform";
  double rate = 0;           // 0: none
  std::uint64_t rounds = 0;  // 0: 3 to compare, otherwise 1
  std::uint64_t seed = 1;
  std::string format = "text";
  bool keep_table = false;
  std::string region = "us-east-1";
  // AWS's documented example credentials.
  std::string access_key = "AKIAIOSFODNN7EXAMPLE";
  std::string secret_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  std::string session_token;
};

// Adds the subcommand to the command line; `arguments` outlives `app`.
CLI::App* AddBench(CLI::App& app, BenchArguments& arguments);

// How many threads send, where the arguments leave it open too.
std::size_t BenchThreads(const BenchArguments& arguments);

// Loads the endpoints and prints what it measured. Returns the exit code: 0 done, 1 failed, 2 wrong
// usage, 130 interrupted.
int Bench(const BenchArguments& arguments);

}  // namespace trestle
