// No trace file may crash the reader: random bytes, and realistic lines with a few bytes changed, for every format,
// with and without skipping. The tests have a seed, so a failure can be repeated; they are most useful under the
// sanitizers.
#include "runtime/trace/formats/format.h"
#include "runtime/trace/random.h"
#include "runtime/trace/trace_info.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

constexpr std::string_view kAlphabet = "0123456789 ,.+-\t\r\nRWDQrwx#:\xff\x01";

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string random_text(Random& random) {
  std::string text(random.below(3000), '\0');
  for (char& c : text) c = kAlphabet[random.below(kAlphabet.size())];
  return text;
}

// Bytes changed, inserted, removed, and lines cut.
std::string mutated(std::string text, Random& random) {
  for (u64 i = random.below(12) + 1; i > 0 && !text.empty(); --i) {
    const u64 at = random.below(text.size());
    const char byte = kAlphabet[random.below(kAlphabet.size())];
    switch (random.below(4)) {
      case 0: text[at] = byte; break;
      case 1: text.insert(at, 1 + random.below(25), byte); break;
      case 2: text.erase(at, 1 + random.below(40)); break;
      default: text.resize(text.size() - random.below(std::min<u64>(text.size(), 50))); break;
    }
  }
  return text;
}

// The result is either a trace with figures, or exactly one error.
void survive(const std::string& path, const LoadOptions& options) {
  SourceMap sources;
  diag::Sink sink;
  const auto info = trace_info(path, options, sources, sink);
  ASSERT_EQ(sink.error_count(), info ? 0U : 1U) << diag::render_text(sink, sources, false);
  ASSERT_FALSE(diag::render_json(sink, sources).empty());
  if (info) {
    ASSERT_GT(info->requests, 0U);
    ASSERT_LE(info->highest, kHighestAddress);
    ASSERT_FALSE(render_text(*info).empty() || render_json(*info).empty());
  }
}

class Fuzz : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(Fuzz, NothingCrashesTheReading) {
  const auto& [format, file] = GetParam();
  const std::string whole = contents(trace_file(file));
  ASSERT_FALSE(whole.empty());
  Random random({2026, 1}, format);
  for (int round = 0; round < 300; ++round) {
    const TextFile mutant(mutated(whole.substr(0, 400 + random.below(2000)), random), "mutant");
    const TextFile noise(random_text(random), "noise");
    for (const bool skip : {false, true}) {
      survive(mutant.path(), as(format, skip));
      survive(mutant.path(), as("auto", skip));
      survive(noise.path(), as(format, skip));
    }
    if (HasFatalFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, Fuzz,
                         testing::Values(std::pair("msr", "msr.csv"), std::pair("spc", "spc.csv"),
                                         std::pair("ssdsim", "ssdsim.txt"), std::pair("disksim", "disksim.txt"),
                                         std::pair("blkparse", "blkparse.txt"), std::pair("msr", "msr.csv.zst"),
                                         std::pair("spc", "spc.csv.gz")));

}  // namespace
}  // namespace ssd::trace
