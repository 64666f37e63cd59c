// The engine's bitcode, embedded in the program by the assembler (ENGINE_BITCODE_FILE is set by CMakeLists.txt).
#include "compiler/codegen/engine_bitcode.h"

asm(R"(
  .section .rodata
  .balign 16
ssd_engine_bitcode_begin:
  .incbin ")" ENGINE_BITCODE_FILE R"("
ssd_engine_bitcode_end:
  .previous
)");

extern "C" const char ssd_engine_bitcode_begin[];
extern "C" const char ssd_engine_bitcode_end[];

namespace ssd::codegen {

std::string_view engine_bitcode() {
  return {ssd_engine_bitcode_begin, static_cast<std::size_t>(ssd_engine_bitcode_end - ssd_engine_bitcode_begin)};
}

}  // namespace ssd::codegen
