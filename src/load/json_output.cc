#include "load/json_output.h"

namespace trestle::load {

void WriteSummary(const Summary& summary, JsonOutput& out) {
  out.Member("requests_per_second", summary.requests_per_second);
  out.Member("mean_us", summary.mean / 1e3);
  out.Member("p50_us", summary.p50 / 1e3);
  out.Member("p90_us", summary.p90 / 1e3);
  out.Member("p99_us", summary.p99 / 1e3);
  out.Member("p999_us", summary.p999 / 1e3);
  out.Member("max_us", summary.max / 1e3);
}

void WriteTally(const Tally& tally, JsonOutput& out) {
  out.Member("requests", tally.succeeded());
  out.Member("error_count", tally.failed());
  out.Name("errors");
  out.Open('{');
  for (const auto& error : tally.errors) out.Member(error.first, error.second);
  out.Close('}');
  out.Member("bytes_sent", tally.bytes_sent);
  out.Member("bytes_received", tally.bytes_received);
}

}  // namespace trestle::load
