// Makes the page report.html of an experiment.
#pragma once
#include <string>
#include <vector>

#include "runtime/base/input_file.h"
#include "tools/study/figure.h"
#include "tools/study/run/run_experiment.h"

namespace ssd::study {

// The plotting library, which lies beside the standard library. Without figures, or where it is not installed, it is
// empty: then the page has only static pictures of the plots.
FileRead plotting_library(const check::Options& options, const std::vector<Figure>& figures);

// Warns of pictures of designs that cannot be drawn; the page leaves them out.
std::string report_page(Environment& environment, const Subject& subject, const ExperimentResults& results,
                        const Facts& facts, std::vector<Figure> figures, const std::string& plotting_library);

}  // namespace ssd::study
