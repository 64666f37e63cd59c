// The trace records of a run: which operation has which bus and which plane, from when to when, and for which purpose.
// The engine passes them to a Recorder, if there is one, and keeps nothing of them itself. Only the native engine does
// this, in the whole-drive loop: specialised code contains none of it.
#pragma once
#include "runtime/abi/request.h"

namespace ssd {

enum class PhaseKind : u8 {
  kCommand,
  kDataIn,
  kDataOut,
  kHeld,  // the bus is held without a transfer: dummy_busy, cache_busy
  kRead,
  kProgram,
  kErase,
  kCopyback,  // these are phases of a plane's array, in several pieces if they were suspended
  kSuspend,
  kResume,  // these are phases of a plane: the time of `suspend` and `resume`
};
inline constexpr u32 kPhaseKinds = 10;
inline constexpr bool is_on_bus(PhaseKind kind) { return kind <= PhaseKind::kHeld; }
// Whether the phase counts as busy time of its bus or plane.
inline constexpr bool counts_as_busy(PhaseKind kind) { return kind < PhaseKind::kSuspend; }

enum class Purpose : u8 {
  kHost,             // an operation that a request asks for
  kReadModifyWrite,  // the read of a read-modify-write
  kReadAhead,
  kEviction,  // a page of the DRAM buffer is programmed
  kCollection,
  kWearLevelling,
  kWriteBack,  // of a page that a collection has read into a slot (copies.write_back)
  kReplica,    // copies.replicate
};
inline constexpr u32 kPurposes = 8;

inline constexpr u64 kNoRequest = ~u64{0};
inline constexpr u32 kNoCollection = ~u32{0};
inline constexpr u64 kNoLpn = ~u64{0};

// A page operation from its first grant on: a read, a program, a move (its read and its program), or an erase.
struct OperationTold {
  Purpose purpose;
  u64 request;     // kNoRequest: it belongs to no request
  u32 collection;  // its number in collection(); kNoCollection: it belongs to no collection
  u64 lpn;         // kNoLpn for an erase
  Ppn from, to;    // flash pages, (plane * blocks + block) * pages + page: the page that is read, the page that is
                   // programmed. kNoPage: none
};

struct PhaseTold {
  PhaseKind kind;
  u32 place;  // a channel for phases of the bus, otherwise a plane
  Time start, end;
  u64 bytes;  // that are transferred
};

struct CollectionTold {
  u32 plane, block;  // of the victim, which the collection erases; `block` is its number in the plane. With superblocks
                     // it is this block in all planes of its group, of which `plane` is the first
  Purpose purpose;
  bool forced, background;
};
inline constexpr u32 kNoBlock = ~u32{0};

struct RequestTold {
  u64 number;
  Request request;  // in a closed loop its arrival is a think time
  Time arrival, admitted, completion;
};

// Operations and collections are identified by numbers that are reused after they have ended.
class Recorder {
 public:
  virtual void collection(u32 number, const CollectionTold& told) = 0;
  virtual void operation(u32 number, const OperationTold& told) = 0;
  // `start` and `end` may lie in the future: a bus transfer is recorded when it is granted.
  virtual void phase(u32 operation, const PhaseTold& told) = 0;
  // All operations of the request are complete, or will be at times that are known.
  virtual void request(const RequestTold& told) = 0;
  // Pages of the plane that were skipped, and stay unprogrammed until their block is erased: for a multi-plane command,
  // a copyback or wear levelling.
  virtual void wasted(u32 plane, u32 pages) = 0;

 protected:
  ~Recorder() = default;
};

}  // namespace ssd
