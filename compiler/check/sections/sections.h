// The sections of a design, one file each. Each function reads the block of its section, fills its part of the design,
// and returns whether the section is correct.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The tables of keys by which the blocks are read.
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
std::span<const Key> table_keys();  // of each table
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
// Fills the formulas, which map_proof.h proves. The geometry and the capacity must be known.
bool read_allocation(Context& context, const Entry* entry, design::Design& design);
bool read_commands(Context& context, const Group* section, design::Design& design);
bool read_gc(Context& context, const Group* section, design::Design& design);
// The part must be known, because a policy may read its kind of cell.
bool read_wear(Context& context, const Group* section, design::Design& design);
// `migrate` and `replicate` of the section gc. The allocation must be known.
void read_streams(Reader& allocation, design::Design& design);
void read_migration(Reader& gc, design::Design& design);
// `scope` and `superblock` of the section gc.
void read_scope(Reader& gc, design::Design& design);
// The value of `superblock`, before the section gc itself is read, because the part's erase latency receives
// superblocks. `none` if the key gives no valid value.
design::CollectionScope superblock_stated(Context& context, const Group* gc);
// Checks the keys that restrict superblocks or are restricted by them, after all sections (superblock.group).
bool check_superblock(Context& context, const Group& design_block, const design::Design& design);
bool check_by_stream(Context& context, const Group& design_block, const design::Design& design);
// `interleave: command` and the keys that it does not go together with (chips.cpp).
bool check_interleave(Context& context, const Group& design_block, const design::Design& design);
// `plane_reads: independent` and what it does not go together with (plane_reads.cpp).
bool check_plane_reads(Context& context, const Group& design_block, const design::Design& design);
// `reorder: requests` and what it does not go together with (requests.cpp).
bool check_requests(Context& context, const Group& design_block, const design::Design& design);
bool read_buffer(Context& context, const Group* section, design::Design& design);
// The buffer must be known, because it decides when a write is complete.
bool read_host(Context& context, const Group* section, design::Design& design);
// The commands must be known, because suspension changes the default of the priority.
bool read_schedule(Context& context, const Group* section, design::Design& design);
// The allocation must be known, because its planes are filled.
bool read_start(Context& context, const Entry* entry, design::Design& design);
// Fills Geometry::subpages. Without a correct geometry only the keys are checked.
bool read_ftl(Context& context, const Group* section, bool geometry, design::Design& design);
// What planes in lock step cost with the part that has been read (iu.lock_step).
void apply_lock_step(design::Design& design);
// Whether `program_unit` of the part divides the blocks of the geometry, which must be correct (units.cpp). `nand`: the
// design's entry of the part, or null. If not, programs hold one page.
bool check_program_unit(Context& context, const Entry* nand, design::Design& design);
// `unit` below the size of a page, `program_unit` above one page, and what they do not go together with (units.cpp).
bool check_units(Context& context, const Group& design_block, const design::Design& design);
// Whether the buffer has room for the programs that wait for each other (gather.cpp).
bool check_gather(Context& context, const Group& design_block, const design::Design& design);
// What a size is used in whole numbers of: its bytes, and its name for one and for several.
struct Share {
  u64 bytes;
  std::string_view one, several;
};
// For a size that is used in whole shares, given here in shares: warns if a noticeable part of it is not a whole one.
void warn_of_rest(Reader& reader, std::string_view key, const Rational& shares, const Share& share);
// Warns about numbers that are allowed but rarely intended, in a correct design.
void check_proportions(Context& context, const Group& design_block, const design::Design& design);
// Checks, after all sections, that every plane can hold its pages and collect.
bool check_space(Context& context, Span capacity, const design::Design& design);

// Checks a whole part by itself.
void check_part(Context& context, const Group& part);

}  // namespace ssd::check
