#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// What the operations on exports and on imports have in common.
namespace trestle {

// The parts of arn:aws:dynamodb:<region>:<account>:<resource>; none if it is none.
struct ArnParts {
  std::string_view region;
  std::string_view account;
  std::string_view resource;
};
std::optional<ArnParts> PartsOf(std::string_view arn);

// Where a list goes on, as clients carry it about: after the job of that id. `kind` keeps the
// tokens of one list from being used for another.
std::string ListTokenOf(std::string_view kind, std::string_view job_id);
Result<std::string> JobIdInToken(std::string_view kind, const std::string& token);

struct ListPage {
  std::string_view kind;
  std::optional<std::string> after;  // a token
  std::size_t limit = 10;
};
// Takes the page's jobs out of `all`; true, and the token, if the list goes on.
template <class JobPtr, class Matches>
Result<std::optional<std::string>> TakePage(const std::vector<JobPtr>& all, const ListPage& page,
                                            Matches matches, std::vector<JobPtr>& taken) {
  std::string after;
  if (page.after) {
    TRESTLE_TRY(after, JobIdInToken(page.kind, *page.after));
  }
  for (const JobPtr& job : all) {
    if (!after.empty() && job->id >= after) continue;
    if (!matches(*job)) continue;
    // One more than asked for tells that the list goes on.
    if (taken.size() == page.limit) {
      return std::optional<std::string>(ListTokenOf(page.kind, taken.back()->id));
    }
    taken.push_back(job);
  }
  return std::optional<std::string>();
}

}  // namespace trestle
