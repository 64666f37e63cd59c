// Fuzz target: any bytes through the parser and the check, with the standard library of this checkout.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/invariants.h"
#include "tests/paths.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const std::string standard = (ssd::tests::source_dir() / "stdlib").string();
  const std::string broken = ssd::fuzz::broken_by_checking({reinterpret_cast<const char*>(data), size}, standard);
  if (broken.empty()) return 0;
  std::fprintf(stderr, "%s\n", broken.c_str());
  std::abort();
}
