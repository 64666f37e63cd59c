// workload: a trace to read, or the parameters of a generator. Some keys belong to only one of these two kinds.
#include "compiler/check/workload/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "compiler/check/sections/lines.h"
#include "compiler/check/workload/arrivals.h"
#include "compiler/check/workload/flows.h"
#include "compiler/check/workload/members.h"
#include "compiler/check/workload/phases.h"
#include "compiler/check/workload/shares.h"
#include "compiler/check/workload/workload_lines.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::array kWorkloadKeys{
    Key{.name = "trace", .form = Form::kString, .doc = "the trace file to read, relative to the file that names it"},
    Key{.name = "format",
        .form = Form::kWord,
        .fallback = workload::kAnyFormat,
        .words = workload::kTraceFormatWords,
        .meanings = workload::kTraceFormatMeanings,
        .doc = "format of the trace"},
    Key{.name = "repeat",
        .form = Form::kInt,
        .fallback = "1",
        .least = "1",
        .most = "1000000",
        .doc = "how often the trace is run"},
    Key{.name = "speed",
        .form = Form::kReal,
        .fallback = "1",
        .least = "0.000001",
        .most = "1000000",
        .doc = "trace times are divided by it"},
    Key{.name = "fold",
        .form = Form::kWord,
        .fallback = "error",
        .words = "error modulo compact",
        .meanings = "the run is rejected | the remainder by the drive's size | "
                    "the pages that the trace touches are numbered densely, in the order of their addresses",
        .doc = "what happens to addresses beyond the drive"},
    Key{.name = "sort",
        .form = Form::kBool,
        .fallback = "false",
        .doc = "whether requests of a trace whose times go backwards are put in order of arrival"},
    Key{.name = "requests",
        .form = Form::kInt,
        .fallback = "100000",
        .least = "1",
        .most = "1099511627776",
        .doc = "the number of requests of a generator; of a trace, the most that are run",
        .otherwise = "`100000`; of a trace all"},
    Key{.name = "closed",
        .form = Form::kInt,
        .least = "1",
        .most = "65536",
        .doc = "depth of a closed loop: each completion makes the next request arrive",
        .otherwise = "an open loop"},
    Key{.name = "flow",
        .form = Form::kBlock,
        .doc = "one of several hosts that use the drive at once: `flow NAME { … }`, with keys of its own",
        .block = flow_keys},
    Key{.name = "phase",
        .form = Form::kBlock,
        .doc = "a part of the workload that begins when the one before has ended: `phase NAME { … }`, with keys of its "
               "own",
        .block = phase_keys},
    Key{.name = "until",
        .form = Form::kWord,
        .fallback = "all",
        .words = "all first",
        .meanings = "when all flows are through | when the first flow is through: then no more requests arrive",
        .doc = "when a run of several flows ends"},
    Key{.name = "loop",
        .form = Form::kWord,
        .fallback = "own",
        .words = "own shared",
        .meanings =
            "each closed flow is a loop of its own | all flows take turns in one loop, each with as many requests "
            "as it is deep",
        .doc = "the loop of closed flows"},
    Key{.name = "handle",
        .form = Form::kInt,
        .fallback = "0",
        .least = "0",
        .most = "127",
        .doc = "placement handle of the writes: their stream in a design with `streams: handles(n)`, `r.handle` in "
               "others"},
    Key{.name = "seed",
        .form = Form::kInt,
        .fallback = "1",
        .least = "0",
        .most = "9223372036854775807",
        .doc = "seed of everything random in the workload"},
    Key{.name = "read",
        .form = Form::kOwn,
        .doc = "share of the requests that read",
        .takes = "a ratio",
        .otherwise = "what `write` and `trim` leave, or `50%`"},
    Key{.name = "write",
        .form = Form::kOwn,
        .doc = "share of the requests that write",
        .takes = "a ratio",
        .otherwise = "what `read` and `trim` leave"},
    Key{.name = "trim",
        .form = Form::kOwn,
        .doc = "share of the requests that trim",
        .takes = "a ratio",
        .otherwise = "`0%`"},
    Key{.name = "flush_every",
        .form = Form::kInt,
        .least = "1",
        .most = "1000000000",
        .doc =
            "how many writes come between two flushes of the host; a flush is complete when all writes that the drive "
            "has taken are on flash",
        .otherwise = "no flushes"},
    Key{.name = "fua",
        .form = Form::kOwn,
        .doc = "share of the writes that are forced (FUA): such a write is complete when its data are on flash",
        .takes = "a ratio",
        .otherwise = "`0%`"},
    Key{.name = "size",
        .form = Form::kOwn,
        .fallback = "4KiB",
        .doc = "size of a request",
        .takes = "a size, or a distribution of sizes"},
    Key{.name = "read_size",
        .form = Form::kOwn,
        .doc = "size of a read",
        .takes = "a size, or a distribution of sizes",
        .otherwise = "`size`"},
    Key{.name = "write_size",
        .form = Form::kOwn,
        .doc = "size of a write",
        .takes = "a size, or a distribution of sizes",
        .otherwise = "`size`"},
    Key{.name = "interval",
        .form = Form::kOwn,
        .fallback = "100us",
        .doc = "time between two arrivals; in a closed loop the think time, `0ns` by default",
        .takes = "a time, or a distribution of times"},
    Key{.name = "rate",
        .form = Form::kOwn,
        .doc = "requests of an open loop a second: another way to write `interval`",
        .takes = "a frequency, such as `50_000/s`, or `exponential(50_000/s)`",
        .otherwise = "`interval`"},
    Key{.name = "bursts",
        .form = Form::kBlock,
        .doc = "pauses in the arrivals of an open loop, whose intervals count while it is on",
        .block = bursts_keys},
    Key{.name = "address",
        .form = Form::kOwn,
        .fallback = "uniform",
        .doc = "where requests go",
        .takes = "`uniform`, `sequential`, `stride(SIZE)`, `zipf(θ)`, `hotspot(20%: 80%)` or a `mix(…)` of them, with "
                 "`over SHARE` after it"},
    Key{.name = "align",
        .form = Form::kSize,
        .least = "512B",
        .most = "16MiB",
        .doc = "addresses are multiples of this size",
        .otherwise = "the request size's largest power of two, up to a page"},
};
constexpr Key kSize{.name = "size", .form = Form::kSize, .least = "512B", .most = "16MiB"};
constexpr Key kReadSize{.name = "read_size", .form = Form::kSize, .least = "512B", .most = "16MiB"};
constexpr Key kWriteSize{.name = "write_size", .form = Form::kSize, .least = "512B", .most = "16MiB"};
constexpr std::array kTraceKeys{"format", "repeat", "speed", "fold", "sort"};
constexpr std::array kGeneratorKeys{"read",   "write",     "trim",       "flush_every", "fua",
                                    "size",   "read_size", "write_size", "interval",    "rate",
                                    "bursts", "address",   "align",      "seed",        "handle"};

