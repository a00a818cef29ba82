#include "operation/statement_request.h"

#include <xxhash.h>

#include "value/item_codec.h"

namespace trestle {

Result<partiql::BoundStatement> Prepare(const StatementRequest& request) {
  TRESTLE_TRY(auto statement, partiql::CachedStatement(request.statement));
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(request.parameters));
  return partiql::BoundStatement::Bind(std::move(statement), *request.parameters);
}

// Each part behind its length, so that no two lists of parts run together to the same text.
std::string ContentDigest(std::span<const StatementRequest> statements) {
  std::string content;
  for (const StatementRequest& request : statements) {
    content.append(std::to_string(request.statement.size())).append(":").append(request.statement);
    Item parameters;
    if (request.parameters) parameters.Set("?", AttributeValue::Of(List(*request.parameters)));
    const EncodedItem encoded = EncodedItem::From(parameters);
    content.append(std::to_string(encoded.bytes().size())).append(":").append(encoded.bytes());
  }
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(content.data(), content.size()));
  return std::string(reinterpret_cast<const char*>(digest.digest), sizeof(digest.digest));
}

}  // namespace trestle
