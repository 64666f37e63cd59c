// start: the drive before time 0: erased, filled (start.filled) or from a snapshot, and the workload that runs on it
// first (start.run). Invariant: a filled drive leaves every plane room to write and to collect, and no plane holds more
// valid pages than it has logical ones. The content of a snapshot's file is checked when the file is used.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "compiler/check/sections/sections.h"
#include "compiler/check/workload/workload.h"
#include "compiler/check/workload/workload_lines.h"
#include "compiler/design/figures.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

std::span<const Key> filled_keys();

constexpr std::array kStartKeys{
    Key{.name = "state",
        .form = Form::kOwn,
        .words = "erased filled",
        .meanings = "every block is erased | pages hold data, as its block describes",
        .doc = "the drive before the first request",
        .takes = "`erased`, `filled { … }`, or `snapshot(\"FILE\")`, a file of `ssdc run --save-snapshot`, relative to "
                 "this one",
        .otherwise = "`erased`",
        .block = filled_keys,
        .variant = "filled"},
    Key{.name = "run",
        .form = Form::kOwn,
        .doc = "the workload that runs on that drive before the measured run; the measured run starts from the "
               "resulting drive, at time 0",
        .takes = "the name of a workload",
        .otherwise = "nothing"},
};
constexpr std::array kFilledKeys{
    Key{.name = "valid",
        .form = Form::kOwn,
        .doc = "share of each plane's pages that hold data",
        .takes = "a ratio",
        .otherwise = "`0%`; what `invalid` and `free` leave, if `free` is set"},
    Key{.name = "invalid",
        .form = Form::kOwn,
        .doc = "share of each plane's pages that held data that was overwritten",
        .takes = "a ratio",
        .otherwise = "`0%`; what `valid` and `free` leave, if both are set"},
    Key{.name = "free",
        .form = Form::kOwn,
        .doc = "share of each plane's pages that are erased",
        .takes = "a ratio",
        .otherwise = "what `valid` and `invalid` leave"},
    Key{.name = "layout",
        .form = Form::kWord,
        .fallback = "random",
        .words = "random sequential even",
        .meanings =
            "valid and invalid pages are mixed | the valid pages come first, then the invalid ones | mixed, and "
            "all blocks of a plane but one hold as many of them, so they become full at about the same time",
        .doc = "how valid and invalid pages are arranged in the blocks"},
    Key{.name = "seed",
        .form = Form::kInt,
        .fallback = "1",
        .least = "0",
        .most = "9223372036854775807",
        .doc = "seed of the random layout, and of the even one"},
};
std::span<const Key> filled_keys() { return kFilledKeys; }

enum class State : std::uint8_t { kErased, kFilled };
constexpr std::array kStates{Word{"erased", State::kErased}, Word{"filled", State::kFilled}};
constexpr std::string_view kSnapshot = "snapshot";
enum class Layout : std::uint8_t { kRandom, kSequential, kEven };
constexpr std::array kLayouts{Word{"random", Layout::kRandom}, Word{"sequential", Layout::kSequential},
                              Word{"even", Layout::kEven}};

// A share of a plane's pages; nothing if it is not written.
std::optional<u64> read_part(Reader& reader, std::string_view key) {
  const Entry* entry = reader.entry(key);
  if (entry == nullptr) return std::nullopt;
  const ast::Expr* expr = reader.refuses_params(key) ? nullptr : reader.expression(key);
  Evaluator& evaluator = reader.context().evaluator;
  const Scope::LastParam param(evaluator.scope());
  const auto share = expr == nullptr ? std::nullopt : read_share(reader.context(), *expr);
  if (!share) reader.fail();
  reader.explain(key, percent(share.value_or(0)), reader.origin(entry, param.name()));
  return share;
}

struct SharePart {
  std::string_view key;
  std::optional<u64> parts;
};

