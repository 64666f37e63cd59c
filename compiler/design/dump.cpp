// The stable listing of a design and its hash. The listing holds exactly what simulated numbers depend on: two designs with the same
// listing give the same results, so it is what the cache key is made of.
#include <fmt/format.h>

#include <iterator>

#include "compiler/design/design.h"

namespace ssd::design {
namespace {

std::string_view name(Op op) {
  static constexpr std::array<std::string_view, 19> kNames{"constant", "input",  "negate", "not",        "add",   "sub",       "mul",
                                                           "div",      "mod",    "less",   "less_equal", "equal", "not_equal", "and",
                                                           "or",       "select", "min",    "max",        "abs"};
  return kNames.at(static_cast<std::size_t>(op));
}

void dump_function(std::string& out, std::string_view title, const Function& function) {
  fmt::format_to(std::back_inserter(out), "{}: %{}\n", title, function.result);
  for (std::size_t i = 0; i < function.nodes.size(); ++i) {
    const Node& n = function.nodes[i];
    fmt::format_to(std::back_inserter(out), "  %{} = {}", i, name(n.op));
    if (operands(n.op) == 0) fmt::format_to(std::back_inserter(out), " {}", n.value);
    const std::array inputs{n.a, n.b, n.c};
    for (int k = 0; k < operands(n.op); ++k) fmt::format_to(std::back_inserter(out), " %{}", inputs[static_cast<std::size_t>(k)]);
    out += '\n';
  }
}

constexpr std::array<std::string_view, 4> kCells{"SLC", "MLC", "TLC", "QLC"};

// 128-bit FNV-1a.
struct Fnv {
  unsigned __int128 state = (static_cast<unsigned __int128>(0x6c62272e07bb0142ULL) << 64) | 0x62b821756295c58dULL;
  void add(std::string_view text) {
    constexpr unsigned __int128 kPrime = (static_cast<unsigned __int128>(0x0000000001000000ULL) << 64) | 0x000000000000013bULL;
    for (const char c : text) {
      state ^= static_cast<unsigned char>(c);
      state *= kPrime;
    }
  }
};

}  // namespace

std::string dump(const Design& d) {
  const Geometry& g = d.geometry;
  std::string out;
  auto to = std::back_inserter(out);
  fmt::format_to(to, "geometry: channels {} chips {} dies {} planes {} blocks {} pages {}\n", g.channels, g.chips, g.dies, g.planes,
                 g.blocks, g.pages);
  fmt::format_to(to, "sizes: page {} spare {} sector {}\n", g.page_bytes, g.spare_bytes, g.sector_bytes);
  fmt::format_to(to, "nand: {} read {} program {} erase {} command {} byte {}/{}\n", kCells.at(static_cast<std::size_t>(d.nand.cell)),
                 d.nand.read, d.nand.program, d.nand.erase, d.nand.command, d.nand.bus_numerator, d.nand.bus_denominator);
  fmt::format_to(to, "logical_pages: {}\n", d.logical_pages);
  for (const Level level : kLevels) dump_function(out, name(level), d.allocation.map[static_cast<std::size_t>(level)]);
  fmt::format_to(to, "pages_per_plane: {}..{} period {}\n", d.allocation.fewest_pages, d.allocation.most_pages, d.allocation.period);
  fmt::format_to(to, "interleave: {}\n", d.interleave);
  fmt::format_to(to, "victim: {}\n", d.gc.victim);
  dump_function(out, "trigger", d.gc.trigger);
  dump_function(out, "stop", d.gc.stop);
  fmt::format_to(to, "host: queue {} read_modify_write {} complete_when_transferred {} read_unwritten_as_written {}\n", d.host.queue,
                 d.host.read_modify_write, d.host.complete_when_transferred, d.host.read_unwritten_as_written);
  fmt::format_to(to, "transfer: read_moves_page {} program_moves_sectors {}\n", d.host.read_moves_page, d.host.program_moves_sectors);
  return out;
}

std::string hash(const Design& design) {
  Fnv fnv;
  fnv.add(dump(design));
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(fnv.state >> 64), static_cast<std::uint64_t>(fnv.state));
}

}  // namespace ssd::design
