// Implements origin.h. CMakeLists.txt sets LLVM_VERSION and, because the choice of passes and levels matters too,
// CODEGEN_DIGEST, a digest of the sources of codegen and of this room. It also sets ENGINE_DIGEST_FILE, which the
// assembler embeds.
#include "compiler/jit/origin.h"

#include "compiler/jit/machine.h"

asm(R"(
  .section .rodata
ssd_engine_digest:
  .incbin ")" ENGINE_DIGEST_FILE R"(", 0, 64
  .previous
)");

extern "C" const char ssd_engine_digest[64];

namespace ssd::jit {

std::string_view engine_digest() { return {ssd_engine_digest, sizeof ssd_engine_digest}; }

Origin origin(const Plan& plan, Pass pass) {
  const Machine machine = this_machine();
  return {.design = bytes_of(shape_of(plan, pass)),
          .engine = engine_digest(),
          .machine = machine.cpu + ' ' + machine.features,
          .compiler = LLVM_VERSION " " CODEGEN_DIGEST};
}

}  // namespace ssd::jit
