// The packed records of a trace in their order: few of them in memory, many in a file without a name, which disappears
// with the process however it ends; or in an entry of the cache. So a trace may be larger than memory. Records are
// written once and then read as often as necessary.
//
// Invariants: a pass returns what was added, or error() says why it cannot. Memory is bounded, whatever the number of
// records.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "runtime/base/descriptor.h"
#include "runtime/trace/packed_records.h"
#include "runtime/trace/trace_facts.h"

namespace ssd::trace {

class RecordStore {
 public:
  static constexpr u64 kMostHeld = u64{32} << 20;  // packed bytes in memory
  // It is a parameter for tests.
  explicit RecordStore(u64 most_held = kMostHeld) : most_held_(most_held) {}
  // Records that are already packed: `records` of them, from byte `begin` of the file on.
  RecordStore(Descriptor file, u64 begin, u64 records);

  void add(std::span<const TraceRecord> records);
  // Call it after the last add(), before the first pass.
  void finish() { pack(); }
  void clear();
  // Afterwards the store behaves as if only `records` had been added.
  void cut_to(u64 records) { records_ = std::min(records_, records); }

  u64 size() const { return records_; }
  u64 bytes_held() const { return held_.capacity(); }
  u64 packed_bytes() const { return file_bytes_ + held_.size(); }
  const TraceFacts& facts() const { return facts_; }
  void set_facts(TraceFacts facts) { facts_ = std::move(facts); }
  // errno of the first write or read that failed, or 0.
  int error() const { return error_; }
  // The folder of the file.
  static std::string place();
  void set_error(int error) { error_ = error; }

  // One pass over the records. The store must not move meanwhile.
  class Pass {
   public:
    explicit Pass(const RecordStore& store) : Pass(store, 0, store.size()) {}
    // Over `records` records, beginning with the block at byte `begin`.
    Pass(const RecordStore& store, u64 begin, u64 records);
    // Null at the end, or if the file cannot be read. Valid until the next call.
    const RecordBlock* next();
    u64 given() const { return given_; }  // records before the next block

   private:
    bool fill();
    const RecordStore* store_;
    std::string_view rest_;  // the packed bytes in memory that are not yet unpacked
    std::unique_ptr<char[]> buffer_;
    u64 at_ = 0;            // bytes of the file that were read
    u64 left_, given_ = 0;  // records
    std::unique_ptr<RecordBlock> block_ = std::make_unique<RecordBlock>();
  };

  // Passes all packed bytes, from the first to the last, in pieces.
  void each_piece(const std::function<void(std::string_view)>& each) const;
  // Where the next block will begin: after all that was added so far.
  u64 begin_block();

 private:
  void pack();
  void write(std::string_view bytes);
  std::size_t read(char* out, std::size_t most, u64 at) const;

  u64 most_held_ = kMostHeld, records_ = 0;
  std::string held_;  // packed bytes that are not in the file
  Descriptor file_;
  u64 file_begin_ = 0, file_bytes_ = 0;
  std::unique_ptr<RecordBlock> open_;  // records that are not packed yet
  TraceFacts facts_;
  mutable int error_ = 0;
};

}  // namespace ssd::trace
