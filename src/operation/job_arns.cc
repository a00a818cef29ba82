#include "operation/job_arns.h"

#include "operation/exchange_messages.h"

namespace trestle {
namespace {

// The service's tokens are this many bytes, in hexadecimal digits, and its API insists.
constexpr std::size_t kTokenBytes = 56;
constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::optional<ArnParts> PartsOf(std::string_view arn) {
  constexpr std::string_view kStart = "arn:aws:dynamodb:";
  if (!arn.starts_with(kStart)) return std::nullopt;
  arn.remove_prefix(kStart.size());
  const std::size_t region_end = arn.find(':');
  if (region_end == std::string_view::npos) return std::nullopt;
  const std::size_t account_end = arn.find(':', region_end + 1);
  if (account_end == std::string_view::npos) return std::nullopt;
  return ArnParts{.region = arn.substr(0, region_end),
                  .account = arn.substr(region_end + 1, account_end - region_end - 1),
                  .resource = arn.substr(account_end + 1)};
}

std::string ListTokenOf(std::string_view kind, std::string_view job_id) {
  std::string text = std::string(kind).append(":").append(job_id);
  text.resize(kTokenBytes, ' ');
  std::string token;
  for (const unsigned char c : text) {
    token.push_back(kDigits[c >> 4]);
    token.push_back(kDigits[c & 15]);
  }
  return token;
}

Result<std::string> JobIdInToken(std::string_view kind, const std::string& token) {
  std::string text;
  for (std::size_t i = 0; i + 1 < token.size(); i += 2) {
    const std::size_t high = kDigits.find(token[i]);
    const std::size_t low = kDigits.find(token[i + 1]);
    if (high > 15 || low > 15) return messages::ListTokenInvalid(token);
    text.push_back(static_cast<char>(high << 4 | low));
  }
  const std::string start = std::string(kind).append(":");
  if (token.size() != 2 * kTokenBytes || !text.starts_with(start)) {
    return messages::ListTokenInvalid(token);
  }
  std::string id = text.substr(start.size(), text.find(' ') - start.size());
  if (id.empty()) return messages::ListTokenInvalid(token);
  return id;
}

}  // namespace trestle
