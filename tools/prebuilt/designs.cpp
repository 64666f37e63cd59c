// See designs.h.
#include "tools/prebuilt/designs.h"

#include <stdexcept>

#include "compiler/check/check.h"
#include "tools/api/engine_objects.h"

namespace ssd::prebuilt {

std::vector<Wanted> wanted_by(const std::vector<std::string>& files, const std::string& stdlib_directory) {
  std::vector<Wanted> wanted;
  check::Options options;
  options.stdlib_directory = stdlib_directory;
  for (const std::string& file : files) {
    SourceMap sources;
    diag::Sink sink;
    const check::Checked checked = check::check(file, options, sources, sink);
    if (sink.has_errors()) throw std::runtime_error(file + " does not pass the check");
    for (const design::Design& design : checked.designs) {
      const Plan plan = design::plan_of(design);
      for (const Pass pass : passes_of(plan)) wanted.push_back({plan, pass, file + ':' + design.name});
    }
  }
  return wanted;
}

}  // namespace ssd::prebuilt
