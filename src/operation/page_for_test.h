#pragma once

#include "operation/operation_for_test.h"
#include "operation/query.h"
#include "operation/scan.h"

namespace trestle {

// A table `t` of pk and number sk, with a local index `local` (keys only) on `author`, and the
// global indexes `all` and `some` (which includes `title`) on `shelf`.
class PageTest : public OperationTest {
 protected:
  PageTest() {
    TableDefinition definition = Definition("t", true);
    IndexDefinition local = LocalIndex("local", "author");
    local.projection = ProjectionType::kKeysOnly;
    IndexDefinition some = GlobalIndex("some", "shelf");
    some.projection = ProjectionType::kInclude;
    some.included = {"title"};
    definition.indexes = {local, GlobalIndex("all", "shelf"), some};
    Create(std::move(definition));
  }

  void StoreBook(const std::string& pk, int sk, std::size_t extra_bytes = 0) {
    Store("t", ItemOf({{"pk", S(pk)},
                       {"sk", N(std::to_string(sk))},
                       {"author", S("author" + std::to_string(sk % 3))},
                       {"shelf", S("shelf")},
                       {"title", S("title" + std::to_string(sk))},
                       {"pages", N(std::to_string(sk * 10))},
                       {"text", S(std::string(extra_bytes, 'x'))}}));
  }

  static QueryRequest Ask(std::string key_condition, Item values) {
    QueryRequest request;
    request.table_name = "t";
    request.key_condition_expression = std::move(key_condition);
    request.substitutions.values = std::move(values);
    return request;
  }
  static QueryRequest AskPartition(std::string pk) {
    return Ask("pk = :p", ItemOf({{":p", S(std::move(pk))}}));
  }
  static QueryRequest AskShelf(std::string index) {
    QueryRequest request = Ask("shelf = :s", ItemOf({{":s", S("shelf")}}));
    request.index_name = std::move(index);
    return request;
  }
  static ScanRequest ScanAll() {
    ScanRequest request;
    request.table_name = "t";
    return request;
  }

  Result<PageResponse> Run(const QueryRequest& request) {
    OperationContext context = Context();
    return Query(context, request);
  }
  Result<PageResponse> Run(const ScanRequest& request) {
    OperationContext context = Context();
    return Scan(context, request);
  }

  // The page of a request that must succeed.
  template <class Request>
  PageResponse Read(const Request& request) {
    Result<PageResponse> page = Run(request);
    EXPECT_TRUE(page) << MessageOf(page);
    return page ? *std::move(page) : PageResponse();
  }

  static std::vector<std::string> SortKeys(const PageResponse& page) {
    std::vector<std::string> keys;
    for (const EncodedItemView item : page.items) {
      keys.push_back(item.Decode()->Find("sk")->As<Number>()->ToString());
    }
    return keys;
  }

  // All pages from the first to the last, one after the other.
  template <class Request>
  std::vector<Item> ReadAll(Request request) {
    std::vector<Item> items;
    for (int pages = 0; pages < 1000; ++pages) {
      const PageResponse page = Read(request);
      for (const EncodedItemView item : page.items) items.push_back(*item.Decode());
      if (!page.last_evaluated_key) return items;
      request.exclusive_start_key = *page.last_evaluated_key;
    }
    ADD_FAILURE() << "pages without end";
    return items;
  }
};

}  // namespace trestle
