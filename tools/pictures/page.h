// One self-contained HTML page of an experiment: it opens without a network, prints on A4, and says everything in words
// and tables, too. Each plot is there as SVG; with the library at hand a script puts an interactive one in its place.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/figure.h"
#include "tools/study/table.h"

namespace ssd::pictures {

struct DesignPart {
  std::string name;
  std::string explained;   // what `ssdc explain` says, as text
  std::string layout_svg;  // its picture; empty if it could not be drawn
};

struct Page {
  const study::Table* table = nullptr;
  std::vector<study::Outcome> outcomes;  // of the expectations, in their order
  std::vector<study::Figure> figures;
  std::vector<DesignPart> designs;
  std::size_t more_designs = 0;                            // that are not shown
  std::string source_name, source;                         // the .ssd as run
  std::vector<std::pair<std::string, std::string>> facts;  // version, hashes, …: name and value
};

// `plotly`: the library's text, to be inlined; empty: the plots stay as they are.
std::string html(const Page& page, const std::string& plotly);

}  // namespace ssd::pictures