// Keys of the other kind are an error, unless they are inherited and a later `trace` makes them meaningless.
bool keys_fit(Reader& reader, const Entry* trace) {
  bool fit = true;
  const auto refuse = [&](std::string_view key, std::string_view wants) {
    const Entry* entry = reader.entry(key);
    if (entry == nullptr || (trace != nullptr && entry->depth < trace->depth)) return;
    reader.context()
        .sink()
        .report(Code::E0244, entry->key->span, key, wants)
        .help(trace != nullptr ? fmt::format("leave `{}` out, or `trace`", key)
                               : fmt::format("name a `trace`, or leave `{}` out", key));
    fit = false;
  };
  if (trace != nullptr) {
    for (const char* key : kGeneratorKeys) refuse(key, "a generator, and this workload reads a trace");
  } else {
    for (const char* key : kTraceKeys) refuse(key, "a trace, and this workload generates its requests");
  }
  return fit;
}

}  // namespace

std::optional<Written> written_value(Reader& reader, std::string_view key, bool has_over) {
  const Entry* entry = reader.entry(key);
  const auto* value = entry->property == nullptr ? nullptr : std::get_if<ast::ExprValue>(&entry->property->value.node);
  if (value == nullptr || entry->property->has_params) {
    reader.context()
        .sink()
        .report(Code::E0205, entry->key->span, key, "a value")
        .help(fmt::format("write `{}: …`", key));
    return std::nullopt;
  }
  if (value->over != nullptr && !has_over) {
    reader.context().sink().report(Code::E0246, value->over->span).help("leave `over` out");
    return std::nullopt;
  }
  return Written{value->value.get(), value->over.get()};
}

