// Results that one run has computed and a later run need not compute again, such as the engine of a design: files in
// one folder of the user.
//
//   const std::optional<cache::Folder> folder = cache::folder_of_user();
//   const cache::Key key = cache::key_of({module, engine, cpu});
//   if (const auto entry = folder->open(cache::Kind::kObject, key)) use(entry->bytes());
//   else folder->store(cache::Kind::kObject, key, made);
//
// Invariants: an entry holds what was stored, or it does not exist: it is written beside its destination and renamed,
// it carries a checksum, and damaged entries are removed. Since the code of an entry is executed, an entry is used only
// if it and the folder belong to this user and nobody else may write to them. Any number of processes may use one
// folder. The folder exceeds its limit only by what several processes store at the same time: traces are removed before
// objects, and within a kind the least recently used entry first. Files that do not belong to the cache are never
// touched. Nothing here throws except for lack of memory, because a run must not end because of its cache.
#pragma once
#include <array>
#include <compare>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "runtime/abi/units.h"
#include "runtime/base/descriptor.h"
#include "runtime/base/words.h"

namespace ssd {
class ReplacedFile;
}
namespace ssd::diag {
class Sink;
}

namespace ssd::cache {

// What is kept. The word of a kind is the ending of its files and its name in `ssdc cache`.
enum class Kind : u8 { kObject, kTrace };
inline constexpr std::array kKinds{Word{"object", Kind::kObject}, Word{"trace", Kind::kTrace}};

// 128 bits, from everything that determines the content of an entry.
struct Key {
  u64 high = 0, low = 0;
  std::string text() const;  // 32 hexadecimal digits
  friend auto operator<=>(const Key&, const Key&) = default;
};
// The lengths of the parts count too, so two different lists of parts never become the same bytes.
Key key_of(std::initializer_list<std::string_view> parts);

// The bytes of a file, mapped while this object lives, even if the file is removed meanwhile. They begin at a multiple
// of 64.
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

// An entry as an open file, for content that is too large to be held in memory. It stays readable even if it is removed
// meanwhile.
struct OpenEntry {
  Descriptor file;
  u64 begin = 0, bytes = 0;  // where the content is in the file
};

// An entry that is being written, for content that is too large to be held in memory. It is discarded unless keep() is
// called.
class Draft {
 public:
  ~Draft();
  Draft(Draft&&) noexcept;
  void append(std::string_view bytes);
  // Call it once. Returns 0 or errno; EFBIG if the entry alone exceeds the limit of the cache, and EPERM if others may
  // change the folder.
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
  // Returns what Draft::keep() returns; nothing is stored in a folder that others may change.
  int store(Kind kind, const Key& key, std::string_view bytes) const;
  Draft begin(Kind kind, const Key& key) const;

  // Whether somebody else may put files into the folder: it belongs to another user, or its permissions let a group or
  // everybody write. A folder that does not exist is made for this user alone.
  bool others_may_change() const;

  struct Held {
    u64 entries = 0, bytes = 0;
  };
  using Contents = std::array<Held, kKinds.size()>;  // by kind
  // `error`, where given, states why not all entries could be listed. A folder that does not exist has none.
  Contents contents(std::error_code* error = nullptr) const;
  // Removes all entries; returns what was removed.
  Contents clear(std::error_code* error = nullptr) const;

 private:
  friend class Draft;
  std::string place(Kind kind, const Key& key) const;
  std::string name(Kind kind, const Key& key) const;
  Descriptor opened(Kind kind, const Key& key) const;
  void make_room_beside(const std::string& newest) const;  // an entry's name; it is not removed
  std::string path_;
  u64 most_bytes_;
};

// What the user can do if nothing can be kept.
inline constexpr std::string_view kOtherFolder = "set `SSDC_CACHE_DIR` to a writable folder, or call with `--no-cache`";

// The folder from the environment: $SSDC_CACHE_DIR, otherwise $XDG_CACHE_HOME/ssdc, otherwise ~/.cache/ssdc. Nothing if
// none of these is set.
std::optional<Folder> folder_of_user();
// The same, but nothing after a warning (W0422) if others may change the folder.
std::optional<Folder> safe_folder_of_user(diag::Sink& sink);

}  // namespace ssd::cache
