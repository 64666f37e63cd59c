// See named_workload.h.
#include "tools/api/named_workload.h"

#include <algorithm>

namespace ssd {

std::optional<workload::Workload> named_workload(const check::Checked& checked, const std::string& name,
                                                 const check::Options& options, SourceMap& sources, diag::Sink& sink,
                                                 std::vector<std::string>& notes) {
  const auto& declared = checked.declared_workloads;
  const bool has_own = std::ranges::any_of(declared, [](const check::Declared& d) { return !d.imported; });
  const bool has_default =
      std::ranges::any_of(declared, [](const check::Declared& d) { return d.name == check::kDefaultWorkload; });
  const bool unnamed = name.empty() && !has_own;
  if (unnamed || (name == check::kDefaultWorkload && !has_default)) {
    if (unnamed) notes.push_back("no workload was named and the file has none: this is `Default` of std/workloads.ssd");
    const auto standard = check::default_workload(options, sources, sink);
    return standard ? std::optional<workload::Workload>(*standard) : std::nullopt;
  }
  const design::Workload* chosen = check::select_workload(checked, name, sink);
  return chosen == nullptr ? std::nullopt : std::optional<workload::Workload>(*chosen);
}

}  // namespace ssd
