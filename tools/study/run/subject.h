// The experiment that is run, the checked file that it stands in, and how that was checked: the points are checked the
// same way. The texts are in the environment's sources.
#pragma once
#include "compiler/check/check.h"

namespace ssd::study {

struct Subject {
  const check::Checked& checked;
  const design::Experiment& experiment;
  const check::Options& options;
};

}  // namespace ssd::study
