// Makes the HTML page of an experiment as one self-contained file: it opens without a network, prints on A4, and also
// gives everything in words and tables. Each plot is present as SVG; if the plotting library is available, a script
// replaces it by an interactive plot.
#pragma once
#include <string>
#include <vector>

#include "tools/study/claims.h"
#include "tools/study/facts.h"
#include "tools/study/figure.h"
#include "tools/study/table.h"

namespace ssd::pictures {

struct DesignPart {
  std::string name;
  std::string explained;   // the page of `ssdc explain`, as text
  std::string layout_svg;  // a picture of its layout; empty if it could not be drawn
};

struct Page {
  const study::Table* table = nullptr;
  std::vector<study::Outcome> outcomes;  // one for each expectation, in their order
  std::vector<study::Figure> figures;
  std::vector<DesignPart> designs;
  std::size_t more_designs = 0;     // number of designs that are not shown
  std::string source_name, source;  // name and text of the .ssd file as it was run
  study::Facts facts;
};

// `plotly`: the text of the plotting library, which becomes part of the page; empty: the plots stay static.
std::string html(const Page& page, const std::string& plotly);

}  // namespace ssd::pictures
