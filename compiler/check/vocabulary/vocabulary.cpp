// The names of the language: see vocabulary.h.
#include "compiler/check/vocabulary/vocabulary.h"

#include <fmt/format.h>

#include "compiler/check/expr/policy.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/workload/workload.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

// The statements of an experiment. They have a grammar of their own, so no section reads them by this table.
constexpr std::array kStatements{
    Key{.name = "vary",
        .form = Form::kOwn,
        .doc = "an axis: the experiment is run once for each of the values",
        .takes = "`vary AXIS: [values]`"},
    Key{.name = "seeds",
        .form = Form::kInt,
        .fallback = "1",
        .least = "1",
        .most = "1000",
        .doc = "how often each point is repeated, with different seeds"},
    Key{.name = "only",
        .form = Form::kWord,
        .words = "ftl",
        .meanings = "the map, collection and wear, without a clock",
        .doc = "what the runs consist of",
        .otherwise = "whole runs"},
    Key{.name = "measure", .form = Form::kOwn, .doc = "the metrics of the tables", .takes = "`measure METRIC, …`"},
    Key{.name = "normalize",
        .form = Form::kOwn,
        .doc = "metrics divided by the metrics at one value of an axis",
        .takes = "`normalize METRIC, … to AXIS == VALUE`"},
    Key{.name = "expect",
        .form = Form::kOwn,
        .doc = "a claim that the results must confirm",
        .takes = "`expect \"text\": CONDITION`, with `each AXIS, …` before the colon and `known: \"why it fails\"` at "
                 "the end"},
    Key{.name = "plot",
        .form = Form::kOwn,
        .doc = "a picture of metrics",
        .takes = "`plot bars|lines|cdf|heat|box|stack(METRIC, …)` with `over`, `by`, `group` and an axis, and `log x`, "
                 "`log y`"},
};
std::span<const Key> statements() { return kStatements; }

constexpr std::array kBlocks{
    Key{.name = "design",
        .form = Form::kBlock,
        .doc = "one drive: `design NAME [from OTHER] { … }`",
        .block = design_keys},
    Key{.name = "nand",
        .form = Form::kBlock,
        .doc = "a flash part: `nand NAME [from OTHER] { … }`",
        .block = nand_keys},
    Key{.name = "workload",
        .form = Form::kBlock,
        .doc = "a trace or a generator of requests: `workload NAME [from OTHER] { … }`",
        .block = workload_keys},
    Key{.name = "experiment",
        .form = Form::kBlock,
        .doc = "designs, workloads and params varied, with tables, pictures and claims: `experiment NAME { … }`",
        .block = statements},
};

constexpr std::array kRecords{
    RecordDoc{"block", "b", "a block of flash, as collection and wear levelling see it"},
    RecordDoc{
        "unit", "u",
        "a unit, which runs one command at a time (a die, or a chip without interleaving), with one of its planes"},
    RecordDoc{"op", "op", "a flash operation that is ready"},
    RecordDoc{"request", "r", "a request of the host"},
    RecordDoc{"page", "p", "a page that is read or programmed"},
    RecordDoc{"command", "w", "operations of one kind that may become one flash command"},
    RecordDoc{"collection", "g", "a collection that has begun"},
    RecordDoc{"entry", "e", "a page in the controller's buffer"},
    RecordDoc{"write", "w", "a page of the host that was written"},
    RecordDoc{"trim", "t", "a logical page that was trimmed"},
    RecordDoc{"move", "m", "a page that a collection moves"},
    RecordDoc{"queue", "q", "a host queue of which a request can be admitted"},
    RecordDoc{"flush", "f", "dirty pages of the controller's buffer, of which one could be programmed"},
};

