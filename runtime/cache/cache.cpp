// See cache.h. A file consists of a header of 64 bytes and the bytes of the entry. Its modification time is the time of
// its last use.
#include "runtime/cache/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "runtime/base/diag/diag.h"
#include "runtime/base/folder_names.h"
#include "runtime/base/replaced_file.h"
#include "runtime/base/shell_word.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::cache {
namespace {

namespace fs = std::filesystem;

struct Header {
  char magic[8] = {'s', 's', 'd', 'c', 'a', 'c', 'h', 'e'};
  u64 version = 1;
  u64 kind = 0;
  Key key;
  u64 bytes = 0;     // of the entry, after the header
  u64 checksum = 0;  // of these bytes
  u64 reserved = 0;
};
static_assert(sizeof(Header) == 64);

bool fits(const Header& found, Kind kind, const Key& key, std::size_t file_bytes) {
  const Header wanted;
  return std::memcmp(found.magic, wanted.magic, sizeof wanted.magic) == 0 && found.version == wanted.version &&
         found.kind == static_cast<u64>(kind) && found.key == key && found.bytes == file_bytes - sizeof(Header);
}

Descriptor opened_folder(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// Whether only this user may write to a file or folder.
bool is_private(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Whether it is open and has a status of which `holds` is true.
bool has_status(int descriptor, bool (*holds)(const struct stat&)) {
  struct stat status{};
  return descriptor >= 0 && ::fstat(descriptor, &status) == 0 && holds(status);
}

// The size of a file that only this user may write to; otherwise 0.
std::size_t own_size(int descriptor) {
  struct stat status{};
  const bool is_open = descriptor >= 0 && ::fstat(descriptor, &status) == 0;
  return is_open && S_ISREG(status.st_mode) && is_private(status) ? static_cast<std::size_t>(status.st_size) : 0;
}

// The checksum of what follows the header. Reading piece by piece into one buffer is faster than mapping the file, and
// needs no memory for it.
std::optional<u64> checksum_of(int descriptor, std::size_t file_bytes) {
  std::vector<char> buffer(256 * 1024);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for (std::size_t at = sizeof(Header); at < file_bytes;) {
    const ssize_t got =
        ::pread(descriptor, buffer.data(), std::min(buffer.size(), file_bytes - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    XXH3_64bits_update(&state, buffer.data(), static_cast<std::size_t>(got));
    at += static_cast<std::size_t>(got);
  }
  return XXH3_64bits_digest(&state);
}

// An item of the folder's listing: an entry, or a file that a killed process has left behind.
struct Listed {
  fs::path path;
  u64 bytes = 0;
  fs::file_time_type used;
  std::optional<Kind> kind;  // none: left behind
};

std::optional<Kind> kind_of_name(const std::string& name) {
  constexpr std::size_t kDigits = 32;
  if (name.size() <= kDigits || name[kDigits] != '.') return std::nullopt;
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (!std::all_of(name.begin(), name.begin() + kDigits, is_digit)) return std::nullopt;
  const Word<Kind>* kind = find_word(kKinds, std::string_view(name).substr(kDigits + 1));
  return kind == nullptr ? std::nullopt : std::optional(kind->value);
}

bool is_left_behind(const std::string& name, fs::file_time_type changed) {
  constexpr auto kLongest = std::chrono::hours(1);  // no entry takes this long to be written
  return name.starts_with(".ssdc-") && name.ends_with(".part") && fs::file_time_type::clock::now() - changed > kLongest;
}

// `why`, where given, states why the list is not complete.
std::vector<Listed> list(const std::string& folder, std::error_code* why = nullptr) {
  std::vector<Listed> found;
  std::error_code error;
  for (const std::string& name : names_in(folder, error)) {
    const fs::path path = fs::path(folder) / name;
    std::error_code gone;
    if (fs::symlink_status(path, gone).type() != fs::file_type::regular || gone) continue;
    const Listed listed{.path = path,
                        .bytes = fs::file_size(path, gone),
                        .used = fs::last_write_time(path, gone),
                        .kind = kind_of_name(name)};
    if (!gone && (listed.kind || is_left_behind(name, listed.used))) found.push_back(listed);
  }
  if (why != nullptr && error != std::errc::no_such_file_or_directory) *why = error;
  return found;
}

void count(const Listed& entry, Folder::Contents& contents) {
  if (!entry.kind) return;
  Folder::Held& held = contents[static_cast<std::size_t>(*entry.kind)];
  ++held.entries;
  held.bytes += entry.bytes;
}

void make_folder(const std::string& path) {
  std::error_code error;
  const fs::path parent = fs::path(path).parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  ::mkdir(path.c_str(), 0700);  // an error here occurs again where the file is written, and is reported there
}

}  // namespace

std::string Key::text() const {
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(high),
                static_cast<unsigned long long>(low));
  return digits;
}

Key key_of(std::initializer_list<std::string_view> parts) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (const std::string_view part : parts) {
    const u64 size = part.size();
    XXH3_128bits_update(&state, &size, sizeof size);
    XXH3_128bits_update(&state, part.data(), part.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  return {hash.high64, hash.low64};
}

void Entry::Unmap::operator()(const void* begin) const { ::munmap(const_cast<void*>(begin), size); }

std::string_view Entry::bytes() const {
  return {static_cast<const char*>(mapping_.get()) + sizeof(Header), mapping_.get_deleter().size - sizeof(Header)};
}

struct Draft::Writing {
  Writing(const Folder& its_folder, const std::string& place) : folder(its_folder), file(place) {}
  Folder folder;
  ReplacedFile file;
  Header header;
  XXH3_state_t state;
  int error = 0;  // errno of the first write that failed

  void write(const void* bytes, std::size_t size) {
    if (std::fwrite(bytes, 1, size, file.stream()) != size && error == 0) error = errno;
  }
};

Draft::Draft(std::unique_ptr<Writing> writing) : writing_(std::move(writing)) {}
Draft::~Draft() = default;
Draft::Draft(Draft&&) noexcept = default;

void Draft::append(std::string_view bytes) {
  Writing& w = *writing_;
  w.header.bytes += bytes.size();
  if (w.file.stream() == nullptr || sizeof(Header) + w.header.bytes > w.folder.most_bytes()) return;
  XXH3_64bits_update(&w.state, bytes.data(), bytes.size());
  w.write(bytes.data(), bytes.size());
}

int Draft::keep() {
  Writing& w = *writing_;
  const u64 bytes = sizeof(Header) + w.header.bytes;
  if (bytes > w.folder.most_bytes()) return EFBIG;
  if (w.file.stream() == nullptr) return w.file.error();
  if (w.folder.others_may_change()) return EPERM;
  w.header.checksum = XXH3_64bits_digest(&w.state);
  if (std::fseek(w.file.stream(), 0, SEEK_SET) != 0 && w.error == 0)
    w.error = errno;  // writes what is left in the buffer
  w.write(&w.header, sizeof w.header);
  if (w.error != 0) return w.error;
  const int error = w.file.put_in_place(ReplacedFile::Care::kWhole);  // if the machine stops, the checksum will show it
  // Only now: whatever goes wrong there, the entry is kept.
  if (error == 0) w.folder.make_room_beside(w.folder.name(static_cast<Kind>(w.header.kind), w.header.key));
  return error;
}

Draft Folder::begin(Kind kind, const Key& key) const {
  make_folder(path_);
  auto writing = std::make_unique<Draft::Writing>(*this, place(kind, key));
  writing->header.kind = static_cast<u64>(kind);
  writing->header.key = key;
  XXH3_64bits_reset(&writing->state);
  if (writing->file.stream() != nullptr) {
    static_cast<void>(::fchmod(::fileno(writing->file.stream()), 0600));  // an entry that others may write is not used
    writing->write(&writing->header, sizeof writing->header);
  }
  return Draft(std::move(writing));
}

int Folder::store(Kind kind, const Key& key, std::string_view bytes) const {
  if (sizeof(Header) + bytes.size() > most_bytes_) return EFBIG;
  Draft draft = begin(kind, key);
  draft.append(bytes);
  return draft.keep();
}

std::optional<Entry> Folder::open(Kind kind, const Key& key) const {
  const Descriptor file = opened(kind, key);
  const std::size_t size = own_size(file.value());
  if (size >= sizeof(Header)) {
    void* begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.value(), 0);
    if (begin == MAP_FAILED) return std::nullopt;
    Entry entry(begin, size);
    const Header& header = *static_cast<const Header*>(begin);
    if (fits(header, kind, key, size) && XXH3_64bits(entry.bytes().data(), entry.bytes().size()) == header.checksum) {
      ::futimens(file.value(), nullptr);
      return entry;
    }
  }
  if (file.is_open()) ::unlink(place(kind, key).c_str());
  return std::nullopt;
}

std::optional<OpenEntry> Folder::open_file(Kind kind, const Key& key) const {
  Descriptor file = opened(kind, key);
  const std::size_t size = own_size(file.value());
  Header header;
  const bool has_header =
      size > 0 && ::pread(file.value(), &header, sizeof header, 0) == static_cast<ssize_t>(sizeof header);
  if (has_header && fits(header, kind, key, size) && checksum_of(file.value(), size) == header.checksum) {
    ::futimens(file.value(), nullptr);
    return OpenEntry{std::move(file), sizeof header, header.bytes};
  }
  if (file.is_open()) ::unlink(place(kind, key).c_str());
  return std::nullopt;
}

std::string Folder::place(Kind kind, const Key& key) const { return (fs::path(path_) / name(kind, key)).string(); }

std::string Folder::name(Kind kind, const Key& key) const {
  return key.text() + '.' + std::string(word_for(kKinds, kind));
}

// Opens the entry in the folder whose permissions were seen, even if the path leads to another folder by then. Not open
// if others may change the folder.
Descriptor Folder::opened(Kind kind, const Key& key) const {
  const Descriptor folder = opened_folder(path_);
  if (!has_status(folder.value(), is_private)) return {};
  return Descriptor(::openat(folder.value(), name(kind, key).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
}

bool Folder::others_may_change() const {
  return has_status(opened_folder(path_).value(), [](const struct stat& status) { return !is_private(status); });
}

void Folder::make_room_beside(const std::string& newest) const {
  std::vector<Listed> all = list(path_);
  u64 held = 0;
  for (const Listed& entry : all) held += entry.bytes;
  // Files that were left behind are removed in any case. A trace is as large as thousands of objects, each of which
  // took longer to make than most traces take to read.
  const auto worth = [](const Listed& entry) { return !entry.kind ? 0 : *entry.kind == Kind::kTrace ? 1 : 2; };
  std::ranges::sort(
      all, [&](const Listed& a, const Listed& b) { return std::pair(worth(a), a.used) < std::pair(worth(b), b.used); });
  for (const Listed& entry : all) {
    if (entry.kind && held <= most_bytes_) return;
    if (entry.path.filename() == newest) continue;
    std::error_code error;
    fs::remove(entry.path, error);
    held -= entry.bytes;
  }
}

Folder::Contents Folder::contents(std::error_code* error) const {
  Contents contents;
  for (const Listed& entry : list(path_, error)) count(entry, contents);
  return contents;
}

Folder::Contents Folder::clear(std::error_code* error) const {
  Contents contents;
  for (const Listed& entry : list(path_, error)) {
    std::error_code ignored;
    if (fs::remove(entry.path, ignored)) count(entry, contents);
  }
  return contents;
}

std::optional<Folder> folder_of_user() {
  const auto given = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const std::string own = given("SSDC_CACHE_DIR"); !own.empty()) return Folder(own);
  // The base directory specification says that a relative path is to be ignored.
  if (const std::string base = given("XDG_CACHE_HOME"); base.starts_with('/')) return Folder(base + "/ssdc");
  if (const std::string home = given("HOME"); !home.empty()) return Folder(home + "/.cache/ssdc");
  return std::nullopt;
}

std::optional<Folder> safe_folder_of_user(diag::Sink& sink) {
  std::optional<Folder> folder = folder_of_user();
  if (!folder || !folder->others_may_change()) return folder;
  sink.report(diag::Code::W0422, {}, folder->path())
      .help(fmt::format("make it yours alone: `chmod go-w {}`; or name another folder: `SSDC_CACHE_DIR`",
                        shell_word(folder->path())));
  return std::nullopt;
}

}  // namespace ssd::cache
