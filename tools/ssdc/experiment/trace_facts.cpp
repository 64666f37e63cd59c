// See trace_facts.h.
#include "tools/ssdc/experiment/trace_facts.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

std::uint64_t bytes_of(const workload::Trace& trace) {
  std::uint64_t bytes = 0;
  workload::RecordStore::Pass pass(trace.records);
  while (const workload::RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) bytes += block->bytes[i];
  }
  return bytes;
}

}  // namespace

std::optional<std::string> digest_of_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) return std::nullopt;
  std::vector<char> buffer(256 * 1024);
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
  XXH3_128bits_reset(state.get());
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get())) XXH3_128bits_update(state.get(), buffer.data(), got);
  if (std::ferror(file.get()) != 0) return std::nullopt;
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

// The standard library's workload of that name, if it makes its requests itself.
std::string TraceFacts::way_out(const design::Workload& workload) {
  SourceMap sources;
  diag::Sink sink;
  sema::Options options = session_.sema_options();
  options.overrides.clear();
  const sema::Checked library = sema::check(options.stdlib_directory + "/workloads.ssd", options, sources, sink);
  const auto& source = std::get<design::TraceSource>(workload.source);
  const std::string stem = fs::path(source.path).filename().replace_extension().string();
  for (const std::string& name : {workload.name, stem}) {
    const auto found = std::ranges::find(library.workloads, name, &design::Workload::name);
    if (found == library.workloads.end() || !std::holds_alternative<design::Generator>(found->source)) continue;
    return fmt::format("put it there, or take its stand-in: `import \"std/workloads.ssd\"` has a workload `{}` with the same mix of requests", name);
  }
  return "put it there, or name the file where it is: paths are relative to the .ssd file";
}

bool TraceFacts::is_there(const design::Workload& workload, const design::TraceSource& source) {
  std::error_code none;
  if (fs::exists(path_of(source), none)) return true;
  session_.sink.report(diag::Code::E0608, source.path_span, source.path, workload.name).note({}, fmt::format("looked for at `{}`", path_of(source))).help(way_out(workload));
  return false;
}

const TraceFacts::Facts* TraceFacts::of(const design::Workload& workload) {
  const auto& source = std::get<design::TraceSource>(workload.source);
  if (!is_there(workload, source)) return nullptr;
  const workload::LoadOptions how = loading(workload, reading_);
  const auto [known, is_new] = known_.try_emplace(fmt::format("{}\n{}\n{}", path_of(source), source.format, how.most_records));
  std::optional<Facts>& facts = known->second;
  if (is_new) {
    const auto trace = shelf_.take(path_of(source), how, session_.sources, session_.sink);
    if (trace != nullptr) facts = Facts{.digest = digest_of_file(path_of(source)).value_or(""), .requests = trace->records.size(), .bytes = bytes_of(*trace)};
  }
  return facts ? &*facts : nullptr;
}

}  // namespace ssd::cli
