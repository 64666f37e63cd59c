// `ssdc explain FILE[:NAME]`: a design, an experiment, a workload, or any other declaration of a file; without a name its design, or what it holds.
#pragma once
#include "tools/ssdc/session.h"

namespace ssd::cli {

void explain_file(Session& session);

}  // namespace ssd::cli
