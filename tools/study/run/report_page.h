// Makes the page report.html of an experiment.
#pragma once
#include <string>
#include <vector>

#include "tools/study/figure.h"
#include "tools/study/run/run_experiment.h"

namespace ssd::study {

// `sources`: the texts of the check that found the experiment. Warns of pictures that cannot be drawn.
std::string report_page(const Subject& subject, const SourceMap& sources, const ExperimentResults& results,
                        std::vector<Figure> figures, diag::Sink& sink);

}  // namespace ssd::study
