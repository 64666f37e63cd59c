// The entry of libFuzzer, compiled once for each target: SSD_FUZZ_BROKEN is the target's function (targets.h).
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken = ssd::fuzz::SSD_FUZZ_BROKEN({reinterpret_cast<const char*>(data), size});
  if (broken.empty()) return 0;
  std::fprintf(stderr, "fuzz: %s\n", broken.c_str());
  std::abort();
}
