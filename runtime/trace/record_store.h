// The records of a trace in their order, packed: a few in memory, many in a file without a name, which is gone with the
// process however that ends; or in an entry of the cache. So a trace may be larger than memory. They are written once
// and then gone through as often as need be.
//
// Invariants: what a pass gives is what was added, or error() says why not. Memory is bounded whatever the number of
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
  // A parameter for the tests' sake.
  explicit RecordStore(u64 most_held = kMostHeld) : most_held_(most_held) {}
  // Records that another has packed, so many, from that byte of a file on.
  RecordStore(Descriptor file, u64 begin, u64 records);

  void add(std::span<const TraceRecord> records);
  // After the last add(), before the first pass.
  void finish() { pack(); }
  void clear();
  // As if only so many had been added.
  void cut_to(u64 records) { records_ = std::min(records_, records); }

  u64 size() const { return records_; }
  u64 bytes_held() const { return held_.capacity(); }
  u64 packed_bytes() const { return file_bytes_ + held_.size(); }
  const TraceFacts& facts() const { return facts_; }
  void set_facts(TraceFacts facts) { facts_ = std::move(facts); }
  // The system's, of the first writing or reading that failed, or 0.
  int error() const { return error_; }
  // The folder of the file.
  static std::string place();
  void set_error(int error) { error_ = error; }

  // One way through the records. The store stays where it is meanwhile.
  class Pass {
   public:
    explicit Pass(const RecordStore& store) : Pass(store, 0, store.size()) {}
    // So many, beginning with a block at that byte.
    Pass(const RecordStore& store, u64 begin, u64 records);
    // Nothing at the end, or if the file cannot be read. Good until the next call.
    const RecordBlock* next();
    u64 given() const { return given_; }  // records before the next block

   private:
    bool fill();
    const RecordStore* store_;
    std::string_view rest_;  // packed, in memory
    std::unique_ptr<char[]> buffer_;
    u64 at_ = 0;            // bytes of the file that were read
    u64 left_, given_ = 0;  // records
    std::unique_ptr<RecordBlock> block_ = std::make_unique<RecordBlock>();
  };

  // All that is packed, from its first byte to its last, in pieces.
  void each_piece(const std::function<void(std::string_view)>& each) const;
  // Where the next block will begin: after what was added so far.
  u64 begin_block();

 private:
  void pack();
  void write(std::string_view bytes);
  std::size_t read(char* out, std::size_t most, u64 at) const;

  u64 most_held_ = kMostHeld, records_ = 0;
  std::string held_;  // packed, as far as it is not in the file
  Descriptor file_;
  u64 file_begin_ = 0, file_bytes_ = 0;
  std::unique_ptr<RecordBlock> open_;  // not packed yet
  TraceFacts facts_;
  mutable int error_ = 0;
};

}  // namespace ssd::trace
