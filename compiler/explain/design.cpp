// The page of a design: see design.h.
#include "compiler/explain/design.h"

#include <fmt/format.h>

#include <iterator>

#include "compiler/explain/figures.h"
#include "compiler/explain/properties.h"
#include "runtime/base/quantity.h"

namespace ssd::explain {
namespace {

using Out = std::back_insert_iterator<std::string>;

// What the formulas count depends on the placement. With dynamic placement they only repeat the order.
std::string_view map_title(const design::Design& d) {
  switch (d.config.placement) {
    case Placement::kStatic: return "where logical page lpn is placed";
    case Placement::kWriteOrder:
      return d.write_order_is_of_a_stream() ? "where the n-th page of a stream is placed if no other stream writes "
                                              "(each fills its own superblocks)"
                                            : "where the n-th page that is written is placed";
    case Placement::kDynamicOrder: return "the order among idle units: the n-th plane is";
    case Placement::kDynamicCost: return "the order among planes of least cost: the n-th plane is";
  }
  return "";
}

void map(Out out, const design::Design& d) {
  const design::Allocation& a = d.allocation;
  fmt::format_to(out, "\n{}\n", map_title(d));
  for (const design::Level level : design::kLevels) {
    fmt::format_to(out, "  {:<9}{}\n", std::string(design::name(level)) + ":",
                   d.policies[static_cast<Hook>(level)].text);
  }
  if (!a.lets.empty()) fmt::format_to(out, "  {:<9}{}\n", "where:", a.lets);
  if (d.config.placement != Placement::kStatic) return;
  const std::string range = a.period == 0 ? fmt::format("all {} logical pages", count_text(d.config.logical_pages))
                                          : fmt::format("one period of {} logical pages", count_text(a.period));
  fmt::format_to(out, "  proved in range over {}; a plane gets {} to {} logical pages of its {}\n", range,
                 count_text(a.fewest_pages), count_text(a.most_pages), count_text(d.geometry.units_per_plane()));
}

}  // namespace

std::string design_page(const design::Design& design, const std::vector<design::Property>& params,
                        const SourceMap& sources) {
  std::string result;
  const Out out(result);
  fmt::format_to(out, "design {}\n", design.name);
  if (!design.doc.empty()) fmt::format_to(out, "{}\n", design.doc);
  result += property_lines(params, true, sources) + property_lines(design.properties, true, sources);
  map(out, design);
  fmt::format_to(out, "{}{}", derived_figures(design), policy_costs(design));
  const design::Classification open = design::classify(design, false);
  fmt::format_to(out, "\nhow it is simulated\n  {}: {}\n", design::name(open.kind), open.reason);
  const design::Classification closed = design::classify(design, true);
  if (closed.kind != open.kind)
    fmt::format_to(out, "  in a closed loop, {}: {}\n", design::name(closed.kind), closed.reason);
  return result;
}

}  // namespace ssd::explain
