// Warns about repetitions of a point that are all the same.
#pragma once
#include <span>

#include "compiler/design/design.h"
#include "compiler/design/experiment.h"
#include "compiler/design/workload.h"
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

// Warns if `seeds` repeats a run in which nothing is drawn at random. The experiment must be correct; `designs` and
// `workloads` are the checked ones.
void warn_of_idle_seeds(const ast::ExperimentDecl& decl, const design::Experiment& experiment,
                        std::span<const design::Design> designs, std::span<const design::Workload> workloads,
                        diag::Sink& sink);

}  // namespace ssd::check