namespace {

// `size` applies to reads and writes. Along a chain of `from` it replaces a `read_size` or `write_size` that was stated
// earlier.
bool counts_beside_size(Reader& reader, std::string_view key) {
  return reader.has(key) && (!reader.has("size") || reader.entry(key)->depth >= reader.entry("size")->depth);
}

// Keys that are left out keep the defaults of workload::Generator, except those of arrivals (arrivals.h).
bool read_generator(Reader& reader, workload::Generator& generator, bool closed) {
  Origins origins;
  bool sound = read_shares(reader, generator, origins);
  Context& context = reader.context();
  const auto read = [&](const char* key, auto&& use, bool has_over = false) {
    if (!reader.has(key)) return;
    const Scope::LastParam param(context.evaluator.scope());
    const auto expr = written_value(reader, key, has_over);
    sound = expr && use(*expr) && sound;
    origins[key] = reader.origin(reader.entry(key), param.name());
  };
  const auto keep = [](auto& target, auto&& value) {
    if (value) target = std::move(*value);
    return value.has_value();
  };
  read("size", [&](const Written& w) { return keep(generator.size, read_quantity(context, *w.expr, kSize)); });
  for (const auto& [key, target] :
       {std::pair(&kReadSize, &generator.read_size), std::pair(&kWriteSize, &generator.write_size)}) {
    read(key->name.data(), [&](const Written& w) {
      auto size = read_quantity(context, *w.expr, *key);
      const bool known = size.has_value();
      if (counts_beside_size(reader, key->name)) *target = std::move(size);
      return known;
    });
    if (!*target) origins.erase(key->name);
  }
  sound = read_arrivals(reader, generator, closed, origins) && sound;
  if (reader.has("flush_every")) generator.flush_every = reader.integer("flush_every");
  read(
      "address", [&](const Written& w) { return keep(generator.pattern, read_pattern(context, *w.expr, w.over)); },
      true);
  if (reader.has("align")) {
    generator.align = reader.bytes("align");
    if (reader.sound() && generator.align % 512 != 0) {
      context.sink()
          .report(Code::E0242, reader.entry("align")->span(), "align", size_text(static_cast<i64>(generator.align)))
          .help("write a multiple of 512B, such as `4KiB`");
      sound = false;
    }
  }
  if (sound) explain_generator(reader, generator, closed, origins);
  return sound;
}

// The path is relative to the file that contains the key, which may differ from the file that declares the workload.
bool read_trace(Reader& reader, const Entry& trace, design::Workload& workload) {
  workload::TraceSource source;
  source.path = reader.value("trace").text;
  source.path_span = trace.span();
  const std::string& file = reader.context().evaluator.sources().file(trace.span().file).path();
  source.resolved_path = (std::filesystem::path(file).parent_path() / source.path).generic_string();
  reader.explain_derived("file", source.resolved_path, "relative to the file that names it");
  source.format = reader.word("format");
  source.sort = reader.flag("sort");
  workload.repeat = reader.integer("repeat");
  const Rational speed = reader.value("speed").number;
  const Wide largest = limits::kLargestSpeedTerm;
  if (speed.numerator() > largest || speed.denominator() > largest) {
    reader.context().sink().report(Code::E0109, reader.entry("speed")->span(), "the speed").help("write fewer digits");
    return false;
  }
  workload.speed_numerator = static_cast<u64>(speed.numerator());
  workload.speed_denominator = static_cast<u64>(speed.denominator());
  workload.fold = reader.choice("fold", workload::kFolds);
  workload.source = std::move(source);
  return reader.sound();
}

u32 writes_of(const workload::Generator& g) { return workload::kWhole - g.read_parts - g.trim_parts; }

// `size` is used for trims, and for reads and writes without a size of their own.
bool uses_size(const workload::Generator& g) {
  return g.trim_parts != 0 || (g.read_parts != 0 && !g.read_size) || (writes_of(g) != 0 && !g.write_size);
}

std::vector<const workload::Quantity*> sizes_drawn_from(const workload::Generator& g) {
  std::vector<const workload::Quantity*> sizes;
  if (uses_size(g)) sizes.push_back(&g.size);
  if (g.read_parts != 0 && g.read_size) sizes.push_back(&*g.read_size);
  if (writes_of(g) != 0 && g.write_size) sizes.push_back(&*g.write_size);
  return sizes;
}

bool is_constant(const workload::Quantity* quantity) {
  return std::holds_alternative<workload::Constant>(quantity->kind);
}

}  // namespace

