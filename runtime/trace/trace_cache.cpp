// See trace_cache.h. An entry is the counts, then the device facts, then blocks of packed records.
#include "runtime/trace/trace_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {
namespace {

// Increase it when a format is read differently, or entries have another layout.
constexpr u64 kVersion = 3;

// The beginning of an entry. `devices` DeviceFacts follow, and then the blocks.
struct Counts {
  u64 records = 0, lines = 0, bad_lines = 0, first_bad_line = 0, zero_sized = 0, other_lines = 0;
  Time earliest = 0, latest = 0, last = 0;
  Backwards backwards;
  u64 highest = 0, largest_moved = 0, largest_trim = 0, devices = 0;
};

Counts counts_of(const Trace& trace) {
  const TraceFacts& f = trace.records.facts();
  return {.records = trace.records.size(),
          .lines = trace.lines,
          .bad_lines = trace.bad_lines,
          .first_bad_line = trace.first_bad_line,
          .zero_sized = trace.zero_sized,
          .other_lines = trace.other_lines,
          .earliest = f.earliest,
          .latest = f.latest,
          .last = f.last,
          .backwards = f.backwards,
          .highest = f.highest,
          .largest_moved = f.largest_moved,
          .largest_trim = f.largest_trim,
          .devices = f.devices.size()};
}

void set_counts(Trace& trace, const Counts& counts) {
  trace.lines = counts.lines;
  trace.bad_lines = counts.bad_lines;
  trace.first_bad_line = counts.first_bad_line;
  trace.zero_sized = counts.zero_sized;
  trace.other_lines = counts.other_lines;
}

TraceFacts facts_of(const Counts& c, std::vector<DeviceFacts> devices) {
  TraceFacts facts;
  facts.records = c.records;
  facts.earliest = c.earliest;
  facts.latest = c.latest;
  facts.last = c.last;
  facts.backwards = c.backwards;
  facts.highest = c.highest;
  facts.largest_moved = c.largest_moved;
  facts.largest_trim = c.largest_trim;
  facts.devices = std::move(devices);
  return facts;
}

template <class T>
std::string_view raw(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

bool read_at(const Descriptor& file, void* out, std::size_t bytes, u64 at) {
  return ::pread(file.value(), out, bytes, static_cast<off_t>(at)) == static_cast<ssize_t>(bytes);
}

// The facts of the records that the store is cut to.
TraceFacts facts_of_pass(const RecordStore& records) {
  TraceFacts facts;
  RecordStore::Pass pass(records);
  while (const RecordBlock* block = pass.next()) facts.add(*block);
  return facts;
}

}  // namespace

TraceCache::TraceCache(const cache::Folder* folder, const std::string& path, const Format& format, bool skip_bad_lines)
    : folder_(folder), path_(path), format_(format), skip_bad_lines_(skip_bad_lines), key_(key_now()) {}

std::optional<cache::Key> TraceCache::key_now() const {
  struct stat status{};
  std::error_code error;
  const std::string place = std::filesystem::canonical(path_, error).string();
  if (folder_ == nullptr || error || ::stat(place.c_str(), &status) != 0) return std::nullopt;
  const u64 facts[] = {kVersion,
                       static_cast<u64>(status.st_size),
                       static_cast<u64>(status.st_mtim.tv_sec),
                       static_cast<u64>(status.st_mtim.tv_nsec),
                       static_cast<u64>(status.st_ctim.tv_sec),
                       static_cast<u64>(status.st_ctim.tv_nsec),
                       skip_bad_lines_ ? u64{1} : 0};
  return cache::key_of({place, format_.name, raw(facts)});
}

bool TraceCache::find(u64 most_records, Trace& trace) const {
  auto entry = key_ ? folder_->open_file(cache::Kind::kTrace, *key_) : std::nullopt;
  Counts counts;
  if (!entry || !read_at(entry->file, &counts, sizeof counts, entry->begin)) return false;
  const bool cut = most_records < counts.records;
  if (cut && (counts.bad_lines != 0 || counts.zero_sized != 0)) return false;
  std::vector<DeviceFacts> devices(counts.devices);
  const u64 blocks = entry->begin + sizeof counts + devices.size() * sizeof(DeviceFacts);
  if (!read_at(entry->file, devices.data(), devices.size() * sizeof(DeviceFacts), entry->begin + sizeof counts))
    return false;
  RecordStore records(std::move(entry->file), blocks, counts.records);
  records.cut_to(most_records);
  records.set_facts(cut ? facts_of_pass(records) : facts_of(counts, std::move(devices)));
  if (records.error() != 0) return false;
  trace.records = std::move(records);
  set_counts(trace, counts);
  return true;
}

int TraceCache::keep(const Trace& trace) const {
  if (!key_ || key_now() != key_) return 0;
  if (trace.records.packed_bytes() > folder_->most_bytes()) return EFBIG;
  cache::Draft draft = folder_->begin(cache::Kind::kTrace, *key_);
  draft.append(raw(counts_of(trace)));
  const std::vector<DeviceFacts>& devices = trace.records.facts().devices;
  draft.append({reinterpret_cast<const char*>(devices.data()), devices.size() * sizeof(DeviceFacts)});
  trace.records.each_piece([&](std::string_view piece) { draft.append(piece); });
  return trace.records.error() == 0 ? draft.keep()
                                    : 0;  // the code that needs the records reports a store that cannot be read
}

}  // namespace ssd::trace
