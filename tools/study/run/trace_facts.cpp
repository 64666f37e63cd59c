// See trace_facts.h.
#include "tools/study/run/trace_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <set>

#include "runtime/base/words.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::study {
namespace {

namespace fs = std::filesystem;

std::uint64_t bytes_of(const trace::Trace& trace) {
  std::uint64_t bytes = 0;
  trace::RecordStore::Pass pass(trace.records);
  while (const trace::RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) bytes += block->bytes[i];
  }
  return bytes;
}

// File names under which some public traces are distributed, and the names of their workloads in stdlib/workloads.ssd.
constexpr std::array kPublicNames{
    Word<std::string_view>{"financial1", "Fin1"}, Word<std::string_view>{"financial2", "Fin2"},
    Word<std::string_view>{"websearch", "Web"},   Word<std::string_view>{"websearch1", "Web"},
    Word<std::string_view>{"websearch2", "Web"},  Word<std::string_view>{"websearch3", "Web"}};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The name of a trace's file without its endings: `hm_0` for `msr/hm_0.csv.zst`.
std::string stem_of(const std::string& path) {
  static const std::set<std::string> kCompressed{".zst", ".gz", ".xz", ".bz2", ".lz4"};
  fs::path name = fs::path(path).filename();
  if (kCompressed.contains(lower(name.extension().string()))) name.replace_extension();
  return name.replace_extension().string();
}

// The workload of the library that generates requests like a trace of that name; null if there is none.
const design::Workload* stand_in(const std::vector<design::Workload>& library, const std::string& name) {
  const std::string wanted = lower(name);
  const Word<std::string_view>* known = find_word(kPublicNames, wanted);
  const std::string sought = known == nullptr ? wanted : lower(std::string(known->value));
  const auto found =
      std::ranges::find_if(library, [&](const workload::Workload& workload) { return lower(workload.name) == sought; });
  const bool stands_for_a_trace = found != library.end() && found->name != check::kDefaultWorkload;
  return stands_for_a_trace && std::holds_alternative<workload::Generator>(found->source) ? &*found : nullptr;
}

}  // namespace

std::optional<std::string> digest_of_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) return std::nullopt;
  std::vector<char> buffer(256 * 1024);
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
  XXH3_128bits_reset(state.get());
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get()))
    XXH3_128bits_update(state.get(), buffer.data(), got);
  if (std::ferror(file.get()) != 0) return std::nullopt;
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

// The help text for a missing trace: the workload of the standard library for it, if that one generates its requests.
std::string TraceFacts::way_out(const workload::Workload& workload) {
  SourceMap sources;
  diag::Sink sink;
  check::Options options = options_;
  options.overrides.clear();
  const check::Checked library = check::check(options.stdlib_directory + "/workloads.ssd", options, sources, sink);
  const auto& source = std::get<workload::TraceSource>(workload.source);
  for (const std::string& name : {workload.name, stem_of(source.path)}) {
    if (const design::Workload* found = stand_in(library.workloads, name)) {
      return fmt::format(
          "put it there, or use its replacement: `import \"std/workloads.ssd\"` has a workload `{}` with the same mix "
          "of "
          "requests",
          found->name);
    }
  }
  return "put it there, or write the path of the file: paths are relative to the .ssd file";
}

bool TraceFacts::is_there(const workload::Workload& workload, const workload::TraceSource& source) {
  std::error_code none;
  if (fs::exists(path_of(source), none)) return true;
  environment_.sink.report(diag::Code::E0608, source.path_span, source.path, workload.name)
      .note({}, fmt::format("expected at `{}`", path_of(source)))
      .help(way_out(workload));
  return false;
}

const TraceFacts::Facts* TraceFacts::of(const workload::Workload& workload) {
  const auto& source = std::get<workload::TraceSource>(workload.source);
  if (!is_there(workload, source)) return nullptr;
  const trace::LoadOptions how = loading(workload, reading_);
  const auto [known, is_new] =
      known_.try_emplace(fmt::format("{}\n{}\n{}", path_of(source), source.format, how.most_records));
  std::optional<Facts>& facts = known->second;
  if (is_new) {
    const auto trace = shelf_.take(path_of(source), how, environment_.sources, environment_.sink);
    if (trace != nullptr)
      facts = Facts{.digest = digest_of_file(path_of(source)).value_or(""),
                    .requests = trace->records.size(),
                    .bytes = bytes_of(*trace)};
  }
  return facts ? &*facts : nullptr;
}

}  // namespace ssd::study