constexpr std::array kFields{
    FieldDoc{"block", "valid", "int", "pages that hold the current data of a logical page"},
    FieldDoc{"block", "invalid", "int", "pages that were overwritten, trimmed or skipped"},
    FieldDoc{"block", "free", "int", "pages not programmed since the last erase"},
    FieldDoc{"block", "utilisation", "real", "valid / pages of a block, 0 to 1"},
    FieldDoc{"block", "erases", "int", "how often the block was erased"},
    FieldDoc{"block", "age", "time", "time since the write that made the block full"},
    FieldDoc{"block", "last_write", "time",
             "when its last page was programmed, from the beginning of the run; negative if that was before"},
    FieldDoc{"block", "written", "int", "pages programmed since the last erase"},
    FieldDoc{"block", "kind", "cell", "`SLC`, `MLC`, `TLC` or `QLC`"},
    FieldDoc{"block", "random", "real",
             "random number from 0 to below 1, new for each choice in its plane; follows from the run's seed"},
    FieldDoc{"block", "age_rank", "int",
             "its position among the blocks that `victim` compares: 0 if it became full first", "gc.victim(b)"},
    FieldDoc{"block", "random_rank", "int",
             "its position, by `random`, among the blocks that `victim` compares: 0 for the least", "gc.victim(b)"},
    FieldDoc{"block", "number", "int", "its number in the drive, from 0; of a superblock its number among superblocks"},
    FieldDoc{"block", "stream", "stream", "the stream that it belongs to with `active: by_stream`, otherwise the first",
             "gc.victim(b), tables.on_erase(b)"},
    FieldDoc{"unit", "channel", "int", "its channel, from 0"},
    FieldDoc{"unit", "chip", "int", "its chip in the channel, from 0"},
    FieldDoc{"unit", "die", "int", "its die in the chip, from 0"},
    FieldDoc{"unit", "plane", "int", "its plane in the die, from 0"},
    FieldDoc{"unit", "busy_for", "time", "time until the end of the work that is known to run in it; 0 if idle"},
    FieldDoc{"unit", "queued", "int", "operations that wait for the unit"},
    FieldDoc{"unit", "free_pages", "int", "unprogrammed pages of the plane"},
    FieldDoc{"op", "is_read", "bool", "it reads"},
    FieldDoc{"op", "is_write", "bool", "it programs"},
    FieldDoc{"op", "is_erase", "bool", "it erases"},
    FieldDoc{"op", "is_gc", "bool", "it belongs to a collection"},
    FieldDoc{"op", "is_host", "bool", "it belongs to a request of the host"},
    FieldDoc{"op", "waited", "time", "time since it was first ready"},
    FieldDoc{"op", "pages", "int", "pages of its request; 1 if it belongs to none"},
    FieldDoc{"op", "lpn", "int", "the first logical page that it reads or programs; 0 of a collection"},
    FieldDoc{"op", "queue", "int", "the host queue of its request, from 0; 0 if it belongs to none"},
    FieldDoc{"op", "bytes", "size",
             "the sectors that it reads or programs, without the rest of the page; 0 of a collection"},
    FieldDoc{"op", "unit", "unit", "the unit that it goes to"},
    FieldDoc{"request", "lpn", "int", "its first logical page"},
    FieldDoc{"request", "pages", "int", "logical pages that it touches"},
    FieldDoc{"request", "size", "size", "bytes that it requests"},
    FieldDoc{"request", "is_read", "bool", "it reads"},
    FieldDoc{"request", "arrival", "time", "when it arrived"},
    FieldDoc{"request", "queue", "int", "its host queue, from 0"},
    FieldDoc{"request", "flow", "int", "the number of its flow in the workload, from 0"},
    FieldDoc{"request", "handle", "int", "its placement handle (the key `handle` of a flow or workload)"},
    FieldDoc{"request", "page", "int", "the logical page that is placed; then `stream(r)` is asked for each page"},
    FieldDoc{"write", "lpn", "int", "the logical page"},
    FieldDoc{"write", "stream", "stream", "the stream of the write"},
    FieldDoc{"write", "block", "int", "the number of the block that holds the page now (`b.number`)"},
    FieldDoc{"write", "index", "int", "the page's number in that block, from 0"},
    FieldDoc{"write", "is_new", "bool", "the logical page held no data before"},
    FieldDoc{"trim", "lpn", "int", "the logical page"},
    FieldDoc{"move", "lpn", "int", "the logical page"},
    FieldDoc{"move", "block", "int", "the number of the block that it leaves (`b.number`)"},
    FieldDoc{"move", "stream", "stream", "the stream of the block that it leaves"},
    FieldDoc{"move", "to", "int", "the number of the block that holds it now", "tables.on_move(m)"},
    FieldDoc{"move", "to_stream", "stream", "the stream of that block", "tables.on_move(m)"},
    FieldDoc{"move", "index", "int", "its number in that block, from 0", "tables.on_move(m)"},
    FieldDoc{"page", "index", "int", "its number in the block, from 0"},
    FieldDoc{"page", "kind", "page_kind", "`lsb`, `csb`, `msb` or `tsb`"},
    FieldDoc{"page", "block", "int", "its block in the plane, from 0"},
    FieldDoc{"page", "erases", "int", "how often its block was erased"},
    FieldDoc{"command", "wasted", "int", "free pages that would be skipped"},
    FieldDoc{"command", "pending", "int", "planes of the die with a ready operation of this kind"},
    FieldDoc{"command", "planes", "int", "planes that the command would have"},
    FieldDoc{"command", "is_read", "bool", "they are reads of the host", "commands.multiplane(w)"},
    FieldDoc{"command", "is_gc", "bool", "they are collections", "commands.multiplane(w)"},
    FieldDoc{"collection", "moved", "int", "pages moved so far"},
    FieldDoc{"collection", "left", "int", "valid pages still to be moved"},
    FieldDoc{"collection", "waiting_host", "int", "host operations that wait for its unit"},
    FieldDoc{"collection", "free_pages", "int", "unprogrammed pages of its plane"},
    FieldDoc{"entry", "age", "time", "time since it was last written or hit"},
    FieldDoc{"entry", "dirty", "bool", "it holds data that is not in flash"},
    FieldDoc{"entry", "hits", "int", "merges and read hits"},
    FieldDoc{"entry", "pages", "int", "pages of the request that wrote it last"},
    FieldDoc{"queue", "index", "int", "its number, from 0"},
    FieldDoc{"queue", "waiting", "int", "its requests that have arrived and are not admitted"},
    FieldDoc{"queue", "in_flight", "int", "its requests that are admitted and not complete"},
    FieldDoc{"queue", "oldest", "time", "time since the arrival of the first of its waiting requests"},
    FieldDoc{"flush", "dirty", "int", "slots with data that is neither in flash nor on its way there"},
    FieldDoc{"flush", "whole", "int", "of these, pages that the host wrote wholly"},
    FieldDoc{"flush", "slots", "int", "slots of the buffer"},
    FieldDoc{"flush", "under_way", "int", "programs of flushes and evictions that have not ended"},
    FieldDoc{"flush", "idle", "bool", "no request is admitted and not complete"},
};

