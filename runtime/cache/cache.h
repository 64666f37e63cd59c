// What one run has computed and another need not compute again, such as the engine of a design: files in one folder of
// the user's.
//
//   const std::optional<cache::Folder> folder = cache::folder_of_user();
//   const cache::Key key = cache::key_of({module, engine, cpu});
//   if (const auto entry = folder->open(cache::Kind::kObject, key)) use(entry->bytes());
//   else folder->store(cache::Kind::kObject, key, made);
//
// Invariants: an entry is what was stored, or there is none: it is written beside its place and renamed, carries a
// checksum, and what is damaged is taken away. Any number of processes may use one folder. It hardly grows beyond its
// bound (by what several store at one time): traces go before objects, and of a kind what was not used for longest goes
// first. Nothing that is not the cache's own is touched. Nothing here throws but for lack of memory: a run must not end
// because of its cache.
#pragma once
#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/abi/units.h"
#include "runtime/base/descriptor.h"
#include "runtime/base/words.h"

namespace ssd {
class ReplacedFile;
}

namespace ssd::cache {

// What is kept; a kind's word is the ending of its files, and what `ssdc cache` calls it.
enum class Kind : u8 { kObject, kTrace };
inline constexpr std::array kKinds{Word{"object", Kind::kObject}, Word{"trace", Kind::kTrace}};

// 128 bits of all that decides what an entry holds.
struct Key {
  u64 high = 0, low = 0;
  std::string text() const;  // 32 hexadecimal digits
  friend bool operator==(const Key&, const Key&) = default;
};
// Lengths count, too: no two lists of different parts run together to the same bytes.
Key key_of(std::initializer_list<std::string_view> parts);

// The bytes of a file, mapped while this lives, also if the file is removed meanwhile. They begin at a multiple of 64.
class Entry {
 public:
  Entry(const void* begin, std::size_t size) : mapping_(begin, Unmap{size}) {}
  std::string_view bytes() const;

 private:
  struct Unmap {
    std::size_t size;
    void operator()(const void* begin) const;
  };
  std::unique_ptr<const void, Unmap> mapping_;
};

// An entry as an open file, for what is too large to be held at once. It stays as it is, also if it is removed
// meanwhile.
struct OpenEntry {
  Descriptor file;
  u64 begin = 0, bytes = 0;  // where it stands in the file
};

// An entry that is being written, for what is too large to be held at once. Given up unless it is kept.
class Draft {
 public:
  ~Draft();
  Draft(Draft&&) noexcept;
  void append(std::string_view bytes);
  // 0, or the system's error; EFBIG if the entry alone would be larger than the cache may become. Once.
  int keep();

 private:
  friend class Folder;
  struct Writing;
  explicit Draft(std::unique_ptr<Writing> writing);
  std::unique_ptr<Writing> writing_;
};

class Folder {
 public:
  static constexpr u64 kMostBytes = u64{256} << 20;
  explicit Folder(std::string path, u64 most_bytes = kMostBytes) : path_(std::move(path)), most_bytes_(most_bytes) {}
  const std::string& path() const { return path_; }
  u64 most_bytes() const { return most_bytes_; }

  std::optional<Entry> open(Kind kind, const Key& key) const;
  std::optional<OpenEntry> open_file(Kind kind, const Key& key) const;
  // As Draft::keep().
  int store(Kind kind, const Key& key, std::string_view bytes) const;
  Draft begin(Kind kind, const Key& key) const;

  struct Held {
    u64 entries = 0, bytes = 0;
  };
  using Contents = std::array<Held, kKinds.size()>;  // by kind
  Contents contents() const;
  // What was there and is not any more.
  Contents clear() const;

 private:
  friend class Draft;
  std::string place(Kind kind, const Key& key) const;
  void make_room(u64 bytes) const;
  std::string path_;
  u64 most_bytes_;
};

// What one can do where nothing can be kept.
inline constexpr std::string_view kOtherFolder = "set `SSDC_CACHE_DIR` to a writable folder, or call with `--no-cache`";

// By the environment: $SSDC_CACHE_DIR, else $XDG_CACHE_HOME/ssdc, else ~/.cache/ssdc. Nothing if it names none.
std::optional<Folder> folder_of_user();

}  // namespace ssd::cache
