// gc { active  stream  migrate  replicate }: where the valid pages of a victim go (collection.active, copies.any_idle),
// and copies of pages whose reads met a collection (copies.replicate).
#include <fmt/format.h>

#include "compiler/check/expr/policy.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/sections/tables.h"

namespace ssd::check {
namespace {

using diag::Code;

// `when` (copies.any_idle): whether every collection becomes a stream.
constexpr std::array kWhens{Word{"conflict", false}, Word{"always", true}};
constexpr std::array kAnyIdleKeys{
    Key{.name = "buffer",
        .form = Form::kInt,
        .fallback = "128",
        .least = "1",
        .most = "65536",
        .doc = "pages that wait for an idle unit",
        .into = &Config::any_idle_slots},
    Key{.name = "when",
        .form = Form::kWord,
        .fallback = "conflict",
        .words = "conflict always",
        .meanings = "those that a host operation waits for | all but those for wear",
        .doc = "which collections read their pages into the buffer"},
};
constexpr std::array kReplicateKeys{
    Key{.name = "pages",
        .form = Form::kInt,
        .fallback = "128",
        .least = "0",
        .most = "65536",
        .doc = "the most replicas at a time; 0 means none",
        .into = &Config::replicas},
};

enum class Target : std::uint8_t { kSamePlane, kSameDie, kAnyIdle };
constexpr std::array kTargets{Word{"same_plane", Target::kSamePlane}, Word{"same_die", Target::kSameDie},
                              Word{"any_idle", Target::kAnyIdle}};

// An allocation with an error was already reported and is not reported again here.
bool is_known_not_dynamic(const design::Design& design) {
  const Placement placement = design.config.placement;
  return design.allocation.most_pages != 0 && placement != Placement::kDynamicOrder &&
         placement != Placement::kDynamicCost;
}

void read_any_idle(Reader& gc, const Entry& entry, const Group* body, design::Design& design) {
  Reader reader(gc.context(), "gc.migrate", body, kAnyIdleKeys);
  reader.fill(design.config);
  design.config.any_idle_always = reader.choice("when", kWhens);
  if (!reader.sound()) gc.fail();
  if (!is_known_not_dynamic(design)) return;
  gc.context()
      .sink()
      .report(Code::E0290, entry.span())
      .help("write `allocation: dynamic channel > die > plane > chip`, or `migrate: same_plane`");
  gc.fail();
}

// Reads a word, or `any_idle { … }`.
void read_migrate(Reader& gc, design::Design& design) {
  const Entry* entry = gc.entry("migrate");
  const ast::Block* block = gc.variant("migrate");
  if (block != nullptr && !entry->property->has_params) {
    const auto body = gc.context().merger.variant(*block, *entry);
    gc.explain("migrate", "any_idle", gc.origin(entry));
    read_any_idle(gc, *entry, body.get(), design);
    return;
  }
  const Target target = gc.choice("migrate", kTargets);
  design.gc.same_die = target == Target::kSameDie;
  if (target == Target::kAnyIdle) read_any_idle(gc, *entry, nullptr, design);
}

// A replica lies on another channel than its page, so that it can be read while a collection holds the page's unit.
void read_replicate(Reader& gc, design::Design& design) {
  if (!gc.has("replicate")) return;
  const Entry& entry = *gc.entry("replicate");
  if (entry.group == nullptr) return;  // already reported
  Reader reader = gc.block("replicate");
  reader.fill(design.config);
  if (!reader.sound()) gc.fail();
  if (design.config.replicas != 0 && design.geometry.channels == 1)
    gc.context().sink().report(Code::W0291, entry.span()).help("give the drive more channels, or leave it out");
}

enum class ActiveBlocks : std::uint8_t { kSeparate, kByStream, kShared };
constexpr std::array kActives{Word{"separate", ActiveBlocks::kSeparate}, Word{"by_stream", ActiveBlocks::kByStream},
                              Word{"shared", ActiveBlocks::kShared}};

// The number of the named stream, or of the last one.
u64 shared_stream(Reader& gc, const design::Design& design) {
  const std::vector<std::string>& streams = design.allocation.streams;
  const ast::Expr* expr = gc.has("stream") ? gc.expression("stream") : nullptr;
  if (expr == nullptr) return streams.size() - 1;
  const auto* name = std::get_if<ast::NameRef>(&expr->node);
  const auto found = name == nullptr ? streams.end() : std::ranges::find(streams, name->text);
  if (found == streams.end()) {
    const std::string named = or_list(streams);
    auto& error = gc.context().sink().report(Code::E0271, expr->span, name == nullptr ? ast::print(*expr) : name->text);
    error.help(design.policies[Hook::kStream].given()
                   ? fmt::format("write {}", named)
                   : "give `allocation` its `streams` and `stream(r)`, or leave `stream` out");
    gc.fail();
    return 0;
  }
  gc.explain("stream", *found, gc.origin(gc.entry("stream")));
  return static_cast<u64>(found - streams.begin());
}

// `stream(m)`: the stream of each page that is moved (collection.stream).
void read_stream_of_moves(Reader& gc, design::Design& design) {
  Formula formula;
  const auto bindings = gc.context().evaluator.scope().bindings();
  bind_tables(gc.context().evaluator.scope(), design);
  auto policy = read_policy(gc, Hook::kMoveStream, formula, design);
  if (policy) design.policies[Hook::kMoveStream] = std::move(policy->function);
}

bool is_function(const Reader& gc, std::string_view key) {
  const Entry* entry = gc.entry(key);
  return entry != nullptr && entry->property != nullptr && entry->property->has_params;
}

void read_active(Reader& gc, design::Design& design) {
  const ActiveBlocks active = gc.choice("active", kActives);
  design.gc.by_stream = active == ActiveBlocks::kByStream;
  if (is_function(gc, "stream")) return read_stream_of_moves(gc, design);
  const u64 stream =
      shared_stream(gc, design);  // evaluated even if nothing is shared, so that a wrong name is reported
  if (active == ActiveBlocks::kShared) design.config.shared_stream = static_cast<u32>(stream);
}

}  // namespace

std::span<const Key> any_idle_keys() { return kAnyIdleKeys; }
std::span<const Key> replicate_keys() { return kReplicateKeys; }

void read_migration(Reader& gc, design::Design& design) {
  read_active(gc, design);
  read_migrate(gc, design);
  read_replicate(gc, design);
}

}  // namespace ssd::check
