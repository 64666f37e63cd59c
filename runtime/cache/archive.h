// Entries that never change, in one file: a table of keys, then the entries. Whoever reads it maps the file, and
// touches only the table and the entry that it needs.
//
// Invariant: an entry that is found holds what was written. A file that is damaged, incomplete or of another version
// has no entries, and an entry whose checksum is wrong does not exist. A missing file is no error.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/cache/cache.h"

namespace ssd::cache {

class Archive {
 public:
  // Without entries if the file cannot be used.
  explicit Archive(const std::string& path);
  std::size_t entries() const { return entries_; }
  // The bytes of an entry, as long as the archive exists. They begin at a multiple of 64.
  std::optional<std::string_view> find(const Key& key) const;
  std::map<Key, std::string_view> all() const;

 private:
  struct Unmap {
    std::size_t size = 0;
    void operator()(const char* begin) const;
  };
  std::unique_ptr<const char, Unmap> mapping_{nullptr, Unmap()};
  std::size_t entries_ = 0;
};

// Replaces the file as a whole. Returns errno, or 0.
int write_archive(const std::string& path, const std::map<Key, std::string>& entries);

}  // namespace ssd::cache
