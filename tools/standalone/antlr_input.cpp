// ANTLR's class of this name, in place of the one in its library: that keeps a converter for each thread, in a way that Debian's static library cannot be linked
// into a shared one with. Here is none: a text is UTF-8, and its code points are put together by hand.
#include <antlr4-runtime.h>

#include <algorithm>
#include <iterator>

namespace antlr4 {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Of its bytes the first has as many bits less as there are bytes, and each other six bits.
char32_t code_point(std::string_view bytes) {
  auto value = static_cast<char32_t>(static_cast<unsigned char>(bytes.front()) & (bytes.size() == 1 ? 0x7FU : 0x7FU >> bytes.size()));
  for (const char c : bytes.substr(1)) value = value << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return value;
}

void append(std::string& text, char32_t c) {
  const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  const unsigned lead = more == 0 ? 0 : 0xF0U << (3 - more) & 0xFFU;
  text += static_cast<char>(lead | c >> (6 * more));
  for (int left = more - 1; left >= 0; --left) text += static_cast<char>(0x80U | (c >> (6 * left) & 0x3FU));
}

}  // namespace

ANTLRInputStream::ANTLRInputStream(const std::string& input) : p(0) { load(input); }
ANTLRInputStream::ANTLRInputStream(const char data[], size_t size) : p(0) { load(std::string(data, size)); }
ANTLRInputStream::ANTLRInputStream(std::istream& stream) : p(0) { load(stream); }

void ANTLRInputStream::load(const std::string& input) {
  _data.clear();
  p = 0;
  std::string_view rest = input;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  while (!rest.empty()) {
    const std::size_t bytes = static_cast<std::size_t>(std::find_if_not(rest.begin() + 1, rest.end(), continues) - rest.begin());
    _data += code_point(rest.substr(0, bytes));
    rest.remove_prefix(bytes);
  }
}

void ANTLRInputStream::load(std::istream& stream) { load(std::string(std::istreambuf_iterator<char>(stream), {})); }
void ANTLRInputStream::reset() { p = 0; }

void ANTLRInputStream::consume() {
  if (p >= _data.size()) throw IllegalStateException("cannot consume EOF");
  ++p;
}

// 1: the one that comes next, -1: the one before.
size_t ANTLRInputStream::LA(ssize_t i) {
  if (i == 0) return 0;
  const ssize_t place = static_cast<ssize_t>(p) + (i > 0 ? i - 1 : i);
  return place < 0 || static_cast<size_t>(place) >= _data.size() ? static_cast<size_t>(EOF) : _data[static_cast<size_t>(place)];
}

size_t ANTLRInputStream::LT(ssize_t i) { return LA(i); }
size_t ANTLRInputStream::index() { return p; }
size_t ANTLRInputStream::size() { return _data.size(); }
ssize_t ANTLRInputStream::mark() { return -1; }
void ANTLRInputStream::release(ssize_t) {}
void ANTLRInputStream::seek(size_t index) { p = std::min(index, _data.size()); }

std::string ANTLRInputStream::getText(const misc::Interval& interval) {
  std::string text;
  if (interval.a < 0) return text;
  for (auto i = static_cast<size_t>(interval.a); i < _data.size() && static_cast<ssize_t>(i) <= interval.b; ++i) append(text, _data[i]);
  return text;
}

std::string ANTLRInputStream::getSourceName() const { return name.empty() ? IntStream::UNKNOWN_SOURCE_NAME : name; }

std::string ANTLRInputStream::toString() const {
  std::string text;
  for (const char32_t c : _data) append(text, c);
  return text;
}

}  // namespace antlr4
