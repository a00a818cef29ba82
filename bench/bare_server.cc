// A bound for what `trestle bench` measures, not a database: our sockets, RocksDB, and the least
// that its own requests need. Items are kept as the JSON text that came; nothing is checked,
// parsed, evaluated or kept apart from other threads. Writes of one turn are committed together,
// and with
// --sync the loop waits for the disk.
//   bare_server FOLDER PORT [--sync]
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "http/server.h"

namespace trestle::bench {
namespace {

constexpr std::string_view kPartition = R"("pk":{"S":")";
constexpr std::string_view kSort = R"("sk":{"S":")";
constexpr std::string_view kTopic = R"("gpk":{"S":")";
constexpr std::string_view kTopicSort = R"("gsk":{"S":")";
constexpr std::string_view kCounter = R"("cnt":{"N":")";
constexpr std::size_t kLoops = 2;

// The text after `label` up to a quote, from `at` on, which moves there.
std::string_view Next(std::string_view json, std::string_view label, std::size_t& at) {
  const std::size_t found = json.find(label, at);
  if (found == std::string_view::npos) return {};
  const std::size_t begin = found + label.size();
  at = json.find('"', begin);
  return json.substr(begin, at - begin);
}

std::string_view Field(std::string_view json, std::string_view label) {
  std::size_t at = 0;
  return Next(json, label, at);
}

std::string KeyOf(char space, std::string_view partition, std::string_view sort) {
  return std::string(1, space).append(partition).append(1, '\0').append(sort);
}

std::string ItemKey(std::string_view json) {
  return KeyOf('t', Field(json, kPartition), Field(json, kSort));
}

// The object that begins at `begin`; no string of these requests holds a brace.
std::string_view ObjectAt(std::string_view json, std::size_t begin) {
  int depth = 0;
  for (std::size_t at = begin; at < json.size(); ++at) {
    if (json[at] == '{') ++depth;
    if (json[at] == '}' && --depth == 0) return json.substr(begin, at + 1 - begin);
  }
  return {};
}

class BareHandler final : public http::Handler {
 public:
  BareHandler(rocksdb::DB& db, bool sync) : db_(db), loops_(kLoops) { write_.sync = sync; }

  void Handle(const http::Request& request, http::Responder responder) override {
    std::string_view operation = request.Find("X-Amz-Target").value_or("");
    operation.remove_prefix(std::min(operation.find('.') + 1, operation.size()));
    Loop& loop = loops_[request.loop];
    http::Response response;
    response.headers.Add("Content-Type", "application/x-amz-json-1.0");
    Answer(operation, request.body, loop, response.body);
    if (loop.batch.Count() == loop.counted) return responder.Send(std::move(response));
    loop.counted = loop.batch.Count();
    loop.waiting.emplace_back(std::move(responder), std::move(response));
  }

  void EndOfTurn(std::size_t index) override {
    Loop& loop = loops_[index];
    if (loop.waiting.empty()) return;
    TRESTLE_CHECK(db_.Write(write_, &loop.batch).ok());
    loop.batch.Clear();
    loop.counted = 0;
    for (auto& [responder, response] : loop.waiting) responder.Send(std::move(response));
    loop.waiting.clear();
  }

 private:
  struct alignas(64) Loop {
    rocksdb::WriteBatch batch;
    std::uint32_t counted = 0;  // changes in it, so far
    std::vector<std::pair<http::Responder, http::Response>> waiting;
  };

  void Answer(std::string_view operation, std::string_view body, Loop& loop, std::string& out) {
    if (operation == "GetItem") {
      out.append(R"({"Item":)").append(Get(ItemKey(body))).append("}");
    } else if (operation == "BatchGetItem") {
      BatchGet(body, out);
    } else if (operation == "Query") {
      Query(body, out);
    } else if (operation == "UpdateItem") {
      out.append(R"({"Attributes":{"cnt":{"N":")").append(AddOne(body, loop)).append(R"("}}})");
    } else if (operation == "PutItem" || operation == "BatchWriteItem") {
      PutAll(body, loop);
      out = "{}";
    } else if (operation == "TransactWriteItems") {
      PutAll(body, loop);
      const std::string_view update = body.substr(body.find(R"("Update":)"));
      AddOne(update, loop);
      Get(ItemKey(update.substr(update.find(R"("ConditionCheck":)"))));
      out = "{}";
    } else {
      out =
          R"({"Table":{"TableStatus":"ACTIVE","GlobalSecondaryIndexes":[{"IndexStatus":"ACTIVE"}]}})";
    }
  }

