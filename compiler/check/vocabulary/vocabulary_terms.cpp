// The names of the language that no table of the checker describes: words of the grammar, types, levels, generators,
// derived lines. Invariant (tested): every word of the lexer, every type, level and kind of plot has a row here or is a
// key, and every example passes the check.
#include <array>

#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {
namespace {

using enum TermKind;

constexpr std::array kTerms{
    TermDoc{"import", kDeclaration, "import \"PATH\"",
            "makes the declarations of another file available in this one; `std/…` is the standard library, other "
            "paths are "
            "relative to the file",
            "import \"std/nand.ssd\""},
    TermDoc{"param", kDeclaration, "param NAME: TYPE = VALUE",
            "a value that can be changed without editing the file: `-D NAME=VALUE`, or `vary` of an experiment",
            "param retries: int = 4"},
    TermDoc{"const", kDeclaration, "const NAME = VALUE", "a named value", "const stripe = 16KiB"},
    TermDoc{
        "fn", kDeclaration, "fn NAME(PARAMETER: TYPE, …) = EXPRESSION",
        "a function; it has no effect except its value, may call others but not itself, and its body may be a block: "
        "`{ let u = …  expression }`",
        "fn half_full(b: block) = b.utilisation > 0.5"},
    TermDoc{"from", kDeclaration, "design NAME from OTHER { … }",
            "copies the other design, part or workload and overrides it key by key: `key { … }` merges, `key: value` "
            "replaces",
            "design Wide from A { geometry { channels: 8 } }"},

    TermDoc{"let", kExpression, "{ let NAME = VALUE  EXPRESSION }",
            "a name inside a block of an expression or of a map", "const six = { let u = 2  u * 3 }"},
    TermDoc{"if", kExpression, "if CONDITION then VALUE else VALUE",
            "one of two values of the same type; only this one is evaluated",
            "const size_class = if 4KiB > 2KiB then 1 else 0"},
    TermDoc{"then", kExpression, "if CONDITION then VALUE else VALUE", "the value if the condition holds",
            "const one = if true then 1 else 0"},
    TermDoc{"else", kExpression, "if CONDITION then VALUE else VALUE",
            "the value if the condition does not hold; it cannot be left out", "const none = if false then 1 else 0"},
    TermDoc{"and", kExpression, "A and B", "whether both hold; B is evaluated only if A holds",
            "const both = 1 < 2 and 2 < 3"},
    TermDoc{"or", kExpression, "A or B", "whether at least one holds; B is evaluated only if A does not hold",
            "const either = 1 > 2 or 2 < 3"},
    TermDoc{"xor", kExpression, "A xor B", "the bits in which two ints differ; conditions differ if `a != b`",
            "const bits_that_differ = 12 xor 10"},
    TermDoc{"not", kExpression, "not A", "whether A does not hold", "const not_so = not 2 < 1"},
    TermDoc{"true", kExpression, "", "a bool", "const yes = true"},
    TermDoc{"false", kExpression, "", "a bool", "const no = false"},

    TermDoc{"int", kType, "",
            "a whole number of 64 bits; `/` of two ints drops the fraction, and an overflow is an error",
            "param depth: int = 1_000"},
    TermDoc{"real", kType, "", "a number with a fraction; exact where possible, otherwise an IEEE double",
            "param theta: real = 0.99"},
    TermDoc{"ratio", kType, "", "a share, such as `10%`; it mixes with reals", "param spare_share: ratio = 7%"},
    TermDoc{"bool", kType, "", "`true` or `false`", "param eager: bool = true"},
    TermDoc{"time", kType, "", "a time with its unit", "param patience: time = 2ms"},
    TermDoc{"size", kType, "", "bytes, or bits of a bus", "param request_size: size = 16KiB"},
    TermDoc{"rate", kType, "", "bytes a second; a size divided by a time", "param bus_rate: rate = 400MB/s"},
    TermDoc{"frequency", kType, "", "1 divided by a time", "param clock: frequency = 40MHz"},
    TermDoc{"energy", kType, "", "a power times a time", "param read_energy: energy = 6uJ"},
    TermDoc{"power", kType, "", "an energy divided by a time", "param idle_power: power = 8mW"},
    TermDoc{"string", kType, "", "a string; in a design it stands for one of a key's words, in a workload for a path",
            "param eviction: string = \"lru\""},
    TermDoc{"order", kType, "channel > die > plane > chip", "the four levels, the one that changes fastest first",
            "param order: order = channel > die > plane > chip"},
    TermDoc{"cell", kType, "", "`SLC`, `MLC`, `TLC` or `QLC`, which lets an experiment vary the bits of a cell",
            "param cell_kind: cell = MLC"},
    TermDoc{"page_kind", kType, "", "`lsb`, `csb`, `msb` or `tsb`: which bits of its cells a page holds",
            "param slow_pages: page_kind = msb"},
    TermDoc{"list", kType, "[a, b, …]",
            "values in a row; `list[i]` is the i-th from 0, `len(list)` their number. No param can be a list",
            "const list_of_weights = [4, 2, 1]"},

    TermDoc{"now", kName, "", "the simulated time of the decision, from 0; available in every policy",
            "schedule { priority(op): if now < 1s then 0 else op.pages }"},
    TermDoc{
        "write_amplification", kName, "",
        "pages programmed so far by host and collection, divided by those of the host; 1 before the first. Available "
        "in every policy",
        "gc { victim(b): if write_amplification > 2 then b.invalid else b.age / 1us }"},
    TermDoc{"free_pages", kName, "",
            "in `trigger`, `stop` and `hard`: unprogrammed pages of the plane; a share compared with it refers to "
            "the plane's pages",
            "gc { trigger: free_pages < 5% }"},
    TermDoc{
        "free_blocks", kName, "",
        "in `trigger`, `stop` and `hard`: blocks of the plane that are erased and not active; a share compared with it "
        "refers to the plane's blocks",
        "gc { trigger: free_blocks < 4 }"},

    TermDoc{"channel", kLevel, "", "a bus and the chips on it; `geometry.channels` sets how many",
            "allocation: static channel > die > plane > chip"},
    TermDoc{"chip", kLevel, "", "a chip on a channel, a way; `geometry.chips` sets how many a channel has",
            "allocation: static chip > die > plane > channel"},
    TermDoc{"way", kLevel, "", "another word for `chip`", "allocation: static channel > way > die > plane"},
    TermDoc{"die", kLevel, "",
            "a part of a chip; with `interleave` it carries out its own commands; `geometry.dies` sets how many a "
            "chip has",
            "allocation: static die > channel > plane > chip"},
    TermDoc{"plane", kLevel, "",
            "a part of a die with its own blocks; planes can work together in a multi-plane command; "
            "`geometry.planes` sets how many a die has",
            "allocation: static plane > channel > die > chip"},

    TermDoc{"lsb", kPageKind, "", "a page of the first bits of its cells; the only kind of SLC",
            "nand { cell: MLC  program(p): if p.kind == lsb then 400us else 1800us }"},
    TermDoc{"csb", kPageKind, "", "a page of the second bits, of cells with three or four bits",
            "nand { cell: TLC  read(p): if p.kind == csb then 77us else 60us }"},
    TermDoc{"msb", kPageKind, "",
            "a page of the last bits of cells with two or three bits; of the third bits of cells with four",
            "nand { cell: MLC  read(p): if p.kind == msb then 64us else 48us }"},
    TermDoc{"tsb", kPageKind, "", "a page of the fourth bits",
            "nand { cell: QLC  read(p): if p.kind == tsb then 228us else 100us }"},

    TermDoc{"uniform", kGenerator, "", "every address that the alignment allows is equally likely", "address: uniform"},
    TermDoc{
        "sequential", kGenerator, "",
        "each request begins where the previous one ended; after the end from the beginning again. In a `mix` it keeps "
        "its place",
        "address: sequential"},
    TermDoc{"stride", kGenerator, "stride(SIZE)",
            "each request begins this many bytes after the beginning of the previous one, and wraps around at the end",
            "address: stride(64KiB)"},
    TermDoc{
        "zipf", kGenerator, "zipf(THETA)",
        "the page of rank k is requested with a probability in proportion to 1 / k^theta, with theta above 0 and at "
        "most 4; ranks are scattered over the space by a seeded permutation",
        "address: zipf(0.99) over 50%"},
    TermDoc{"hotspot", kGenerator, "hotspot(SPACE: SHARE)",
            "SHARE of the requests goes to the first SPACE of the space, the others to the rest, each uniformly",
            "address: hotspot(20%: 80%)"},
    TermDoc{"mix", kGenerator, "mix(SHARE: VALUE, …)",
            "each request draws one of the values; the shares sum to 100 %. For sizes, intervals and addresses",
            "size: mix(70%: 4KiB, 30%: 64KiB)"},
    TermDoc{"exponential", kGenerator, "exponential(MEAN)",
            "drawn from the exponential distribution with this mean. For sizes, which are rounded up to whole sectors, "
            "and intervals",
            "interval: exponential(100us)"},
    TermDoc{"over", kGenerator, "ADDRESSES over SHARE",
            "the requests stay in the first part of the space, a share or a size of it. After a plot: an axis",
            "address: uniform over 2GiB"},

    TermDoc{
        "map", kPlacement, "static map(lpn) { channel: …  chip: …  die: …  plane: … }",
        "your own map: where logical page lpn is placed. The compiler proves that all four are in range for every lpn",
        "allocation: static map(lpn) { channel: lpn % channels  chip: lpn / channels % chips  die: lpn / (channels * "
        "chips) % dies  "
        "plane: lpn / (channels * chips * dies) % planes }"},

    TermDoc{"drive_writes", kGenerator, "until: N drive_writes",
            "a phase ends when its writes have N times the logical size of the drive",
            "phase fill { write: 100%  until: 2 drive_writes }"},
    TermDoc{"above", kPlacement, "flush: above SHARE",
            "dirty pages of the buffer are programmed while more than this share of the slots is dirty",
            "buffer { size: 64MiB  flush: above 50% }"},

    TermDoc{"to", kExperiment, "normalize METRIC, … to AXIS == VALUE",
            "names the points by whose metrics the others are divided", "normalize response.mean to design == A"},
    TermDoc{"known", kExperiment, "expect \"…\": CONDITION known: \"WHY\"", "the reason why a claim is known to fail",
            "expect \"two are faster\": mean(response.mean, B) < mean(response.mean, A) known: \"one bus\""},
    TermDoc{"each", kExperiment, "expect \"…\" each AXIS, …: CONDITION",
            "a claim for each value of an axis, over the points with that value; all must hold",
            "expect \"A is fast\" each workload: mean(response.mean, A) < 1s"},
    TermDoc{"by", kExperiment, "plot … by AXIS", "an axis of a plot",
            "plot bars(response.mean) by workload group design"},
    TermDoc{"group", kExperiment, "plot … group AXIS", "an axis of a plot",
            "plot bars(response.mean) by workload group design"},
    TermDoc{"log", kExperiment, "plot … log x, plot … log y",
            "a logarithmic axis of a plot; values of 0 and below are left out and counted",
            "plot lines(response.mean) over ways group design log y"},
    TermDoc{"bars", kExperiment, "plot bars(METRIC, …) [over AXIS] [by AXIS] [group AXIS]", "bars of metrics",
            "plot bars(response.mean) by workload group design"},
    TermDoc{"lines", kExperiment, "plot lines(METRIC, …) [over AXIS] [by AXIS] [group AXIS]", "lines through metrics",
            "plot lines(response.mean) over ways by design"},
    TermDoc{"cdf", kExperiment, "plot cdf(METRIC, …) [over AXIS] [by AXIS] [group AXIS]", "cumulative distributions",
            "plot cdf(response.mean) by design"},
    TermDoc{"heat", kExperiment, "plot heat(METRIC, …) [over AXIS] [by AXIS] [group AXIS]", "metrics by colour",
            "plot heat(waf) over ways by design"},
    TermDoc{"box", kExperiment, "plot box(METRIC, …) [over AXIS] [by AXIS] [group AXIS]",
            "medians, quartiles and extremes", "plot box(response.mean) by design"},
    TermDoc{"stack", kExperiment, "plot stack(METRIC, …) [over AXIS] [by AXIS] [group AXIS]",
            "bars of metrics on each other, which add up", "plot stack(parts.read.unit, parts.read.array) by design"},
    TermDoc{"permutations", kExperiment, "permutations(channel, chip, die, plane)",
            "the 24 orders of the levels, for `vary` of a param of type order",
            "vary first: permutations(channel, chip, die, plane)"},
    TermDoc{"mean", kExperiment, "mean(METRIC), mean(METRIC, VALUE of an axis, …)",
            "in a claim: the arithmetic mean over all points and seeds, or those with these values",
            "expect \"fast\": mean(response.mean, B) < 10ms"},
    TermDoc{"geomean", kExperiment, "geomean(METRIC), geomean(METRIC, VALUE of an axis, …)",
            "in a claim: the geometric mean over all points and seeds, or those with these values",
            "expect \"fast\": geomean(response.mean, design == B) < 10ms"},
    TermDoc{"all", kExperiment, "all(CONDITION)", "in a claim: whether the comparison holds at every point",
            "expect \"always\": all(waf < 3)"},
    TermDoc{"argmin", kExperiment, "argmin(METRIC, AXIS)", "in a claim: the value of the axis with the least mean",
            "expect \"B is best\": argmin(response.mean, design) == B"},
    TermDoc{"argmax", kExperiment, "argmax(METRIC, AXIS)", "in a claim: the value of the axis with the greatest mean",
            "expect \"A is worst\": argmax(response.mean, design) == A"},
    TermDoc{"normalized", kExperiment, "normalized(METRIC)",
            "in a claim or a plot: the metric divided by what `normalize` names",
            "normalize waf to design == A  expect \"at most half\": mean(normalized(waf), B) < 0.5"},

    TermDoc{"geometry.physical", kLine, "", "the size of all pages of all planes, and their number", ""},
    TermDoc{"nand.part", kLine, "", "the name of the part that the values are from", ""},
    TermDoc{"nand.bus.byte", kLine, "", "the time that a byte takes on the bus", ""},
    TermDoc{"capacity.logical_pages", kLine, "", "the size and the number of pages that the host sees", ""},
    TermDoc{"allocation.placement", kLine, "", "`static`, `write_order` or `dynamic`", ""},
    TermDoc{"allocation.channel", kLine, "",
            "the channel of logical page lpn, or of the n-th write: the formula of the order, or the map's own formula",
            ""},
    TermDoc{"allocation.chip", kLine, "", "the chip of logical page lpn, or of the n-th write", ""},
    TermDoc{"allocation.die", kLine, "", "the die of logical page lpn, or of the n-th write", ""},
    TermDoc{"allocation.plane", kLine, "", "the plane of logical page lpn, or of the n-th write", ""},
    TermDoc{"allocation.let", kLine, "", "the names that a map's formulas use", ""},
    TermDoc{"allocation.proof", kLine, "", "for how many logical pages the map was checked; after these it repeats",
            ""},
    TermDoc{"allocation.pages_per_plane", kLine, "", "the fewest and the most logical pages that a plane gets", ""},
    TermDoc{"gc.victim_found", kLine, "", "how the block with the highest score is found, and the cost", ""},
    TermDoc{"workload.file", kLine, "", "the trace file that is opened", ""},
};

constexpr std::array kOperators{
    OperatorDoc{"f(x)  list[i]  record.field", "call, item, field; no space before `(` and `[`"},
    OperatorDoc{"-x", "the negative"},
    OperatorDoc{
        "*  /  %",
        "`/` of two ints drops the fraction, `%` has the sign of its left side; a size divided by a time is a rate"},
    OperatorDoc{"+  -", "of values with the same unit"},
    OperatorDoc{"<<  >>", "of ints: a times 2^n, and the floor of a / 2^n; n is 0 to 62"},
    OperatorDoc{"&", "the bits that both ints have, in two's complement"},
    OperatorDoc{"xor", "the bits that one of two ints has"},
    OperatorDoc{"|", "the bits that either of two ints has"},
    OperatorDoc{"<  <=  >  >=",
                "they do not chain, except for the four levels: `channel > die > plane > chip` is an order"},
    OperatorDoc{"==  !=", ""},
    OperatorDoc{"not", ""},
    OperatorDoc{"and", "its right side is evaluated only if needed"},
    OperatorDoc{"or", "its right side is evaluated only if needed"},
    OperatorDoc{"if c then a else b", "only one of a and b is evaluated"},
};

}  // namespace

std::string_view name(TermKind kind) {
  static constexpr std::array<std::string_view, 10> kNames{
      "word", "word", "type", "name", "level", "page kind", "generator", "word", "word", "line of `explain`"};
  return kNames.at(static_cast<std::size_t>(kind));
}

std::span<const TermDoc> terms() { return kTerms; }
std::span<const OperatorDoc> operators() { return kOperators; }

}  // namespace ssd::check
