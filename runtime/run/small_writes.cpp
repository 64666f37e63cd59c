// See small_writes.h.
#include "runtime/run/small_writes.h"

#include <fmt/format.h>

#include "runtime/base/counts.h"
#include "runtime/base/quantity.h"

namespace ssd::run {
namespace {

// Bytes of the pages programmed for the host, for each byte that it wrote.
double factor_of(const results::Results& results) {
  return static_cast<double>(u128{results.flash.host_programs} * results.page_bytes) /
         static_cast<double>(results.written_bytes());
}

// What an entry of the map stands for.
std::string_view what_is_mapped(const Plan& plan) { return plan.geometry.subpages == 1 ? "a page" : "a unit"; }

}  // namespace

bool suffers_from_small_writes(const Stage& stage, const results::Results& results) {
  constexpr double kClearly = 1.25;  // less is what requests cost whose ends share pages
  const trace::Requests& requests = stage.requests;
  return 2 * requests.small_writes > requests.writes && results.written_bytes() != 0 && factor_of(results) >= kClearly;
}

std::string small_writes_note(const Plan& plan) {
  return fmt::format(
      "most writes are smaller than {} of {}: `write_amplification` counts pages, "
      "`write_amplification_by_bytes` the bytes of the host (W0511)",
      what_is_mapped(plan), size_text(static_cast<double>(plan.geometry.unit_bytes())));
}

void warn_of_small_writes(diag::Sink& sink, const Plan& plan, const Stage& stage, const results::Results& results) {
  const trace::Requests& requests = stage.requests;
  const double written = static_cast<double>(results.written_bytes());
  const bool joins = plan.config.buffer_slots != 0 && plan.config.write_back != 0;
  sink.report(diag::Code::W0511, stage.workload.span, count_text(requests.small_writes),
              counted_text(requests.writes, "write"), what_is_mapped(plan),
              size_text(static_cast<double>(plan.geometry.unit_bytes())),
              counted_text(results.flash.host_programs, "page"), size_text(written),
              fmt::format("{:.2f}", factor_of(results)))
      .help(joins ? "let several writes share a page by a map of smaller units, such as `ftl { unit: 4KiB }`, or make "
                    "the buffer larger"
                  : "choose a `page` of the size of the writes, or a buffer that joins them: `buffer { size: … }`");
}

}  // namespace ssd::run
