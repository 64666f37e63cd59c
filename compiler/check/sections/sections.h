// The sections of a design, one file each. Each reads its block, fills its part of the design and says whether it is
// sound.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The tables of keys, by which the blocks are read.
std::span<const Key> geometry_keys();
std::span<const Key> nand_keys();
std::span<const Key> capacity_keys();
std::span<const Key> allocation_keys();
std::span<const Key> commands_keys();
std::span<const Key> ftl_keys();
std::span<const Key> gc_keys();
std::span<const Key> any_idle_keys();   // of gc.migrate
std::span<const Key> replicate_keys();  // of gc
std::span<const Key> wear_keys();
std::span<const Key> buffer_keys();
std::span<const Key> host_keys();
std::span<const Key> schedule_keys();
std::span<const Key> start_keys();
// The sections themselves, as keys of a design.
std::span<const Key> design_keys();

bool read_geometry(Context& context, const Group* section, design::Design& design);
// `nand: NAME` or `nand { … }`.
bool read_nand(Context& context, const Entry* entry, design::Design& design);
bool read_capacity(Context& context, const Group* section, design::Design& design);
// Needs geometry and capacity. Fills the formulas; the proof is map_proof.h's.
bool read_allocation(Context& context, const Entry* entry, design::Design& design);
bool read_commands(Context& context, const Group* section, design::Design& design);
bool read_gc(Context& context, const Group* section, design::Design& design);
// Needs the part, whose kind of cell a policy may read.
bool read_wear(Context& context, const Group* section, design::Design& design);
// `migrate` and `replicate` of the section gc. Needs the allocation.
void read_migration(Reader& gc, design::Design& design);
// `scope` and `superblock` of the section gc.
void read_scope(Reader& gc, design::Design& design);
// What `superblock` says, before the section itself is read: the part's erase latency sees superblocks. `none` if it
// says nothing that can be read.
design::CollectionScope superblock_stated(Context& context, const Group* gc);
// What goes with superblocks, after all sections (S71).
bool check_superblock(Context& context, const Group& design_block, const design::Design& design);
bool read_buffer(Context& context, const Group* section, design::Design& design);
// Needs the buffer, which decides when a write is complete.
bool read_host(Context& context, const Group* section, design::Design& design);
// Needs the commands: suspension gives the priority its default.
bool read_schedule(Context& context, const Group* section, design::Design& design);
// Needs the allocation, whose planes are filled.
bool read_start(Context& context, const Entry* entry, design::Design& design);
// ftl: sections that this version knows in one form.
bool read_fixed_sections(Context& context, const Group& design_block);
// Of a size that is taken in whole pages, given in pages: says so where a noticeable part of it is none.
void warn_of_rest(Reader& reader, std::string_view key, const Rational& pages, const design::Geometry& geometry);
// Numbers that are legal and seldom meant; of a sound design.
void check_proportions(Context& context, const Group& design_block, const design::Design& design);
// After all sections: that every plane can hold its pages and collect.
bool check_space(Context& context, Span capacity, const design::Design& design);

// A whole part, by itself.
void check_part(Context& context, const Group& part);

}  // namespace ssd::check
