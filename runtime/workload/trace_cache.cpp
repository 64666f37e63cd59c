// See trace_cache.h. An entry: counts, then blocks of packed records.
#include "runtime/workload/trace_cache.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "runtime/workload/formats/format.h"
#include "runtime/workload/packed_records.h"

namespace ssd::workload {
namespace {

// One more whenever a format is read differently, or entries are laid out differently.
constexpr u64 kVersion = 1;

struct Counts {
  u64 records = 0, lines = 0, bad_lines = 0, first_bad_line = 0, zero_sized = 0, other_lines = 0;
};

template <class T>
std::string_view raw(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// The text of the blocks that hold them. Empty if there are no such blocks.
std::vector<TraceRecord> unpacked(std::string_view blocks, u64 count) {
  std::vector<TraceRecord> records;
  records.reserve(count + kBlockRecords);
  while (records.size() < count && unpack_block(blocks, records)) {}
  if (records.size() < count) return {};
  records.resize(count);
  return records;
}

}  // namespace

TraceCache::TraceCache(const cache::Folder* folder, const std::string& path, const Format& format, bool skip_bad_lines)
    : folder_(folder), path_(path), format_(format), skip_bad_lines_(skip_bad_lines), key_(key_now()) {}

std::optional<cache::Key> TraceCache::key_now() const {
  struct stat status {};
  std::error_code error;
  const std::string place = std::filesystem::canonical(path_, error).string();
  if (folder_ == nullptr || error || ::stat(place.c_str(), &status) != 0) return std::nullopt;
  const u64 facts[] = {kVersion, static_cast<u64>(status.st_size), static_cast<u64>(status.st_mtim.tv_sec), static_cast<u64>(status.st_mtim.tv_nsec),
                       static_cast<u64>(status.st_ctim.tv_sec), static_cast<u64>(status.st_ctim.tv_nsec), skip_bad_lines_ ? u64{1} : 0};
  return cache::key_of({place, format_.name, raw(facts)});
}

bool TraceCache::find(u64 most_records, Trace& trace) const {
  const auto entry = key_ ? folder_->open(cache::Kind::kTrace, *key_) : std::nullopt;
  Counts counts;
  if (!entry || entry->bytes().size() < sizeof counts) return false;
  std::memcpy(&counts, entry->bytes().data(), sizeof counts);
  const bool cut = most_records < counts.records;
  if (cut && (counts.bad_lines != 0 || counts.zero_sized != 0)) return false;
  std::vector<TraceRecord> records = unpacked(entry->bytes().substr(sizeof counts), std::min(most_records, counts.records));
  if (records.empty()) return false;
  trace.records = std::move(records);
  trace.lines = counts.lines;
  trace.bad_lines = counts.bad_lines;
  trace.first_bad_line = counts.first_bad_line;
  trace.zero_sized = counts.zero_sized;
  trace.other_lines = counts.other_lines;
  return true;
}

void TraceCache::keep(const Trace& trace) const {
  if (!key_ || key_now() != key_) return;
  cache::Draft draft = folder_->begin(cache::Kind::kTrace, *key_);
  draft.append(raw(Counts{.records = trace.records.size(), .lines = trace.lines, .bad_lines = trace.bad_lines, .first_bad_line = trace.first_bad_line,
                          .zero_sized = trace.zero_sized, .other_lines = trace.other_lines}));
  std::string block;
  for (std::size_t first = 0; first < trace.records.size(); first += kBlockRecords) {
    block.clear();
    pack_block(std::span(trace.records).subspan(first, std::min(kBlockRecords, trace.records.size() - first)), block);
    draft.append(block);
  }
  draft.keep();
}

}  // namespace ssd::workload
