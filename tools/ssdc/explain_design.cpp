// The page that `ssdc explain FILE` prints: see explain_design.h.
#include "tools/ssdc/explain_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runtime/results/quantity.h"

namespace ssd::cli {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string place_text(Span span, const SourceMap& sources) {
  if (!span.known()) return "the command line";
  const SourceFile& file = sources.file(span.file);
  return fmt::format("{}:{}", file.path(), file.position(span.begin).line);
}

std::string origin_text(const design::Origin& origin, const SourceMap& sources) {
  const std::string detail = origin.detail.empty() ? "" : " (" + origin.detail + ")";
  switch (origin.kind) {
    case design::OriginKind::kDefault: return "default" + detail;
    case design::OriginKind::kGiven: return place_text(origin.span, sources) + detail;
    case design::OriginKind::kInherited: return place_text(origin.span, sources) + ", inherited" + detail;
    case design::OriginKind::kParam: return place_text(origin.span, sources) + ", param" + detail;
    case design::OriginKind::kDerived: return "derived" + detail;
  }
  return "";
}

void properties(Out out, const design::Design& d, const SourceMap& sources) {
  std::size_t key_width = 0, value_width = 0;
  for (const design::Property& p : d.properties) {
    key_width = std::max(key_width, p.key.size());
    value_width = std::max(value_width, std::min<std::size_t>(p.value.size(), 40));
  }
  std::string section;
  for (const design::Property& p : d.properties) {
    if (p.section != section) fmt::format_to(out, "\n{}\n", p.section);
    section = p.section;
    fmt::format_to(out, "  {:<{}}  {:<{}}  // {}\n", p.key + ":", key_width + 1, p.value, value_width, origin_text(p.origin, sources));
  }
}

void map(Out out, const design::Design& d) {
  const design::Allocation& a = d.allocation;
  fmt::format_to(out, "\nwhere logical page lpn is placed\n");
  for (const design::Level level : design::kLevels) {
    fmt::format_to(out, "  {:<9}{}\n", std::string(design::name(level)) + ":", a.map[static_cast<std::size_t>(level)].text);
  }
  if (!a.lets.empty()) fmt::format_to(out, "  {:<9}{}\n", "where:", a.lets);
  const std::string range = a.period == 0 ? fmt::format("all {} logical pages", results::count_text(d.logical_pages))
                                          : fmt::format("one period of {} logical pages", results::count_text(a.period));
  fmt::format_to(out, "  proved in range over {}; a plane gets {} to {} logical pages of its {}\n", range, results::count_text(a.fewest_pages),
                 results::count_text(a.most_pages), results::count_text(d.geometry.pages_per_plane()));
}

// The least time of one operation alone, command and transfer of a whole page included, gives the most a level can do.
void figures(Out out, const design::Design& d) {
  const design::Nand& n = d.nand;
  const double byte_ns = static_cast<double>(n.bus_numerator) / static_cast<double>(n.bus_denominator);
  const double page = static_cast<double>(d.geometry.page_bytes);
  const double moved = page + static_cast<double>(d.geometry.spare_bytes);
  const double units = static_cast<double>(d.total_units());
  const double channels = static_cast<double>(d.geometry.channels);
  const double bus = channels * 1e9 / byte_ns;
  const double program = page * 1e9 / (static_cast<double>(n.command + n.program) + moved * byte_ns) * units;
  const double bus_program = page * 1e9 / (static_cast<double>(n.command) + moved * byte_ns) * channels;
  const double read = page * 1e9 / (static_cast<double>(n.command + n.read) + page * byte_ns) * units;
  const double bus_read = page * 1e9 / (static_cast<double>(n.command) + page * byte_ns) * channels;
  fmt::format_to(out, "\nderived figures\n");
  fmt::format_to(out, "  capacity:  {} physical, {} logical\n", results::size_text(static_cast<double>(d.geometry.physical_bytes())),
                 results::size_text(static_cast<double>(d.logical_bytes())));
  fmt::format_to(out, "  units:     {} that run an array operation each ({})\n", d.total_units(), d.interleave ? "dies, interleaved" : "chips");
  fmt::format_to(out, "  buses:     {} together\n", results::rate_text(bus));
  fmt::format_to(out, "  reads:     at most {} (units {}, buses {})\n", results::rate_text(std::min(read, bus_read)), results::rate_text(read),
                 results::rate_text(bus_read));
  fmt::format_to(out, "  programs:  at most {} (units {}, buses {})\n", results::rate_text(std::min(program, bus_program)),
                 results::rate_text(program), results::rate_text(bus_program));
}

}  // namespace

std::string explain_design(const design::Design& design, const SourceMap& sources) {
  std::string result;
  const Out out(result);
  fmt::format_to(out, "design {}\n", design.name);
  if (!design.doc.empty()) fmt::format_to(out, "{}\n", design.doc);
  properties(out, design, sources);
  map(out, design);
  figures(out, design);
  const design::Classification open = design::classify(design, false);
  fmt::format_to(out, "\nhow it is simulated\n  {}\n", open.reason);
  return result;
}

}  // namespace ssd::cli