bool draws(const workload::Workload& workload) {
  if (!workload.flows.empty()) return std::ranges::any_of(workload.flows, draws);
  const auto* generated = std::get_if<workload::Generator>(&workload.source);
  if (generated == nullptr) return false;
  const workload::Generator& generator = *generated;
  const auto decided = [](std::uint32_t parts) { return parts == 0 || parts == workload::kWhole; };
  const bool same_kind = decided(generator.read_parts) && decided(generator.trim_parts);
  const bool same_sizes = std::ranges::all_of(sizes_drawn_from(generator), is_constant);
  const bool same_intervals = std::holds_alternative<workload::Constant>(generator.interval.kind);
  const bool in_order = std::holds_alternative<workload::Sequential>(generator.pattern.kind) ||
                        std::holds_alternative<workload::Stride>(generator.pattern.kind);
  return !same_kind || !same_sizes || !same_intervals || !in_order;
}

namespace {

// Warns about keys that have no effect because of the others, if this workload itself states them.
void warn_about_idle_keys(Reader& reader, const workload::Workload& workload) {
  const auto idle = [&](std::string_view key, std::string_view why, std::string_view help) {
    const Entry* entry = reader.entry(key);
    if (entry == nullptr || entry->owner != reader.context().owner) return;
    reader.context().sink().report(Code::W0286, entry->span(), key, why).help(std::string(help));
  };
  const auto* generator = std::get_if<workload::Generator>(&workload.source);
  if (generator == nullptr && workload.closed != 0)
    idle("speed", "a closed loop does not use the times of the trace", "leave `speed` or `closed` out");
  if (generator == nullptr || reader.varies({"read", "write", "trim"})) return;
  if (!draws(workload) && !reader.varies({"size", "read_size", "write_size", "interval", "address"}))
    idle("seed", "this workload draws nothing at random", "leave it out");
  if (generator->read_parts == 0)
    idle("read_size", "the workload has no reads", "leave it out, or let some of the requests read");
  if (writes_of(*generator) == 0)
    idle("write_size", "the workload has no writes", "leave it out, or let some of the requests write");
  if (!uses_size(*generator)) idle("size", "every request takes `read_size` or `write_size`", "leave it out");
}

}  // namespace

std::span<const Key> workload_keys() { return kWorkloadKeys; }

bool is_key_of_traces(std::string_view key) { return std::ranges::find(kTraceKeys, key) != kTraceKeys.end(); }

bool read_generated(Reader& reader, u64 seed, workload::Workload& workload, bool has_number) {
  if (reader.has("closed")) workload.closed = reader.integer("closed");
  if (has_number) workload.requests = reader.integer("requests");
  workload.handle = static_cast<std::uint32_t>(reader.integer("handle"));
  workload.seed = seed;
  if (reader.has("seed") || std::to_string(seed) == reader.key("seed").fallback)
    workload.seed = reader.integer("seed");
  else
    reader.explain(
        "seed", std::to_string(seed),
        {design::OriginKind::kDefault, {}, workload.phase ? "the number of the phase" : "the number of the flow"});
  workload::Generator generator;
  const bool sound = read_generator(reader, generator, workload.closed != 0) && reader.sound();
  workload.source = std::move(generator);
  if (sound) {
    warn_about_idle_keys(reader, workload);
    explain_rest(reader, workload);
  }
  return sound;
}

// A workload with the key `trace` is a trace, one with flows has their requests. Everything else is a generator, even
// an empty block.
std::optional<design::Workload> read_workload(Context& context, const Group& block) {
  if (has_phases(block)) return read_phases(context, block);
  if (has_flows(block)) return read_flows(context, block);
  Reader reader(context, "workload", &block, kWorkloadKeys);
  design::Workload workload;
  const Entry* trace = reader.entry("trace");
  bool sound = keys_fit(reader, trace) && has_names(reader, "flow") && has_names(reader, "phase");
  if (trace == nullptr) {
    sound &= read_generated(reader, 1, workload);
  } else {
    if (reader.has("closed")) workload.closed = reader.integer("closed");
    if (reader.has("requests")) workload.requests = reader.integer("requests");
    sound = read_trace(reader, *trace, workload) && sound;
    if (sound) {
      warn_about_idle_keys(reader, workload);
      explain_rest(reader, workload);
    }
  }
  if (!sound || !reader.sound()) return std::nullopt;
  warn_of_idle_keys(reader, 0);
  order_lines(context.properties, kWorkloadKeys);
  workload.properties = std::move(context.properties);
  return workload;
}

}  // namespace ssd::check
