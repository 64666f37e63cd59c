// The fuzz targets (targets.def), for the fuzzers and for the test that reads the corpus and the old finds. Each is a
// function that returns what is broken with these bytes as input, or "" if everything holds that must hold.
#pragma once
#include <string>
#include <string_view>

namespace ssd::fuzz {

#define SSD_FUZZ_TARGET(name, usual, longest, seeds) std::string broken_by_##name(std::string_view input);
#include "tests/fuzz/targets.def"
#undef SSD_FUZZ_TARGET

struct Target {
  std::string_view name;
  std::string (*broken)(std::string_view input);
  bool reads_language;  // its input is a text in the language
};
inline constexpr Target kTargets[] = {
#define SSD_FUZZ_TARGET(name, usual, longest, seeds) {#name, broken_by_##name, std::string_view(#seeds) == "language"},
#include "tests/fuzz/targets.def"
#undef SSD_FUZZ_TARGET
};

}  // namespace ssd::fuzz
