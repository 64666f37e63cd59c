// How the map numbers its blocks and pages: plane by plane, with a stride (Config::block_stride) that may leave a gap behind each plane. Nothing in a
// gap is ever read or written.
#pragma once
#include "runtime/abi/config.h"

namespace ssd {

inline u64 first_block(const Config& c, PlaneId plane) { return u64{plane} * c.block_stride; }
inline PlaneId plane_of_block(const Config& c, u64 block) { return static_cast<PlaneId>(block / c.block_stride); }
inline PlaneId plane_of_page(const Config& c, Ppn page) { return page / c.page_stride; }
inline u32 block_in_plane(const Config& c, Ppn page) { return page / c.pages % c.block_stride; }
inline u32 block_in_plane_of(const Config& c, u64 block) { return static_cast<u32>(block % c.block_stride); }
inline Ppn ppn(const Config& c, PlaneId plane, u32 block, u32 page) { return (plane * c.block_stride + block) * c.pages + page; }

}  // namespace ssd