// Reads the three shares. A share that is not given is what the others leave of all pages. If they add up to more than
// 100 %, or all are given and add up to less, the message shows the sum.
void read_parts(Reader& reader, const Entry& entry, design::Start& start) {
  std::array<SharePart, 3> shares{SharePart{"valid", {}}, SharePart{"invalid", {}}, SharePart{"free", {}}};
  auto& [valid, invalid, free] = shares;
  for (SharePart& share : shares) share.parts = read_part(reader, share.key);
  if (!reader.sound()) return;
  u64 sum = 0;
  std::vector<std::string> texts;
  for (const SharePart& share : shares) {
    sum += share.parts.value_or(0);
    if (share.parts) texts.push_back(fmt::format("`{}: {}`", share.key, percent(*share.parts)));
  }
  if (free.parts && (sum > workload::kWhole || (texts.size() == shares.size() && sum != workload::kWhole))) {
    const std::string last = texts.back();
    texts.pop_back();
    reader.context()
        .sink()
        .report(Code::E0278, entry.span(), fmt::format("{} and {}", fmt::join(texts, ", "), last), percent(sum))
        .help("leave one of them out: it is what the others leave of 100%");
    reader.fail();
    return;
  }
  const auto left_for = [&](SharePart& share, bool wanted) {
    if (share.parts) return;
    share.parts = wanted ? workload::kWhole - sum : 0;
    if (wanted)
      reader.explain_derived(share.key, percent(*share.parts), "what the other shares leave");
    else
      reader.explain(share.key, "0%", {});
  };
  left_for(valid, free.parts.has_value() && !valid.parts);
  left_for(invalid, free.parts.has_value() && !invalid.parts && texts.size() == 2);
  left_for(free, true);
  start.valid_parts = *valid.parts;
  start.invalid_parts = *invalid.parts;
}

// A share rounded down to tenths of a percent, as a user would write it.
std::string tenths(u64 pages, u64 plane) {
  return fmt::format("{:g}%", std::floor(1000.0 * static_cast<double>(pages) / static_cast<double>(plane)) / 10.0);
}

// How many blocks of a plane must stay free, and the most valid and invalid pages that the others hold.
struct RoomAtStart {
  u64 kept, pages;
};
RoomAtStart room_at_start(const design::Design& design) {
  const u64 streams = design.allocation.streams.size(),
            reserve = design.policies[Hook::kMoveStream].given() ? streams : 1;
  const u64 kept = design.start.even ? reserve : 2 + streams;
  const u64 blocks = design.geometry.blocks > kept ? design.geometry.blocks - kept : 0;
  return {kept, blocks * design.geometry.pages};
}

// The logical pages of the plane that gets fewest, each as large as a page of the flash.
u64 fewest_pages(const design::Design& design) { return design.allocation.fewest_pages / design.geometry.subpages; }

// The help states both bounds at once, so that a user who follows it does not get the other error.
std::string help_of_start(const design::Design& design, u64 most) {
  const u64 plane = design.geometry.pages_per_plane(), most_valid = fewest_pages(design);
  const std::string of_valid =
      most_valid < most ? fmt::format("`valid` be at most {}, and ", tenths(most_valid, plane)) : "";
  return fmt::format("let {}`valid` and `invalid` together be at most {} pages of a plane, {}", of_valid, most,
                     tenths(most, plane));
}

// Checks the arithmetic of one plane; each error has its own help.
bool check_room(Context& context, Span place, const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const u64 plane = g.pages_per_plane();
  const u64 valid = share_of_pages(plane, design.start.valid_parts),
            invalid = share_of_pages(plane, design.start.invalid_parts);
  const u64 used = (valid + invalid + g.pages - 1) / g.pages;
  const RoomAtStart room = room_at_start(design);
  if (design.start.valid_parts + design.start.invalid_parts > workload::kWhole) {
    context.sink()
        .report(Code::E0249, place, percent(design.start.valid_parts), percent(design.start.invalid_parts))
        .help("let both together leave room to write");
    return false;
  }
  const bool fits = used + room.kept <= g.blocks;
  if (!fits && design.start.even) {
    context.sink()
        .report(Code::E0281, place, valid, invalid, g.blocks, g.pages, room.pages)
        .help(help_of_start(design, room.pages));
    return false;
  }
  if (!fits) {
    context.sink()
        .report(Code::E0250, place, valid, invalid, used, g.blocks, room.kept)
        .help(help_of_start(design, room.pages));
    return false;
  }
  if (valid <= fewest_pages(design)) return true;
  context.sink()
      .report(Code::E0251, place, valid, percent(design.start.valid_parts), plane, fewest_pages(design))
      .help(fmt::format("write `valid: {}` or less", tenths(fewest_pages(design), plane)));
  return false;
}

