// How the map numbers its blocks and pages: plane by plane, with a stride (Config::block_stride) that may leave a gap
// behind each plane. Nothing in a gap is ever read or written.
#pragma once
#include "runtime/abi/config.h"

namespace ssd {

inline u64 first_block(const Config& c, PlaneId plane) { return u64{plane.value} * c.block_stride; }
inline PlaneId plane_of_block(const Config& c, u64 block) { return PlaneId(static_cast<u32>(block / c.block_stride)); }
inline u32 block_in_plane_of(const Config& c, u64 block) { return static_cast<u32>(block % c.block_stride); }
// A block's number as policies see it (collection.victim): without the gap behind each plane.
inline u64 number_of_block(const Config& c, u64 block) {
  return u64{plane_of_block(c, block).value} * c.blocks + block_in_plane_of(c, block);
}
inline Ppn first_page_of_block(const Config& c, u32 block) { return Ppn(block * c.pages); }

inline PlaneId plane_of_page(const Config& c, Ppn page) { return PlaneId(page.value / c.page_stride); }
inline u32 block_of(const Config& c, Ppn page) { return page.value / c.pages; }
inline u32 block_in_plane(const Config& c, Ppn page) { return page.value / c.pages % c.block_stride; }
inline u32 page_in_block(const Config& c, Ppn page) { return page.value % c.pages; }
inline Ppn ppn(const Config& c, PlaneId plane, u32 block, u32 page) {
  return Ppn((plane.value * c.block_stride + block) * c.pages + page);
}

inline Lpn lpn_of_sector(const Config& c, u64 sector) { return Lpn(static_cast<u32>(sector / c.sectors_per_page)); }
inline u64 first_sector_of(const Config& c, Lpn lpn) { return u64{lpn.value} * c.sectors_per_page; }

}  // namespace ssd
