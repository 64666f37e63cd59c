// What users are told about the engines of runs: simulators() and can_choose().
#include <cerrno>
#include <cstring>

#include "compiler/codegen/has_compiler.h"
#include "tools/api/cached_simulator.h"

namespace ssd {

bool can_choose(EngineChoice choice, diag::Sink& sink) {
  return choice != EngineChoice::kJit ||
         codegen::has_compiler("`--engine jit`", "leave `--engine` out: the generic engine finds the same numbers",
                               sink);
}

run::SimulatorSource simulators(diag::Sink& sink, EngineChoice choice, std::optional<cache::Folder> folder) {
  return [&sink, choice, known = KnownObjects(std::move(folder))](const Plan& plan, std::uint64_t pages, Pass pass) {
    CachedSimulator made = make_simulator(plan, choice, pages, known, pass);
    if (made.store_error != 0 && made.store_error != EFBIG) {
      sink.report(diag::Code::W0420, {}, known.folder()->path(), std::strerror(made.store_error))
          .help(std::string(cache::kOtherFolder));
    }
    return std::move(made.simulator);
  };
}

}  // namespace ssd
