// See processor.h. The compiler's builtin accepts only literals, hence a table of functions.
#include "tools/standalone/processor.h"

#include <algorithm>
#include <array>

#include "runtime/base/words.h"

namespace ssd::standalone {
namespace {

#if defined(__x86_64__)
using Has = bool (*)();
#define SSD_PROCESSOR(name)                                \
  Word<Has> {                                              \
    name, [] { return __builtin_cpu_supports(name) != 0; } \
  }
constexpr std::array kKnown{
    SSD_PROCESSOR("x86-64-v2"),  SSD_PROCESSOR("x86-64-v3"),    SSD_PROCESSOR("x86-64-v4"),
    SSD_PROCESSOR("sse3"),       SSD_PROCESSOR("ssse3"),        SSD_PROCESSOR("sse4.1"),
    SSD_PROCESSOR("sse4.2"),     SSD_PROCESSOR("sse4a"),        SSD_PROCESSOR("popcnt"),
    SSD_PROCESSOR("lzcnt"),      SSD_PROCESSOR("movbe"),        SSD_PROCESSOR("bmi"),
    SSD_PROCESSOR("bmi2"),       SSD_PROCESSOR("tbm"),          SSD_PROCESSOR("adx"),
    SSD_PROCESSOR("avx"),        SSD_PROCESSOR("avx2"),         SSD_PROCESSOR("fma"),
    SSD_PROCESSOR("fma4"),       SSD_PROCESSOR("xop"),          SSD_PROCESSOR("f16c"),
    SSD_PROCESSOR("gfni"),       SSD_PROCESSOR("vaes"),         SSD_PROCESSOR("vpclmulqdq"),
    SSD_PROCESSOR("avxvnni"),    SSD_PROCESSOR("avx512f"),      SSD_PROCESSOR("avx512cd"),
    SSD_PROCESSOR("avx512bw"),   SSD_PROCESSOR("avx512dq"),     SSD_PROCESSOR("avx512vl"),
    SSD_PROCESSOR("avx512vbmi"), SSD_PROCESSOR("avx512vbmi2"),  SSD_PROCESSOR("avx512ifma"),
    SSD_PROCESSOR("avx512vnni"), SSD_PROCESSOR("avx512bitalg"), SSD_PROCESSOR("avx512vpopcntdq"),
};
#undef SSD_PROCESSOR

bool has(std::string_view name) {
  const auto* known = find_word(kKnown, name);
  return known == nullptr || known->value();
}
#else
bool has(std::string_view) { return true; }
#endif

}  // namespace

bool runs_here(std::string_view cpu, std::string_view features) {
  if (!has(cpu)) return false;
  while (!features.empty()) {
    const std::string_view one = features.substr(0, features.find(','));
    if (one.starts_with('+') && !has(one.substr(1))) return false;
    features.remove_prefix(std::min(features.size(), one.size() + 1));
  }
  return true;
}

}  // namespace ssd::standalone
