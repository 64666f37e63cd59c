// Fuzz target: the bytes of a Plan: those of a real Plan with the changes that the input describes, behind a head that
// fits, or, if the first byte is odd, the input as it is. Bytes are rejected for a reason, or they give a Plan that can
// be listed and written, and whose bytes give the same Plan again and are the same when written again.
#include "runtime/abi/plan_bytes.h"

#include <fmt/format.h>

#include "tests/fuzz/drives.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::fuzz {
namespace {

constexpr std::size_t kMark = 8, kHead = kMark + 4 + 8 + 8;

// Sets the length and the checksum that the head must have.
std::string sealed(std::string bytes) {
  const u64 length = bytes.size() - kHead, sum = XXH3_64bits(bytes.data() + kHead, bytes.size() - kHead);
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[kMark + 4 + i] = static_cast<char>(length >> (8 * i));
    bytes[kMark + 12 + i] = static_cast<char>(sum >> (8 * i));
  }
  return bytes;
}

// Each change is a place, a number of bytes to remove there, and bytes to put there instead.
std::string changed(std::string bytes, Input& input) {
  while (!input.empty()) {
    const u64 at = kHead + input.number(2) % (bytes.size() - kHead + 1), how = input.byte();
    const std::string_view added = input.text(how % 16);
    bytes.replace(at, std::min<std::size_t>(how / 16 < 8 ? added.size() : how / 16, bytes.size() - at), added);
  }
  return sealed(std::move(bytes));
}

bool is_in_its_text(const Span& span, const SourceMap& sources) {
  return !span.known() || (span.begin <= span.end && span.end <= sources.file(span.file).text().size());
}

bool has_places(const Plan& plan, const SourceMap& sources) {
  const auto in_text = [&](const auto& part) { return is_in_its_text(part.span, sources); };
  return in_text(plan) && std::ranges::all_of(plan.workloads, in_text) &&
         std::ranges::all_of(plan.policies.by_hook,
                             [&](const Function& f) { return std::ranges::all_of(f.checks, in_text); });
}

}  // namespace

std::string broken_by_plan_bytes(std::string_view bytes) {
  Input input(bytes);
  const u64 how = input.byte();
  const std::string tried = how % 2 != 0 ? std::string(input.rest()) : changed(drive(how / 2).bytes, input);
  SourceMap sources, others;
  const DecodedPlan read = decoded_plan(tried, sources);
  if (!read.plan) return read.fault.empty() ? "a Plan was rejected without a reason" : "";
  if (!read.fault.empty()) return "a Plan was accepted in spite of a fault";
  if (!has_places(*read.plan, sources)) return "a place is outside its text";
  dump(*read.plan);
  const std::string written = encoded(*read.plan, sources);
  const DecodedPlan again = decoded_plan(written, others);
  if (!again.plan) return "a Plan that was written is rejected: " + again.fault;
  if (!(*again.plan == *read.plan)) return "a Plan was written as another one";
  return encoded(*again.plan, others) == written ? "" : "a Plan has two forms";
}

}  // namespace ssd::fuzz
