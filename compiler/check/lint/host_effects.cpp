// Keys of `host` that can be without effect: see effects.h.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/lint/effect_rows.h"

namespace ssd::check {
namespace {

using diag::Code;

// Why weights or a score choose nothing; empty if they choose.
struct IdleArbitration {
  std::string_view why, help;
  KeyPlace by;
};
IdleArbitration idle_arbitration(const design::Design& d) {
  if (d.queue_weights.empty() && !d.policies[Hook::kArbitrate].given()) return {};
  if (d.config.queues == 1)
    return {"there is one host queue", "give the drive more `queues`, or leave `arbitration` out", {"host", "queues"}};
  if (!design::limits_queues(d))
    return {"every request is admitted when it arrives, because neither `outstanding` nor `queue` limits them",
            "limit the requests in the drive, as in `outstanding: 32`, or leave `arbitration` out",
            {"host", "outstanding"}};
  if (d.queue_weights.empty() || std::ranges::count(d.queue_weights, 1) != std::ssize(d.queue_weights)) return {};
  return {"every weight is 1, so the queues take turns", "write `arbitration: round_robin`, or other weights", {}};
}

// Adds rows for queues among which nothing has to be chosen.
void add_queues(std::vector<EffectRow>& rows, const design::Design& d) {
  const bool by_queue = design::reads(d, Hook::kPriority, "queue") || design::reads(d, Hook::kStream, "queue");
  rows.push_back({{"host", "queues"},
                  d.config.queues > 1 && !design::limits_queues(d) && !by_queue,
                  Code::W0260,
                  std::to_string(d.config.queues),
                  {},
                  "limit the queues, as in `queue: 32` or `outstanding: 32`, or leave `queues` out",
                  {"host", "queue"}});
  const IdleArbitration idle = idle_arbitration(d);
  rows.push_back({{"host", "arbitration"},
                  !idle.why.empty(),
                  Code::W0286,
                  "arbitration",
                  std::string(idle.why),
                  std::string(idle.help),
                  idle.by});
  const u64 admitted = u64{d.config.queues} * d.config.queue_depth;
  rows.push_back(
      {{"host", "outstanding"},
       d.config.outstanding != 0 && admitted != 0 && d.config.outstanding >= admitted,
       Code::W0286,
       fmt::format("outstanding: {}", d.config.outstanding),
       fmt::format("the queues admit at most {} x {} = {} requests", d.config.queues, d.config.queue_depth, admitted),
       fmt::format("write fewer than {}, or leave `outstanding` out", admitted),
       {"host", "queue"}});
}

// Adds rows for cores that no request keeps busy.
void add_firmware(std::vector<EffectRow>& rows, const design::Design& d) {
  const Config& c = d.config;
  rows.push_back({{"host", "firmware"},
                  (c.firmware_read | c.firmware_write | c.firmware_trim | c.firmware_page) == 0,
                  Code::W0286,
                  "firmware",
                  "no request takes time on a core",
                  "state times, as in `firmware { read: 1us  write: 2us }`, or leave `firmware` out"});
  u64 most = c.outstanding == 0 ? ~u64{0} : c.outstanding;
  if (c.queue_depth != 0) most = std::min(most, u64{c.queues} * c.queue_depth);
  rows.push_back({{"host.firmware", "cores"},
                  c.firmware_cores > most,
                  Code::W0286,
                  fmt::format("cores: {}", c.firmware_cores),
                  fmt::format("at most {} request{} admitted at the same time", most, most == 1 ? " is" : "s are"),
                  fmt::format("write `cores: {}`, or admit more requests", most),
                  {"host", c.outstanding == most ? "outstanding" : "queue"}});
}

// Adds rows for completions that wait for no other.
void add_coalesce(std::vector<EffectRow>& rows, const design::Design& d) {
  const Config& c = d.config;
  rows.push_back({{"host", "coalesce"},
                  c.coalesce_requests == 0,
                  Code::W0286,
                  "coalesce",
                  "the host sees each completion at once with `requests: 1` or `time: 0ns`",
                  "write more `requests` and a longer `time`, or leave `coalesce` out"});
  rows.push_back({{"host.coalesce", "requests"},
                  c.queue_depth != 0 && c.coalesce_requests > c.queue_depth,
                  Code::W0286,
                  fmt::format("requests: {}", c.coalesce_requests),
                  fmt::format("a queue has at most {} request{} in the drive, so only `time` ends the wait",
                              c.queue_depth, c.queue_depth == 1 ? "" : "s"),
                  fmt::format("write at most `requests: {}`, or a deeper `queue`", c.queue_depth),
                  {"host", "queue"}});
}

void add_host(std::vector<EffectRow>& rows, const design::Design& d) {
  const design::Geometry& g = d.geometry;
  const bool one_sector = g.page_bytes == g.sector_bytes;
  rows.push_back({{"host", "read_modify_write"},
                  one_sector,
                  Code::W0286,
                  "read_modify_write",
                  "a page is one sector, so no write covers only part of a page",
                  "leave it out, or give the pages more sectors",
                  {"geometry", "page"}});
  for (const std::string_view key : {"read", "program"}) {
    rows.push_back({{"host.transfer", key},
                    one_sector && g.spare_bytes == 0,
                    Code::W0286,
                    fmt::format("transfer.{}", key),
                    "a page is one sector and has no spare bytes, so both settings move the same bytes",
                    "leave it out, or give the pages more sectors or a `spare`",
                    {"geometry", "page"}});
  }
}

}  // namespace

void add_host_effects(std::vector<EffectRow>& rows, const design::Design& design) {
  add_queues(rows, design);
  add_firmware(rows, design);
  add_coalesce(rows, design);
  add_host(rows, design);
}

}  // namespace ssd::check
