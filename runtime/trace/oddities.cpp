// Warnings about a trace that may be read wrongly: see oddities.h.
#include "runtime/trace/oddities.h"

#include "runtime/base/counts.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/quantity_text.h"

namespace ssd::trace {
namespace {

using diag::Code;

// Shortest believable mean ns between requests. Times in whole us were converted from a clock in us, so their unit is
// more trustworthy.
constexpr Time kShortestBelievableMean = 10'000, kShortestInWholeUs = 1'000;
constexpr u64 kFarthestBelievable = u64{1} << 47;  // 128 TiB, far above the volumes of any published trace
constexpr std::size_t kEnoughToJudge = 8;
constexpr u64 kUsualBlock = 512;

template <class Test>
bool all_of(const RecordStore& records, Test test) {
  RecordStore::Pass pass(records);
  while (const RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) {
      if (!test((*block)[i])) return false;
    }
  }
  return true;
}

bool too_fast(const Trace& trace, Time mean) {
  if (mean >= kShortestBelievableMean) return false;
  return mean < kShortestInWholeUs ||
         !all_of(trace.records, [&](const TraceRecord& r) { return (r.arrival - trace.earliest()) % 1000 == 0; });
}

// For a format that counts bytes. Looks at the first requests only, because a trace may have billions.
void warn_of_parts_of_sectors(const Trace& trace, const std::string& path, Span at, diag::Sink& sink) {
  constexpr u64 kLooked = 1000;
  u64 looked = 0, parts = 0;
  all_of(trace.records, [&](const TraceRecord& r) {
    parts += r.offset % kUsualBlock != 0 || r.bytes % kUsualBlock != 0 ? 1 : 0;
    return ++looked < kLooked;
  });
  if (parts == 0) return;
  sink.report(Code::W0412, at, count_text(parts), counted_text(looked, "request"), path)
      .help("each moves all sectors that it touches; nothing needs to change if the sizes are bytes");
}

void warn_of_early_dates(const Trace& trace, const std::string& path, Span at, diag::Sink& sink) {
  constexpr Time kFirstYear = 1601, kYear = Time{1461} * 86'400 / 4 * 1'000'000'000;
  const Time earliest = trace.records.facts().earliest;
  if (earliest >= trace.format->first_date) return;
  sink.report(Code::W0413, at, path, kFirstYear + earliest / kYear)
      .help(std::string(setting(
          at, "nothing needs to change if they count 100 ns; if they count us, write `speed: 0.1`, if ns, `speed: 100`",
          "nothing needs to change if they count 100 ns; if they count us, write a workload for it: `workload W { "
          "trace: \"FILE\"  speed: 0.1 }`; if ns, with `speed: 100`")));
}

}  // namespace

void tell_oddities(const Trace& trace, Span at, diag::Sink& sink) {
  const TraceFacts& facts = trace.records.facts();
  const std::string path = printable(trace.shown_as, 200);
  if (facts.records < kEnoughToJudge) return;
  const Time duration = facts.latest - facts.earliest;
  const Time mean = duration / (facts.records - 1);
  if (duration == 0) {
    sink.report(Code::W0406, at, path)
        .help(fmt::format("the file has no usable times: run it as a closed loop with `{}`",
                          setting(at, "closed: N", "--closed N")));
  } else if (too_fast(trace, mean)) {
    sink.report(Code::W0404, at, path,
                time_text(static_cast<double>(duration) / static_cast<double>(facts.records - 1)))
        .help(std::string(setting(
            at, "if its times are in us, `speed: 0.001` corrects them",
            "if its times are in us, write a workload for it: `workload W { trace: \"FILE\"  speed: 0.001 }`")));
  }
  if (trace.format->often_bytes &&
      all_of(trace.records, [](const TraceRecord& r) { return may_be_bytes(r, kUsualBlock); })) {
    sink.report(Code::W0407, at, path).help("divide the address and size columns by 512");
  }
  if (trace.format->writing.size_unit == 1) warn_of_parts_of_sectors(trace, path, at, sink);
  warn_of_early_dates(trace, path, at, sink);
  if (facts.highest > kFarthestBelievable) {
    sink.report(Code::W0408, at, path, size_text(static_cast<double>(facts.highest)))
        .help("check the unit of the address column, and look for a line whose address is unlike the others");
  }
}

}  // namespace ssd::trace
