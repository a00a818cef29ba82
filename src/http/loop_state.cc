#include "http/loop_state.h"

#include <utility>

namespace trestle::http {
namespace {

constexpr std::size_t kMostSpare = 256;

}  // namespace

std::unique_ptr<Workspace> WorkspacePool::Take() {
  if (spare_.empty()) return std::make_unique<Workspace>(limits_);
  std::unique_ptr<Workspace> workspace = std::move(spare_.back());
  spare_.pop_back();
  return workspace;
}

void WorkspacePool::Give(std::unique_ptr<Workspace> workspace) {
  if (spare_.size() == kMostSpare) return;
  workspace->reader.Reset();
  workspace->output.Reset();
  spare_.push_back(std::move(workspace));
}

}  // namespace trestle::http
