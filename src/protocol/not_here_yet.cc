#include "protocol/not_here_yet.h"

namespace trestle::not_here_yet {

Status ListGlobalTables(OperationContext&, const Call&, std::string& out) {
  out.append(R"({"GlobalTables":[]})");
  return {};
}

}  // namespace trestle::not_here_yet
