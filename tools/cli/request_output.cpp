// See request_output.h.
#include "tools/cli/request_output.h"

#include <fmt/format.h>

#include <cerrno>

#include "runtime/base/output_file.h"
#include "runtime/results/request_times.h"
#include "tools/cli/printed.h"

namespace ssd::cli {
namespace {

// Returns errno, or 0.
int write_rows(std::FILE* file, const run::Ran& ran) {
  const auto emit = [file](std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), file) == text.size();
  };
  const bool written =
      results::requests_csv(ran.requests, ran.report.plan->geometry.sector_bytes, ran.outcome.times(), emit);
  return written && std::fflush(file) == 0 ? 0 : errno;
}

}  // namespace

bool write_requests(Session& session, const std::string& path, const run::Ran& ran) {
  return write_through(path, [&](std::FILE* file) { return write_rows(file, ran); }, session.sink, kRequestsOut);
}

void print_blame(Session& session, const run::Ran& ran) {
  const results::Report& report = ran.report;
  const auto blames = results::blame(ran.requests, ran.outcome.times());
  const bool to_screen = session.output != kStandardOutput;
  if (to_screen)
    print_result(session.format, session.format == Rendering::kJson ? results::blame_json(report, blames)
                                                                    : results::blame_text(report, blames));
  session.printed = true;
  if (!session.output.empty()) write_file(session.output, results::blame_json(report, blames), session.sink);
}

}  // namespace ssd::cli