using limits::kMostArguments;
constexpr std::array kFunctions{
    FunctionDoc{"min", "min(a, b, …)", "the least of numbers with the same unit", Prelude::kMin, 2, kMostArguments},
    FunctionDoc{"max", "max(a, b, …)", "the greatest of numbers with the same unit", Prelude::kMax, 2, kMostArguments},
    FunctionDoc{"abs", "abs(x)", "x without its sign", Prelude::kAbs, 1, 1},
    FunctionDoc{"floor", "floor(x)", "the greatest int that is not above x", Prelude::kFloor, 1, 1},
    FunctionDoc{"ceil", "ceil(x)", "the least int that is not below x", Prelude::kCeil, 1, 1},
    FunctionDoc{"log2", "log2(x)", "the logarithm of x to base 2", Prelude::kLog2, 1, 1},
    FunctionDoc{"int", "int(x)", "x without its fraction", Prelude::kInt, 1, 1},
    FunctionDoc{"real", "real(x)", "x as a real, so that `/` does not truncate", Prelude::kReal, 1, 1},
    FunctionDoc{"clamp", "clamp(x, low, high)", "x, but not below low and not above high", Prelude::kClamp, 3, 3},
    FunctionDoc{"len", "len(list)", "how many items a list has", Prelude::kLen, 1, 1},
    FunctionDoc{"pcie", "pcie(generation, lanes)",
                "the rate at which a PCIe link carries data in each direction, in packets of 256 bytes; constants only",
                Prelude::kPcie, 2, 2},
};

