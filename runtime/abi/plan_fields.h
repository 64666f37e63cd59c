// The fields of a Plan, each listed once: its listing, its bytes and its identity are made by passing them to an
// archive. An archive has
//   field(name, value)  for what simulated numbers depend on,
//   array(name, values) for a row of such numbers,
//   label(name, value)  for names and places, on which they do not depend,
// for numbers, enumerations, texts, places, and the structures of this file.
#pragma once
#include <concepts>
#include <type_traits>

#include "runtime/abi/plan.h"

namespace ssd::plan_fields {

template <class T, class U>
concept Like = std::same_as<std::remove_const_t<T>, U>;

constexpr void fields(auto& a, Like<Node> auto& n) {
  a.field("op", n.op);
  a.field("a", n.a);
  a.field("b", n.b);
  a.field("c", n.c);
  a.field("value", n.value);
}

constexpr void fields(auto& a, Like<Check> auto& c) {
  a.field("kind", c.kind);
  a.label("text", c.text);
  a.label("place", c.span);
}

constexpr void fields(auto& a, Like<Function> auto& f) {
  a.label("text", f.text);
  a.field("nodes", f.nodes);
  a.field("result", f.result);
  a.field("checks", f.checks);
}

constexpr void fields(auto& a, Like<Policies> auto& p) {
  for (std::size_t i = 0; i < kHooks; ++i) a.field(kHookTable[i].name, p.by_hook[i]);
}

constexpr void fields(auto& a, Like<TableShape> auto& t) {
  a.field("of", t.of);
  a.field("bytes_log2", t.bytes_log2);
  a.field("initial", t.initial);
}

constexpr void fields(auto& a, Like<Geometry> auto& g) {
  a.field("channels", g.channels);
  a.field("chips", g.chips);
  a.field("dies", g.dies);
  a.field("planes", g.planes);
  a.field("blocks", g.blocks);
  a.field("pages", g.pages);
  a.field("page_bytes", g.page_bytes);
  a.field("spare_bytes", g.spare_bytes);
  a.field("sector_bytes", g.sector_bytes);
  a.field("subpages", g.subpages);
  a.field("program_pages", g.program_pages);
}

constexpr void fields(auto& a, Like<Config> auto& c) {
#define SSD_CONFIG(type, name, initial, meaning) a.field(#name, c.name);
#define SSD_DERIVED(type, name, meaning) a.field(#name, c.name);
#define SSD_DERIVED_ARRAY(type, name, count, meaning) a.array(#name, c.name);
#include "runtime/abi/config.def"
}

constexpr void fields(auto& a, Like<Energy> auto& e) {
  a.field("read", e.read);
  a.field("program", e.program);
  a.field("erase", e.erase);
  a.field("transfer_per_byte", e.transfer_per_byte);
  a.field("idle", e.idle);
}

constexpr void fields(auto& a, Like<workload::TraceSource> auto& t) {
  a.label("path", t.path);
  a.label("file", t.resolved_path);
  a.field("format", t.format);
  a.field("sort", t.sort);
  a.label("place", t.path_span);
}

constexpr void fields(auto& a, Like<workload::Constant> auto& c) { a.field("value", c.value); }
constexpr void fields(auto& a, Like<workload::Exponential> auto& e) { a.field("mean", e.mean); }
constexpr void fields(auto& a, Like<workload::Choice> auto& c) { a.field("options", c.options); }
constexpr void fields(auto& a, Like<workload::Quantity> auto& q) { a.field("kind", q.kind); }
constexpr void fields(auto& a, Like<workload::WeightedQuantity> auto& w) {
  a.field("parts", w.parts_per_million);
  a.field("of", w.value);
}

constexpr void fields(auto&, Like<workload::Uniform> auto&) {}
constexpr void fields(auto& a, Like<workload::Zipf> auto& z) { a.field("theta", z.theta); }
constexpr void fields(auto&, Like<workload::Sequential> auto&) {}
constexpr void fields(auto& a, Like<workload::Stride> auto& s) { a.field("bytes", s.bytes); }
constexpr void fields(auto& a, Like<workload::Hotspot> auto& h) {
  a.field("space", h.space_parts);
  a.field("access", h.access_parts);
}
constexpr void fields(auto& a, Like<workload::PatternMix> auto& m) { a.field("options", m.options); }
constexpr void fields(auto& a, Like<workload::Pattern> auto& p) {
  a.field("kind", p.kind);
  a.field("over", p.over);
  a.field("over_bytes", p.over_bytes);
}
constexpr void fields(auto& a, Like<workload::WeightedPattern> auto& w) {
  a.field("parts", w.parts_per_million);
  a.field("of", w.pattern);
}

constexpr void fields(auto& a, Like<workload::Bursts> auto& b) {
  a.field("on", b.on);
  a.field("off", b.off);
}

constexpr void fields(auto& a, Like<workload::Generator> auto& g) {
  a.field("read", g.read_parts);
  a.field("trim", g.trim_parts);
  a.field("size", g.size);
  a.field("read_size", g.read_size);
  a.field("write_size", g.write_size);
  a.field("interval", g.interval);
  a.field("bursts", g.bursts);
  a.field("address", g.pattern);
  a.field("align", g.align);
  a.field("flush_every", g.flush_every);
  a.field("fua", g.forced_parts);
}

constexpr void fields(auto& a, Like<workload::Part> auto& p) {
  a.field("in_bytes", p.in_bytes);
  a.field("from", p.from);
  a.field("to", p.to);
}

constexpr void fields(auto& a, Like<workload::Phase> auto& p) {
  a.field("drive_writes", p.drive_writes);
  a.field("length", p.length);
  a.field("counted", p.counted);
}

constexpr void fields(auto& a, Like<workload::Workload> auto& w) {
  a.label("name", w.name);
  a.label("place", w.span);
  a.field("source", w.source);
  a.field("requests", w.requests);
  a.field("repeat", w.repeat);
  a.field("speed_numerator", w.speed_numerator);
  a.field("speed_denominator", w.speed_denominator);
  a.field("fold", w.fold);
  a.field("closed", w.closed);
  a.field("seed", w.seed);
  a.field("handle", w.handle);
  a.field("over", w.part);
  a.field("queue", w.queue);
  a.field("phase", w.phase);
  a.field("until", w.until);
  a.field("loop", w.loop);
  a.field("flows", w.flows);
}

constexpr void fields(auto& a, Like<Start> auto& s) {
  a.field("filled", s.filled);
  a.field("valid", s.valid_parts);
  a.field("invalid", s.invalid_parts);
  a.field("random", s.random);
  a.field("even", s.even);
  a.field("seed", s.seed);
  a.field("snapshot", s.snapshot);
  a.label("snapshot_file", s.snapshot_file);
  a.label("snapshot_place", s.snapshot_span);
  a.label("run", s.run);
  a.label("run_place", s.run_span);
  a.label("run_declared", s.run_declared);
  a.field("workload", s.workload);
}

constexpr void fields(auto& a, Like<Plan> auto& p) {
  a.label("name", p.name);
  a.label("place", p.span);
  a.field("geometry", p.geometry);
  a.field("config", p.config);
  a.field("policies", p.policies);
  a.field("tables", p.tables);
  a.field("queue_weight", p.queue_weights);
  a.field("energy", p.energy);
  a.field("map_period", p.map_period);
  a.field("start", p.start);
  a.label("workloads", p.workloads);
}

}  // namespace ssd::plan_fields
