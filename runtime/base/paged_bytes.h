// Bytes that need not fit in memory: of a long list a MiB is in memory, and the rest in a file without a name, which
// ends with this object. A shorter list needs no file. Several threads may read and write at a time.
//
// Invariant: a place has what was written there last, and 0 if nothing was; or the call throws RoomLost.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "runtime/base/descriptor.h"
#include "runtime/base/diag/diag.h"

namespace ssd {

// The file cannot be written or read: the disk is full, or failed.
struct RoomLost : std::runtime_error {
  explicit RoomLost(int why);
  int error;  // errno
};

// Reports that what does not fit in memory cannot be kept.
void tell_missing_room(const RoomLost& lost, diag::Sink& sink);

class PagedBytes {
 public:
  void read(std::uint64_t begin, std::span<char> to) const;
  void write(std::uint64_t begin, std::span<const char> from);

 private:
  static constexpr std::size_t kPage = 4096, kFrames = 256;
  // A page in memory. A page has one frame that it may be in.
  struct Frame {
    std::unique_ptr<std::array<char, kPage>> bytes;
    std::uint64_t page = 0;
    bool is_changed = false;
  };
  char* page(std::uint64_t number, bool changes) const;
  void put_away(Frame& frame) const;
  void fetch(Frame& frame, std::uint64_t number) const;

  mutable std::mutex mutex_;
  mutable std::array<Frame, kFrames> frames_;
  mutable Descriptor file_;
};

// A list of rows of one size in such bytes. Rows that were not put are 0 bytes.
template <class Row>
class PagedRows {
  static_assert(std::is_trivially_copyable_v<Row>);

 public:
  Row at(std::uint64_t number) const {
    std::array<char, sizeof(Row)> bytes;
    bytes_->read(number * sizeof(Row), bytes);
    Row row;
    std::memcpy(&row, bytes.data(), sizeof(Row));
    return row;
  }
  void put(std::uint64_t number, const Row& row) {
    bytes_->write(number * sizeof(Row), std::span(reinterpret_cast<const char*>(&row), sizeof(Row)));
  }

 private:
  std::unique_ptr<PagedBytes> bytes_ = std::make_unique<PagedBytes>();
};

// Texts in such bytes, by the places that add() gave. Adding is not for several threads at a time.
class PagedTexts {
 public:
  std::uint64_t add(std::string_view text);
  std::string at(std::uint64_t place) const;

 private:
  std::unique_ptr<PagedBytes> bytes_ = std::make_unique<PagedBytes>();
  std::uint64_t end_ = 0;
};

}  // namespace ssd
