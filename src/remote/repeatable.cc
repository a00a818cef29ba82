#include "remote/repeatable.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace trestle::remote {
namespace {

bool IsSelect(const StatementRequest& request) {
  std::string_view text = request.statement;
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  constexpr std::string_view kSelect = "select";
  return text.size() > kSelect.size() &&
         std::equal(kSelect.begin(), kSelect.end(), text.begin(), [](char wanted, char given) {
           return std::tolower(static_cast<unsigned char>(given)) == wanted;
         });
}

template <class Request>
Repeatable OfWrite(const Request& request) {
  const bool plain =
      !IsConditional(request.condition) && request.return_values == ReturnValues::kNone;
  return plain ? Repeatable::kYes : Repeatable::kNo;
}

}  // namespace

Repeatable RepeatableOf(const PutItemRequest& request) { return OfWrite(request); }
Repeatable RepeatableOf(const DeleteItemRequest& request) { return OfWrite(request); }

Repeatable RepeatableOf(std::span<const StatementRequest> statements) {
  return std::all_of(statements.begin(), statements.end(), IsSelect) ? Repeatable::kYes
                                                                     : Repeatable::kNo;
}

}  // namespace trestle::remote
