// Fuzz target: a compressed stream of texts and numbers. If the first byte is even, the rest says what is written: all
// of it is read as it was written, and after one changed byte the stream is rejected. If it is odd, the rest is the
// stream, behind a head with the right checksum: it is read to its end or rejected.
#include "tools/study/run/packed_stream.h"

#include <fmt/format.h>

#include <vector>

#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd::fuzz {
namespace {

using study::StreamReader;
using study::StreamWriter;
using study::Unreadable;

const study::StreamKind& kind() {
  static const study::StreamKind kKind{.mark = "ssdc fuzz 1", .what = "input", .version = "1"};
  return kKind;
}

struct Item {
  bool is_text = false;
  std::string text;
  u64 number = 0;
};

std::vector<Item> items_in(Input& input) {
  std::vector<Item> items;
  while (!input.empty()) {
    const u64 how = input.byte();
    if (how % 2 == 0) {
      items.push_back({.is_text = false, .text = {}, .number = input.number(1 + how / 2 % 8)});
      continue;
    }
    std::string text(input.text(how / 2 % 32));
    for (u64 times = how / 64; times != 0 && text.size() < 100'000; --times) text += text + text;
    items.push_back({.is_text = true, .text = std::move(text)});
  }
  return items;
}

bool is_rejected(std::string_view bytes) {
  try {
    StreamReader from(kind(), bytes);
    while (!from.at_end()) from.number();
  } catch (const Unreadable&) {
    return true;
  }
  return false;
}

std::string broken_as_written(Input& input) {
  const u64 place = input.number(2), bit = input.below(8);
  const std::vector<Item> items = items_in(input);
  StreamWriter to(kind());
  for (const Item& item : items) {
    if (item.is_text)
      to.put(item.text);
    else
      to.put(item.number);
  }
  std::string bytes = to.finish();
  StreamReader from(kind(), bytes);
  for (const Item& item : items) {
    if (item.is_text ? from.text() != item.text : from.number() != item.number)
      return "a stream was read as another one";
  }
  if (!from.at_end()) return "a stream has no end";
  char& changed = bytes[place % bytes.size()];
  changed = static_cast<char>(changed ^ (1 << bit));
  return is_rejected(bytes) ? "" : "a changed stream was read";
}

// The first byte of each item chooses whether it is read as a number or as a text.
std::string broken_as_it_is(std::string_view rest) {
  const std::string bytes =
      fmt::format("{} {} {:016x}\n{}", kind().mark, kind().version, XXH3_64bits(rest.data(), rest.size()), rest);
  try {
    StreamReader from(kind(), bytes);
    while (!from.at_end()) {
      if (from.number() % 2 == 0) from.text();
    }
  } catch (const Unreadable&) {
  }
  return "";
}

}  // namespace

std::string broken_by_packed_stream(std::string_view bytes) {
  Input input(bytes);
  return input.byte() % 2 == 0 ? broken_as_written(input) : broken_as_it_is(input.rest());
}

}  // namespace ssd::fuzz
