// Fuzz target: an entry of the cache whose file is changed behind its back, as the bytes say. An entry is what was
// stored, or there is none; whatever of its content changes, there is none, and its file is removed. An entry that was
// not changed is found. The rest of the bytes as a file of its own: an entry only if its content is behind a head that
// fits.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "runtime/cache/cache.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = 64, kReserved = 8;  // the last bytes of the head state nothing

// What both ways of opening an entry find; nothing if they find none.
std::string broken_entry(const cache::Folder& folder, cache::Kind kind, const cache::Key& key, std::string_view content,
                         bool must_be_there, bool may_be_there) {
  const auto mapped = folder.open(kind, key);
  if (mapped && mapped->bytes() != content) return "an entry is not what was stored";
  if (mapped.has_value() != must_be_there && mapped.has_value() != may_be_there)
    return mapped ? "a changed entry was found" : "an unchanged entry was lost";
  const auto file = folder.open_file(kind, key);
  if (file.has_value() != mapped.has_value()) return "one way of opening an entry finds it, the other one does not";
  return file && (file->bytes != content.size() || file->begin != kHead) ? "an entry has another place or length" : "";
}

void put(const std::string& path, std::string_view bytes) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  static_cast<void>(::pwrite(file.value(), bytes.data(), bytes.size(), 0));
}

// Changes the file by the next choices. Returns whether anything but its reserved bytes differs afterwards.
bool change(std::string& file, Input& input) {
  const std::string before = file;
  switch (input.below(4)) {
    case 0: break;
    case 1: file[input.number(2) % file.size()] ^= static_cast<char>(input.byte()); break;
    case 2: file.resize(input.number(2) % (file.size() + 1)); break;
    default: file += input.text(1 + input.below(8)); break;
  }
  const auto stated = [](std::string_view bytes) {
    return std::string(bytes.substr(0, kHead - kReserved)) + std::string(bytes.substr(std::min(kHead, bytes.size())));
  };
  return file.size() != before.size() || stated(file) != stated(before);
}

}  // namespace

std::string broken_by_cache_entry(std::string_view bytes) {
  static const cache::Folder folder(scratch_folder() + "/cache", u64{1} << 20);
  Input input(bytes);
  const cache::Kind kind = input.below(2) == 0 ? cache::Kind::kObject : cache::Kind::kTrace;
  const cache::Key key = cache::key_of({input.text(2)});
  const std::string path = folder.path() + "/" + key.text() + "." + std::string(word_for(cache::kKinds, kind));
  const std::string content(input.text(input.below(64)));
  if (const int error = folder.store(kind, key, content); error != 0) return fmt::format("not stored: {}", error);
  std::string file = bytes_of_file(path);
  const bool changed = change(file, input);
  put(path, file);
  if (std::string broken = broken_entry(folder, kind, key, content, !changed, !changed); !broken.empty()) return broken;
  if (fs::exists(path) == changed)
    return "the file of a changed entry is still there, or that of an unchanged one gone";
  put(path, input.rest());
  const std::string_view rest = input.rest(), behind = rest.substr(std::min(kHead, rest.size()));
  std::string broken = broken_entry(folder, kind, key, behind, false, true);
  fs::remove(path);
  return broken;
}

}  // namespace ssd::fuzz
