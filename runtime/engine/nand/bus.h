// Lengths of bus transfers, in bytes and ns (command.transfer, time.rounding).
#pragma once
#include "runtime/engine/hooks.h"

namespace ssd {

// ceil(bytes * time of a byte), rounded once.
inline Time transfer_time(const Config& c, u64 bytes) {
  return (bytes * c.bus_numerator + c.bus_denominator - 1) / c.bus_denominator;
}

inline Time page_transfer_time(const Config& c) { return transfer_time(c, u64{c.page_bytes} + c.spare_bytes); }

// Data in of a program that moves whole pages (command.transfer, iu.word_line).
inline u64 whole_program_bytes(const Config& c) { return u64{c.program_pages} * (u64{c.page_bytes} + c.spare_bytes); }

inline u64 read_bytes(const Config& c, u32 sectors) {
  return c.read_moves_page ? u64{c.page_bytes} + c.spare_bytes : u64{sectors} * c.sector_bytes;
}
inline u64 program_bytes(const Config& c, u32 sectors) {
  return c.program_moves_sectors ? u64{sectors} * c.sector_bytes : whole_program_bytes(c);
}

inline Time read_transfer_time(const Config& c, u32 sectors) { return transfer_time(c, read_bytes(c, sectors)); }

inline Time program_transfer_time(const Config& c, u32 sectors) { return transfer_time(c, program_bytes(c, sectors)); }

}  // namespace ssd
