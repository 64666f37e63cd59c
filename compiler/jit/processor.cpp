// Implements processor.h by the instructions that x86-64 has for this.
#include "compiler/jit/processor.h"

#include <cpuid.h>

#include <cstdint>

namespace ssd::jit {
namespace {

// A page of what the processor says of itself, and which of its registers eax, ebx, ecx and edx do not differ between
// the cores of one processor.
struct Page {
  std::uint32_t leaf, part;
  std::uint32_t kept;  // bit i: the i-th register
};
// All pages from which llvm::sys::getHostCPUName() and getHostCPUFeatures() read, and the later pages of features.
constexpr Page kPages[] = {{0, 0, 0b1110},    {1, 0, 0b1101},          {7, 0, 0b1111},         {7, 1, 0b1111},
                           {0xd, 1, 0b0001},  {0x14, 0, 0b0010},       {0x19, 0, 0b0010},      {0x1e, 1, 0b0001},
                           {0x24, 0, 0b0010}, {0x80000001, 0, 0b1100}, {0x80000008, 0, 0b0010}};

// The registers that the system saves for a thread: without them the processor's vectors cannot be used.
std::uint32_t saved_registers() {
  std::uint32_t low = 0, high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

void append(std::string& text, std::uint32_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[value >> shift & 15U];
}

}  // namespace

std::string this_processor() {
  std::string text;
  constexpr std::uint32_t kSavesRegisters = 1U << 27U;  // of leaf 1, ecx: xgetbv exists
  for (const Page& page : kPages) {
    std::uint32_t registers[4] = {};
    __get_cpuid_count(page.leaf, page.part, &registers[0], &registers[1], &registers[2], &registers[3]);
    for (std::uint32_t i = 0; i < 4; ++i) {
      if ((page.kept >> i & 1U) != 0) append(text, registers[i]);
    }
    if (page.leaf == 1 && (registers[2] & kSavesRegisters) != 0) append(text, saved_registers());
  }
  return text;
}

}  // namespace ssd::jit
