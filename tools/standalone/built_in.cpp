// See built_in.h. The bytes are a list of strings, each preceded by its length.
#include "tools/standalone/built_in.h"

#include <cstring>
#include <stdexcept>

#include "runtime/abi/plan_bytes.h"

namespace ssd::standalone {
namespace {

using Length = std::uint64_t;

void add(std::string& bytes, std::string_view text) {
  const Length length = text.size();
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length).append(text);
}

[[noreturn]] void fail(const std::string& why) {
  throw std::logic_error("the design in this program is damaged: " + why);
}

std::string_view next(std::string_view& rest) {
  Length length = 0;
  if (rest.size() < sizeof length) fail("a length is incomplete");
  std::memcpy(&length, rest.data(), sizeof length);
  rest.remove_prefix(sizeof length);
  if (rest.size() < length) fail("a text is incomplete");
  const std::string_view text = rest.substr(0, length);
  rest.remove_prefix(length);
  return text;
}

}  // namespace

std::string encoded(const BuiltIn& b, const SourceMap& sources) {
  std::string bytes;
  for (const std::string* field : {&b.file, &b.cpu, &b.features}) add(bytes, *field);
  add(bytes, std::to_string(b.own));
  add(bytes, ssd::encoded(b.plan, sources));
  return bytes;
}

BuiltIn decoded(std::string_view bytes, SourceMap& sources) {
  BuiltIn b;
  for (std::string* field : {&b.file, &b.cpu, &b.features}) *field = next(bytes);
  b.own = std::stoull(std::string(next(bytes)));
  DecodedPlan read = decoded_plan(next(bytes), sources);
  if (!read.plan) fail(read.fault);
  b.plan = std::move(*read.plan);
  return b;
}

}  // namespace ssd::standalone
