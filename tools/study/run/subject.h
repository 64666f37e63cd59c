// The experiment that is run, its checked file, and the options of that check, with which the points are checked, too.
// The texts are in the environment's sources.
#pragma once
#include "compiler/check/check.h"

namespace ssd::study {

struct Subject {
  const check::Checked& checked;
  const design::Experiment& experiment;
  const check::Options& options;
};

}  // namespace ssd::study
