// See archive.h. The table is in the order of the keys.
#include "runtime/cache/archive.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

#include "runtime/base/replaced_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::cache {
namespace {

struct ArchiveHeader {
  char magic[8] = {'s', 's', 'd', 'e', 'n', 'g', 'n', 's'};
  u64 version = 1;
  u64 entries = 0;
  u64 bytes = 0;     // of the whole file
  u64 checksum = 0;  // of the table
};
struct Row {
  Key key;
  u64 begin = 0, bytes = 0, checksum = 0;
};
constexpr u64 kAlignment = 64;

u64 aligned(u64 place) { return (place + kAlignment - 1) / kAlignment * kAlignment; }
u64 checksum_of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// The rows of the table behind the header, which the caller has checked.
std::span<const Row> table_of(const char* begin, std::size_t entries) {
  return {reinterpret_cast<const Row*>(begin + sizeof(ArchiveHeader)), entries};
}

bool is_inside(const Row& row, u64 size) {
  return row.begin <= size && row.bytes <= size - row.begin && row.begin % kAlignment == 0;
}

// The number of entries of a sound file; 0 if it is not sound.
std::size_t entries_of(const char* begin, std::size_t size) {
  const ArchiveHeader wanted;
  ArchiveHeader found;
  if (size < sizeof found) return 0;
  std::memcpy(&found, begin, sizeof found);
  const bool fits = std::memcmp(found.magic, wanted.magic, sizeof wanted.magic) == 0 &&
                    found.version == wanted.version && found.bytes == size &&
                    found.entries <= (size - sizeof found) / sizeof(Row);
  if (!fits) return 0;
  const std::span<const Row> table = table_of(begin, found.entries);
  if (XXH3_64bits(table.data(), table.size_bytes()) != found.checksum) return 0;
  return std::ranges::all_of(table, [size](const Row& row) { return is_inside(row, size); }) ? found.entries : 0;
}

}  // namespace

void Archive::Unmap::operator()(const char* begin) const { ::munmap(const_cast<char*>(begin), size); }

Archive::Archive(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!file.is_open() || ::fstat(file.value(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value(), 0);
  if (begin == MAP_FAILED) return;
  mapping_ = {static_cast<const char*>(begin), Unmap{size}};
  entries_ = entries_of(mapping_.get(), size);
}

std::optional<std::string_view> Archive::find(const Key& key) const {
  const std::span<const Row> table = table_of(mapping_.get(), entries_);
  const auto row = std::ranges::lower_bound(table, key, {}, &Row::key);
  if (row == table.end() || row->key != key) return std::nullopt;
  const std::string_view bytes(mapping_.get() + row->begin, row->bytes);
  return checksum_of(bytes) == row->checksum ? std::optional(bytes) : std::nullopt;
}

std::map<Key, std::string_view> Archive::all() const {
  std::map<Key, std::string_view> found;
  for (const Row& row : table_of(mapping_.get(), entries_)) {
    if (const auto bytes = find(row.key)) found.emplace(row.key, *bytes);
  }
  return found;
}

int write_archive(const std::string& path, const std::map<Key, std::string>& entries) {
  std::vector<Row> table;
  u64 place = sizeof(ArchiveHeader) + entries.size() * sizeof(Row);
  for (const auto& [key, bytes] : entries) {
    place = aligned(place);
    table.push_back({.key = key, .begin = place, .bytes = bytes.size(), .checksum = checksum_of(bytes)});
    place += bytes.size();
  }
  ArchiveHeader header;
  header.entries = table.size();
  header.bytes = place;
  header.checksum = XXH3_64bits(table.data(), table.size() * sizeof(Row));
  std::string file(reinterpret_cast<const char*>(&header), sizeof header);
  file.append(reinterpret_cast<const char*>(table.data()), table.size() * sizeof(Row));
  for (const auto& [key, bytes] : entries) {
    file.resize(aligned(file.size()));
    file += bytes;
  }
  ReplacedFile replaced(path);
  if (replaced.stream() == nullptr) return replaced.error();
  if (std::fwrite(file.data(), 1, file.size(), replaced.stream()) != file.size()) return errno;
  return replaced.put_in_place(ReplacedFile::Care::kWhole);
}

}  // namespace ssd::cache
