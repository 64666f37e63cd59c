// report.html of an experiment: what the page is made of.
#pragma once
#include <string>
#include <vector>

#include "runtime/experiment/claims.h"
#include "runtime/experiment/figure.h"
#include "runtime/experiment/json.h"
#include "tools/ssdc/experiment/plan.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

std::string report_page(Session& session, const Session::Opened& opened, const Plan& plan, const experiment::Table& table, const std::vector<experiment::Outcome>& outcomes,
                        std::vector<experiment::Figure> figures, const experiment::Facts& facts);

}  // namespace ssd::cli
