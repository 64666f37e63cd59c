// What a run can tell of itself as it goes on: who has which bus and which plane from when to when, and on whose
// behalf. The engine tells a Recorder, if there is one; it keeps nothing of this itself. Only the native engine does,
// in the whole-drive loop: specialised code contains none of it.
#pragma once
#include "runtime/abi/request.h"

namespace ssd {

enum class PhaseKind : u8 {
  kCommand,
  kDataIn,
  kDataOut,
  kHeld,  // the bus is held and moves nothing: dummy busy, cache busy
  kRead,
  kProgram,
  kErase,
  kCopyback,  // of a plane's array; in several pieces if it was suspended
  kSuspend,
  kResume,  // of a plane: what stopping and going on take
};
inline constexpr u32 kPhaseKinds = 10;
inline constexpr bool is_on_bus(PhaseKind kind) { return kind <= PhaseKind::kHeld; }
// Whether the phase counts as busy time of its bus or plane.
inline constexpr bool counts_as_busy(PhaseKind kind) { return kind < PhaseKind::kSuspend; }

enum class Purpose : u8 {
  kHost,             // what a request asks for
  kReadModifyWrite,  // the read of what a write leaves of its page
  kReadAhead,
  kEviction,  // a page of the buffer is programmed
  kCollection,
  kWearLevelling,
  kWriteBack,  // of a page that a collection has read into the buffer (S60)
  kReplica,    // (S61)
};
inline constexpr u32 kPurposes = 8;

inline constexpr u64 kNoRequest = ~u64{0};
inline constexpr u32 kNoCollection = ~u32{0};
inline constexpr u64 kNoLpn = ~u64{0};

// A page operation from its first grant on: a read, a program, a move (its read and its program), an erase.
struct OperationTold {
  Purpose purpose;
  u64 request;     // kNoRequest: of none
  u32 collection;  // as told by collection(); kNoCollection: of none
  u64 lpn;         // of an erase: kNoLpn
  Ppn from, to;    // pages of the flash, (plane * blocks + block) * pages + page: read; programmed. kNoPage: none
};

struct PhaseTold {
  PhaseKind kind;
  u32 place;  // on the bus: a channel, else a plane
  Time start, end;
  u64 bytes;  // that it moves
};

struct CollectionTold {
  u32 plane, block;  // of the victim, which its erases are of; block: in its plane. With superblocks (S71) it has this
                     // block in all planes of its group, of which this is the first
  Purpose purpose;
  bool forced, background;
};
inline constexpr u32 kNoBlock = ~u32{0};

struct RequestTold {
  u64 number;
  Request request;  // its arrival is a think time in a closed loop
  Time arrival, admitted, completion;
};

// Operations and collections go by numbers that are given again when they have ended.
class Recorder {
 public:
  virtual void collection(u32 number, const CollectionTold& told) = 0;
  virtual void operation(u32 number, const OperationTold& told) = 0;
  // `start` and `end` may lie in the future: a tenure of the bus is told when it is granted.
  virtual void phase(u32 operation, const PhaseTold& told) = 0;
  // All its operations are complete or will be, at times that are known.
  virtual void request(const RequestTold& told) = 0;
  // Pages of the plane are left unprogrammed for good until its block is erased: by a multi-plane command, a copyback
  // or wear levelling.
  virtual void wasted(u32 plane, u32 pages) = 0;

 protected:
  ~Recorder() = default;
};

}  // namespace ssd
