#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"
#include "repository/errors.h"
#include "repository/page.h"

namespace trestle {
class Database;
struct TransactWrite;
}  // namespace trestle

namespace trestle::repository {

struct EntityItem {
  const model::Entity* entity = nullptr;
  Item item;  // with its keys and all that the model derives
};
struct Written {
  EntityItem written;  // as it is stored now; of Delete, as it was
  Spent spent;
};
struct FoundEntity {
  std::optional<EntityItem> found;
  Spent spent;
};
struct WriteOptions {
  std::optional<std::int64_t> version;  // that the stored item must have
};
struct TransactionCall {
  std::string transaction;  // of the model
  Item arguments;
};
struct TransactionAnswer {
  std::vector<EntityItem> items;  // what the puts and updates wrote, in the order of the steps
  bool repeated = false;          // the answer of an earlier call with the same idempotency key
  Spent spent;
};

// What a pattern that writes has done.
struct PatternWritten {
  std::vector<EntityItem> items;    // that it wrote, as they are stored now
  std::vector<EntityItem> deleted;  // as they were
  Spent spent;
};

struct RepositoryOptions {
  // Seals cursors: whoever has it can make them. Servers that share cursors share it.
  std::string cursor_key;
  // The server keeps the model of these tables: it derives keys and guards unique values itself.
  bool bound = false;
  // Where receipts of idempotent transactions are kept; made when it is first needed.
  std::string receipt_table = "trestle-receipts";
  // By the model's name of a table, where the database calls it otherwise.
  std::map<std::string, std::string> table_names;
};

// Runs a model against a database: entities, access patterns and transactions, by name. Values come
// in as people and JSON give them (model/plain_value.h) and are checked. Unknown names are
// kResourceNotFound. Safe to share between threads.
class Repository {
 public:
  // `database` and `clock` outlive the repository.
  Repository(std::shared_ptr<const model::Model> model, Database& database, const Clock& clock,
             RepositoryOptions options);
  ~Repository();
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;

  const model::Model& model() const { return *model_; }

  // One page of what the pattern finds.
  Result<Page> Run(std::string_view pattern, const Item& arguments,
                   const PageOptions& options = {}) const;

  // All that Run would find wrong with the arguments and the page, in one error.
  Status Check(std::string_view pattern, const Item& arguments, const PageOptions& options) const;

  // Runs a pattern that writes: one item, or one for each value of its fan-out, each by itself
  // unless it is a transaction.
  Result<PatternWritten> Write(std::string_view pattern, const Item& arguments) const;

  // The entity's key is given by the attributes that its templates need, or by the key attributes.
  Result<FoundEntity> Get(std::string_view entity, const Item& key, bool consistent = true) const;
  Result<Written> Create(std::string_view entity, Item values) const;  // refused where it exists
  // All of them in one transaction, or none: it takes as many as the service allows in one.
  Status CreateTogether(std::string_view entity, std::vector<Item> values) const;
  Result<Written> Put(std::string_view entity, Item values, const WriteOptions& options = {}) const;
  // Sets the attributes of `changes`; null values are removed. Refused where there is no item.
  Result<Written> Update(std::string_view entity, const Item& key, Item changes,
                         const WriteOptions& options = {}) const;
  Result<Written> Delete(std::string_view entity, const Item& key,
                         const WriteOptions& options = {}) const;

  // All steps or none. With an idempotency key, a repetition is answered as the first time was, for
  // a day.
  Result<TransactionAnswer> Transact(std::string_view transaction, const Item& arguments,
                                     std::optional<std::string> idempotency_key = {}) const;
  // The same with a further write, which commits with the steps or not at all. Its own condition
  // failing is an error with FurtherWriteRefused.
  Result<TransactionAnswer> TransactWith(std::string_view transaction, const Item& arguments,
                                         const TransactWrite& further) const;
  // Several transactions as one: the steps of all of them, or none. A conflict's step counts from
  // the first call's first.
  Result<TransactionAnswer> TransactTogether(const std::vector<TransactionCall>& calls) const;

 private:
  struct Parts;
  struct PageCall;
  // Finds the call's plan and checks the page and the arguments.
  Status Prepare(PageCall& call) const;
  Status Fill(PageCall& call, Page& page) const;
  Result<TransactionAnswer> TransactAll(const std::vector<TransactionCall>& calls,
                                        const std::optional<std::string>& idempotency_key,
                                        const TransactWrite* further) const;

  std::shared_ptr<const model::Model> model_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace trestle::repository