// Depth first. A block that is reachable in two ways (the part of a design is also a `nand`) is listed at its first
// place.
void add_tables(std::vector<KeyTable>& tables, const std::string& path, const Key& row) {
  const std::span<const Key> keys = row.block();
  if (std::ranges::any_of(tables, [&](const KeyTable& t) { return t.keys.data() == keys.data(); })) return;
  tables.push_back({path, &row, keys});
  for (const Key& key : keys) {
    if (key.block == nullptr) continue;
    const bool top = path == kSections;
    const bool one_variant = !key.variant.empty() && key.variant.find(' ') == std::string_view::npos;
    add_tables(tables, (top ? "" : path + ".") + std::string(one_variant ? key.variant : key.name), key);
  }
}

std::string quoted_words(std::string_view words) { return or_list(split_words(words)); }

std::string_view base_unit(Type type) {
  switch (type) {
    case Type::kTime: return " s";
    case Type::kSize: return " B";
    case Type::kRate: return " B/s";
    case Type::kFrequency: return " Hz";
    case Type::kEnergy: return " J";
    case Type::kPower: return " W";
    default: return "";
  }
}

}  // namespace

std::vector<KeyTable> key_tables() {
  std::vector<KeyTable> tables;
  for (const Key& block : kBlocks) add_tables(tables, std::string(block.name), block);
  return tables;
}

std::span<const RecordDoc> records() { return kRecords; }
std::span<const FieldDoc> record_fields() { return kFields; }
std::span<const FunctionDoc> functions() { return kFunctions; }

const FunctionDoc* find_function(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &FunctionDoc::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

std::vector<UnitDoc> units() {
  std::vector<UnitDoc> list;
  for (const std::string& text : unit_names()) {
    const Unit& unit = *find_unit(text);
    const std::string share =
        unit.denominator == 1 ? std::to_string(unit.numerator) : fmt::format("{}/{}", unit.numerator, unit.denominator);
    list.push_back({text, std::string(name(unit.type)), fmt::format("1{} = {}{}", text, share, base_unit(unit.type))});
  }
  return list;
}

std::string taken_text(const Key& key) {
  constexpr std::string_view kFunction = "a function";
  std::string text;
  if (!key.takes.empty()) {
    text = key.takes;
  } else if (key.form == Form::kBlock) {
    text = "a block";
  } else if (!key.words.empty()) {
    text = quoted_words(key.words);
  } else if (key.form == Form::kOwn || key.form == Form::kLater) {
    text = key.record.empty() ? "a value" : kFunction;
  } else {
    text = noun(type_of(key.form));
  }
  const bool function = !key.record.empty() && text != kFunction;
  return function ? text + ", or a function" : text;
}

std::string default_text(const Key& key) {
  if (!key.otherwise.empty()) return std::string(key.otherwise);
  if (!key.fallback.empty()) return fmt::format("`{}`", key.fallback);
  return key.block != nullptr ? "those of its keys" : "none";
}

std::string range_text(const Key& key) {
  if (key.least.empty()) return key.most.empty() ? "" : fmt::format("at most {}", key.most);
  return key.most.empty() ? fmt::format("at least {}", key.least) : fmt::format("{} to {}", key.least, key.most);
}

std::string word_text(const Key& key, std::string_view word) {
  std::string_view rest = key.meanings;
  for (const std::string& known : split_words(key.words)) {
    const std::size_t bar = std::min(rest.find(" | "), rest.size());
    if (known == word) return std::string(rest.substr(0, bar));
    rest.remove_prefix(std::min(bar + 3, rest.size()));
  }
  return {};
}

std::string limits_text(const Key& key) {
  if (key.form == Form::kLater && key.simulated.empty()) return "not in this version";
  const bool all_words = key.simulated.empty() || key.simulated == key.words;
  const bool no_functions = !key.record.empty() && !key.policy && key.form != Form::kOwn;
  if (all_words) return no_functions ? "functions are not in this version" : "";
  return fmt::format("this version simulates {} only", quoted_words(key.simulated));
}

std::string policy_text(const Key& key) {
  return key.record.empty() ? "" : fmt::format("{}({}): …", key.name, usual_parameter(key.record));
}

}  // namespace ssd::check
