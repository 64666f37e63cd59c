// One self-contained HTML page of an experiment: opens without a network, prints on A4, says everything in words and tables, too.
#pragma once
#include <string>
#include <vector>

#include "runtime/experiment/claims.h"
#include "runtime/experiment/figure.h"
#include "runtime/experiment/table.h"

namespace ssd::report {

struct DesignPart {
  std::string name;
  std::string explained;   // what `ssdc explain` says, as text
  std::string layout_svg;  // its picture; empty if it could not be drawn
};

struct Page {
  const experiment::Table* table = nullptr;
  std::vector<experiment::Outcome> outcomes;  // of the expectations, in their order
  std::vector<experiment::Figure> figures;
  std::vector<DesignPart> designs;
  std::string source_name, source;            // the .ssd as run
  std::vector<std::pair<std::string, std::string>> facts;  // version, hashes, engine, …: name and value
};

// `plotly`: the library's text, to be inlined.
std::string html(const Page& page, const std::string& plotly);

}  // namespace ssd::report