  std::string Get(const std::string& key) {
    std::string value;
    db_.Get({}, key, &value).PermitUncheckedError();
    return value;
  }

  void Put(std::string_view item, Loop& loop) {
    const std::string key = ItemKey(item);
    Get(key);  // a database must know the old item, whose index entry goes
    const std::string entry = KeyOf('g', Field(item, kTopic), Field(item, kTopicSort)) + key;
    TRESTLE_CHECK(loop.batch.Put(key, item).ok() && loop.batch.Put(entry, item).ok());
  }

  void PutAll(std::string_view body, Loop& loop) {
    constexpr std::string_view kItem = R"("Item":)";
    for (std::size_t at = body.find(kItem); at != std::string_view::npos;) {
      const std::string_view item = ObjectAt(body, at + kItem.size());
      Put(item, loop);
      at = body.find(kItem, at + kItem.size() + item.size());
    }
  }

  std::string AddOne(std::string_view body, Loop& loop) {
    std::string item = Get(ItemKey(body));
    const std::size_t begin = item.find(kCounter) + kCounter.size();
    const std::size_t end = item.find('"', begin);
    std::int64_t count = 0;
    std::from_chars(item.data() + begin, item.data() + end, count);
    std::string next = std::to_string(count + 1);
    item.replace(begin, end - begin, next);
    Put(item, loop);
    return next;
  }

  void BatchGet(std::string_view body, std::string& out) {
    std::vector<std::string> keys;
    for (std::size_t at = 0;;) {
      const std::string_view partition = Next(body, kPartition, at);
      if (partition.empty()) break;
      keys.push_back(KeyOf('t', partition, Next(body, kSort, at)));
    }
    const std::vector<rocksdb::Slice> slices(keys.begin(), keys.end());
    std::vector<rocksdb::PinnableSlice> values(keys.size());
    std::vector<rocksdb::Status> statuses(keys.size());
    db_.MultiGet({}, db_.DefaultColumnFamily(), keys.size(), slices.data(), values.data(),
                 statuses.data());
    out = R"({"Responses":{"t":[)";
    for (const rocksdb::PinnableSlice& value : values) {
      out.append(value.data(), value.size()).push_back(',');
    }
    out.back() = ']';
    out.append(R"(},"UnprocessedKeys":{}})");
  }

  void Query(std::string_view body, std::string& out) {
    const std::string_view topic = Field(body, R"(":g":{"S":")");
    const std::string_view partition = topic.empty() ? Field(body, R"(":p":{"S":")") : topic;
    const char space = topic.empty() ? 't' : 'g';
    const std::string begin = KeyOf(space, partition, Field(body, R"(":a":{"S":")"));
    const std::string end =
        KeyOf(space, partition, topic.empty() ? Field(body, R"(":b":{"S":")") : "\xff");
    const std::unique_ptr<rocksdb::Iterator> rows(db_.NewIterator({}));
    out = R"({"Items":[)";
    int count = 0;
    for (rows->Seek(begin); rows->Valid() && rows->key().compare(end) <= 0; rows->Next()) {
      if (count++ > 0) out.push_back(',');
      out.append(rows->value().data(), rows->value().size());
    }
    out.append(R"(],"Count":)").append(std::to_string(count)).append("}");
  }

  rocksdb::DB& db_;
  rocksdb::WriteOptions write_;
  std::vector<Loop> loops_;
};

int Serve(const char* folder, const char* port, bool sync) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(256 << 20);
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  rocksdb::DB* opened = nullptr;
  if (!rocksdb::DB::Open(options, folder, &opened).ok()) return 1;
  const std::unique_ptr<rocksdb::DB> db(opened);

  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // before there are threads, which inherit it
  BareHandler handler(*db, sync);
  const SystemClock clock;
  const auto server = http::Server::Start(
      {.port = static_cast<std::uint16_t>(std::atoi(port)), .loops = kLoops}, handler, clock);
  if (!server) return 1;
  std::printf("listening on %s\n", (*server)->Url().c_str());
  std::fflush(stdout);
  int signal = 0;
  sigwait(&ends, &signal);
  return 0;
}

}  // namespace
}  // namespace trestle::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bare_server FOLDER PORT [--sync]\n");
    return 2;
  }
  return trestle::bench::Serve(argv[1], argv[2], argc > 3);
}
