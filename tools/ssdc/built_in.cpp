// See built_in.h. The bytes are a list of strings, each behind its length: the fields, the number of overrides, these, and then the texts.
#include "tools/ssdc/built_in.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace ssd::cli {
namespace {

using Length = std::uint64_t;

void add(std::string& bytes, std::string_view text) {
  const Length length = text.size();
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length).append(text);
}

class Strings {
 public:
  explicit Strings(std::string_view bytes) : rest_(bytes) {}
  bool at_end() const { return rest_.empty(); }
  std::string next() {
    Length length = 0;
    if (rest_.size() < sizeof length) fail();
    std::memcpy(&length, rest_.data(), sizeof length);
    rest_.remove_prefix(sizeof length);
    if (rest_.size() < length) fail();
    std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return text;
  }

 private:
  [[noreturn]] static void fail() { throw std::logic_error("the design in this program is damaged"); }
  std::string_view rest_;
};

}  // namespace

sema::Options BuiltIn::options() const {
  sema::Options options;
  options.overrides = overrides;
  options.stdlib_directory = stdlib_directory;
  options.design = design;
  options.read = [this](const std::string& path) -> sema::ReadResult {
    const auto found = std::ranges::find(texts, path, &Text::path);
    if (found == texts.end()) return {};
    return {sema::ReadResult::Status::kRead, found->text, {}};
  };
  return options;
}

std::string encoded(const BuiltIn& b) {
  std::string bytes;
  for (const std::string* field : {&b.file, &b.design, &b.stdlib_directory, &b.cpu, &b.features, &b.hash}) add(bytes, *field);
  add(bytes, std::to_string(b.overrides.size()));
  for (const sema::Override& override : b.overrides) {
    add(bytes, override.name);
    add(bytes, override.text);
  }
  for (const BuiltIn::Text& text : b.texts) {
    add(bytes, text.path);
    add(bytes, text.text);
  }
  return bytes;
}

BuiltIn decoded(std::string_view bytes) {
  Strings strings(bytes);
  BuiltIn b;
  for (std::string* field : {&b.file, &b.design, &b.stdlib_directory, &b.cpu, &b.features, &b.hash}) *field = strings.next();
  for (std::size_t left = std::stoul(strings.next()); left != 0; --left) {
    std::string name = strings.next();
    b.overrides.push_back({std::move(name), strings.next()});
  }
  while (!strings.at_end()) {
    std::string path = strings.next();
    b.texts.push_back({std::move(path), strings.next()});
  }
  return b;
}

}  // namespace ssd::cli
