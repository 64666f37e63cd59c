// report.html of an experiment: what the page is made of.
#pragma once
#include <string>
#include <vector>

#include "tools/cli/open.h"
#include "tools/cli/session.h"
#include "tools/study/claims.h"
#include "tools/study/figure.h"
#include "tools/study/json.h"
#include "tools/study/run/plan.h"

namespace ssd::cli {

std::string report_page(Session& session, const Opened& opened, const StudyPlan& plan, const study::Table& table,
                        const std::vector<study::Outcome>& outcomes, std::vector<study::Figure> figures,
                        const study::Facts& facts);

}  // namespace ssd::cli