// Warns about keys that have no effect because of the others.
void warn_about_idle_keys(Reader& reader, const Entry& entry, const design::Start& start) {
  diag::Sink& sink = reader.context().sink();
  if (reader.varies({"valid", "invalid"})) return;
  if (start.valid_parts + start.invalid_parts == 0) {
    sink.report(Code::W0286, entry.span(), "filled", "it fills nothing")
        .help("write `filled { valid: 84%  invalid: 10% }`, or `start: erased`");
    return;
  }
  const std::string_view why =
      start.valid_parts == 0 ? "no page is valid, so nothing can be mixed" : "the layout is sequential";
  if (start.valid_parts == 0 && !start.even && reader.has("layout"))
    sink.report(Code::W0286, reader.entry("layout")->span(), "layout", why)
        .help("set how many pages are `valid`, or leave `layout` out");
  if (reader.has("seed") && (start.valid_parts == 0 || !start.random))
    sink.report(Code::W0286, reader.entry("seed")->span(), "seed", why)
        .help(start.valid_parts == 0 ? "set how many pages are `valid`, or leave `seed` out"
                                     : "write `layout: random`, or leave `seed` out");
}

bool read_filled(Context& context, const Entry& entry, const ast::Block& block, design::Design& design) {
  const auto group = context.merger.variant(block, entry);
  Reader reader(context, "start.filled", group.get(), kFilledKeys);
  design::Start& start = design.start;
  start.filled = true;
  read_parts(reader, entry, start);
  const Layout layout = reader.choice("layout", kLayouts);
  start.random = layout != Layout::kSequential;
  start.even = layout == Layout::kEven;
  start.seed = reader.integer("seed");
  if (reader.sound()) warn_about_idle_keys(reader, entry, start);
  return reader.sound() && check_room(context, entry.span(), design);
}

// Reads `snapshot("file")`. The path is relative to the file that contains it.
bool read_snapshot(Context& context, Reader& reader, const Entry& entry, const ast::Call& call, design::Start& start) {
  const Span span = entry.property->value.span;
  const SourceMap& sources = context.evaluator.sources();
  const bool one = call.args.size() == 1 && call.args.front().key == nullptr && call.args.front().over == nullptr;
  const Scope::LastParam param(context.evaluator.scope());
  Value path;
  if (one) {
    const ast::Expr& expr = *call.args.front().value;
    path = context.evaluator
               .evaluate(expr, fmt::format("write a path in quotes: `snapshot(\"{}\")`", excerpt(sources, expr.span)))
               .value;
    if (!path.known()) return false;
  }
  if (!one || path.type != Type::kString || path.text.empty()) {
    context.sink().report(Code::E0279, span).help("write `state: snapshot(\"aged.snap\")`");
    return false;
  }
  start.snapshot = path.text;
  start.snapshot_span = span;
  start.snapshot_file =
      (std::filesystem::path(sources.file(span.file).path()).parent_path() / path.text).generic_string();
  reader.explain("state", fmt::format("{}(\"{}\")", kSnapshot, path.text), reader.origin(&entry, param.name()));
  return true;
}

// Reports a state that is misspelt.
void refuse_state(Context& context, const Entry& entry, const ast::Expr* expr, const ast::VariantValue* variant) {
  const Span span = entry.property->value.span;
  const std::string text = excerpt(context.evaluator.sources(), span);
  const auto* word = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  if (word != nullptr && word->text == kSnapshot) {
    context.sink().report(Code::E0279, span).help("write `state: snapshot(\"aged.snap\")`");
    return;
  }
  const std::string& kind = variant != nullptr ? variant->kind.text : text;
  if (variant != nullptr && find_word(kStates, kind) != nullptr) {  // `filled { … }` was already read
    context.sink().report(Code::E0261, variant->kind.span, "state", kind).help(fmt::format("write `state: {}`", kind));
    return;
  }
  std::vector<std::string> known;
  for (const Word<State>& state : kStates) known.emplace_back(state.text);
  known.emplace_back(kSnapshot);
  const auto near = nearest(kind, known);
  context.sink()
      .report(Code::E0212, span, kind, "state")
      .help(near ? fmt::format("did you mean `{}`?", *near)
                 : "write `state: erased`, `state: filled { valid: 80% }`, or `state: snapshot(\"aged.snap\")`");
}

// Reads `erased`, `filled { … }` or `snapshot("…")`; everything else is rejected.
bool read_state(Context& context, const Entry& entry, design::Design& design) {
  Reader reader(context, "start", nullptr, kStartKeys);
  const ast::Expr* expr = plain_expression(entry);
  const auto* name = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  const Word<State>* word = name == nullptr ? nullptr : find_word(kStates, name->text);
  if (word != nullptr && word->value == State::kErased) {
    reader.explain("state", std::string(word->text), reader.origin(&entry));
    return true;
  }
  if (const ast::Block* block = variant_of(entry, kStartKeys.front())) {
    reader.explain("state", std::string(kStartKeys.front().variant), reader.origin(&entry));
    return read_filled(context, entry, *block, design);
  }
  const ast::NameRef* callee = expr == nullptr ? nullptr : ast::callee(*expr);
  if (callee != nullptr && callee->text == kSnapshot)
    return read_snapshot(context, reader, entry, std::get<ast::Call>(expr->node), design.start);
  if (entry.property == nullptr || word != nullptr) {
    context.sink()
        .report(Code::E0205, entry.key->span, "state", "a value")
        .help("write `state: erased`, or `state: filled { valid: 84% }`");
    return false;
  }
  const auto* variant = std::get_if<ast::VariantValue>(&entry.property->value.node);
  refuse_state(context, entry, expr, variant);
  return false;
}

// Reads the name of a workload that the file declares or imports. The workload is checked by itself, so only its place
// is stored here.
bool read_run(Reader& reader, design::Start& start) {
  const Entry* entry = reader.entry("run");
  if (entry == nullptr) {
    reader.explain("run", "nothing", {});
    return true;
  }
  if (reader.refuses_params("run")) return false;
  Context& context = reader.context();
  const ast::Expr* expr = plain_expression(*entry);
  if (expr == nullptr) {
    const auto* block =
        entry->property == nullptr ? nullptr : std::get_if<ast::VariantValue>(&entry->property->value.node);
    const std::string name = block == nullptr ? "W" : block->kind.text;
    context.sink()
        .report(Code::E0205, entry->key->span, "run", "the name of a workload")
        .help(fmt::format("write `run: {0}`, and the keys in its declaration: `workload {0} {{ … }}`", name));
    return false;
  }
  const Names& names = context.evaluator.globals().names();
  const std::string text = excerpt(context.evaluator.sources(), expr->span);
  const auto* name = std::get_if<ast::NameRef>(&expr->node);
  const Symbol* workload = name == nullptr ? nullptr : names.find(Kind::kWorkload, name->text, expr->span.file);
  if (workload == nullptr && names.incomplete(expr->span.file)) return false;
  if (workload == nullptr) {
    const std::string import = name == nullptr ? "" : names.import_help(Kind::kWorkload, text);
    const auto near = nearest(text, names.candidates(Kind::kWorkload, expr->span.file));
    context.sink()
        .report(Code::E0213, expr->span, ssd::check::name(Kind::kWorkload), text)
        .help(!import.empty() ? import
              : near          ? fmt::format("did you mean `{}`?", *near)
                              : "name a workload that this file declares or imports, as in `run: Fill`");
    return false;
  }
  start.run = name->text;
  start.run_span = expr->span;
  start.run_declared = declared_name(*workload->decl)->span;
  reader.explain("run", start.run, reader.origin(entry));
  return true;
}

}  // namespace

std::span<const Key> start_keys() { return kStartKeys; }

// The section is a block with a state, or the short form `start: erased`.
bool read_start(Context& context, const Entry* entry, design::Design& design) {
  if (entry != nullptr && entry->property != nullptr) return read_state(context, *entry, design);
  Reader reader(context, "start", entry == nullptr ? nullptr : entry->group.get(), kStartKeys);
  const bool refused = reader.refuses_params("state"), run = read_run(reader, design.start);
  if (!reader.has("state")) {
    reader.explain("state", "erased", {});
    return run && reader.sound();
  }
  return !refused && read_state(context, *reader.entry("state"), design) && run && reader.sound();
}

}  // namespace ssd::check
