// Snapshot files: see snapshot.h. Arrays pass through zstd piece by piece, so that a large drive is never in memory
// twice.
#include "runtime/run/snapshot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <span>

#include "runtime/base/replaced_file.h"

namespace ssd::run {
namespace {

static_assert(std::endian::native == std::endian::little);

namespace fs = std::filesystem;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
using Bytes = std::span<std::byte>;
using SnapshotFault = SnapshotReading::Fault;

constexpr std::array<char, 8> kMagic{'S', 'S', 'D', 'S', 'N', 'A', 'P', '\n'};
constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr int kLevel = 1;  // more effort hardly compresses the page numbers of a used drive any further
constexpr u64 kHasSectors = 1, kHasAges = 2, kHasBegun = 4;

// The header as it is in the file.
struct Header {
  std::array<char, 8> magic = kMagic;
  u64 version = kSnapshotVersion;
  DriveShape shape;
  u64 parts = 0, units = 0, free_blocks = 0, frame_bytes = 0;
  u64 checksum = 0;  // of everything before it
};
static_assert(sizeof(Header) == (2 + 13 + 4 + 1) * sizeof(u64));

u32 checksum_of(u32 before, const void* data, std::size_t bytes) {
  return static_cast<u32>(crc32_z(before, static_cast<const Bytef*>(data), bytes));
}
u32 checksum_of(const Header& header) { return checksum_of(0, &header, offsetof(Header, checksum)); }

template <class T>
Bytes bytes_of(T* first, std::size_t count) {
  return std::as_writable_bytes(std::span(first, count));
}

// Calls `take` for all arrays of the state in the order of the file; their sizes are those of the state.
template <class Take>
void each_part(DriveState& state, Take take) {
  const auto all = [&](auto& list) { take(bytes_of(list.data(), list.size())); };
  all(state.map);
  all(state.written);
  all(state.erases);
  all(state.ages);
  all(state.retired);
  all(state.free_counts);
  all(state.free_blocks);
  all(state.active);
  all(state.begun);
  all(state.streams_of_blocks);
  take(bytes_of(&state.write_number, 1));
  all(state.given);
  take(bytes_of(&state.write_back_turn, 1));
  take(bytes_of(&state.replica_turn, 1));
}

Header header_of(const DriveState& state) {
  Header header;
  header.shape = state.shape;
  header.parts = (state.written.empty() ? 0 : kHasSectors) | (state.ages.empty() ? 0 : kHasAges) |
                 (state.begun.empty() ? 0 : kHasBegun);
  header.units = state.units;
  header.free_blocks = state.free_blocks.size();
  return header;
}

// ---- writing

// Writes one frame of everything that is put in. error(): errno, 0 if there was none.
class FrameWriter {
 public:
  explicit FrameWriter(std::FILE* file)
      : file_(file), context_(ZSTD_createCCtx(), ZSTD_freeCCtx), out_(ZSTD_CStreamOutSize()) {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  }

  void put(Bytes bytes) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (error_ == 0 && in.pos < in.size) step(in, ZSTD_e_continue);
  }
  void end() {
    ZSTD_inBuffer nothing{nullptr, 0, 0};
    while (error_ == 0 && step(nothing, ZSTD_e_end) != 0) {
    }
  }
  u64 bytes() const { return bytes_; }
  u32 checksum() const { return checksum_; }
  int error() const { return error_; }

 private:
  std::size_t step(ZSTD_inBuffer& in, ZSTD_EndDirective directive) {
    ZSTD_outBuffer out{out_.data(), out_.size(), 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    if (ZSTD_isError(left) != 0) {
      error_ = ENOMEM;  // with these parameters no other error is possible
      return 0;
    }
    checksum_ = checksum_of(checksum_, out_.data(), out.pos);
    bytes_ += out.pos;
    if (std::fwrite(out_.data(), 1, out.pos, file_) != out.pos) error_ = errno;
    return left;
  }

  std::FILE* file_;
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
  std::vector<char> out_;
  u64 bytes_ = 0;
  u32 checksum_ = 0;
  int error_ = 0;
};

// Writes the header last, because it contains the length of the frame. Returns errno, or 0.
int put_state(std::FILE* file, const DriveState& state, SnapshotWriting& result) {
  Header header = header_of(state);
  if (std::fseek(file, sizeof header, SEEK_SET) != 0) return errno;
  FrameWriter frame(file);
  // `state` is only read; each_part() is not const because it also fills states.
  each_part(const_cast<DriveState&>(state), [&](Bytes bytes) { frame.put(bytes); });
  frame.end();
  if (frame.error() != 0) return frame.error();
  const u64 trailer = frame.checksum();
  header.frame_bytes = frame.bytes();
  header.checksum = checksum_of(header);
  result.bytes = sizeof header + frame.bytes() + sizeof trailer;
  result.checksum = frame.checksum();
  if (std::fwrite(&trailer, sizeof trailer, 1, file) != 1 || std::fseek(file, 0, SEEK_SET) != 0) return errno;
  if (std::fwrite(&header, sizeof header, 1, file) != 1 || std::fflush(file) != 0) return errno;
  return 0;
}

}  // namespace

SnapshotWriting write_snapshot(const std::string& path, const DriveState& state) {
  SnapshotWriting result;
  std::error_code none;
  if (fs::exists(path, none) && !fs::is_regular_file(path, none)) {
    result.error = ENOTSUP;
    return result;
  }
  ReplacedFile file(path);
  result.error = file.error() != 0 ? file.error() : put_state(file.stream(), state, result);
  if (result.error == 0) result.error = file.put_in_place();
  return result;
}

// ---- reading

namespace {

// Reads the frame of a file that has its stated length.
class FrameReader {
 public:
  FrameReader(std::FILE* file, u64 bytes)
      : file_(file), left_(bytes), context_(ZSTD_createDCtx(), ZSTD_freeDCtx), piece_(kPiece) {
    if (!context_) throw std::bad_alloc();
  }

  // Fills all of `bytes`; otherwise the reader is no longer sound.
  void read(Bytes bytes) {
    ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
    while (sound_ && out.pos < out.size) step(out);
  }
  // Nothing may be left, neither of the frame nor of the file.
  void end() {
    std::byte more{};
    ZSTD_outBuffer out{&more, 1, 0};
    while (sound_ && !ended_ && out.pos == 0) step(out);
    sound_ = sound_ && out.pos == 0 && left_ == 0 && in_.pos == in_.size;
  }
  bool sound() const { return sound_; }
  u32 checksum() const { return checksum_; }

 private:
  // Reads a part of what is wanted. A frame that yields nothing more, or has ended, is not sound.
  void step(ZSTD_outBuffer& out) {
    if (in_.pos == in_.size) read_piece();
    const std::size_t consumed = in_.pos, made = out.pos;
    const std::size_t hint = ended_ ? 0 : ZSTD_decompressStream(context_.get(), &out, &in_);
    if (ZSTD_getErrorCode(hint) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    sound_ = !ended_ && ZSTD_isError(hint) == 0 && (in_.pos != consumed || out.pos != made);
    ended_ = hint == 0;
  }

  void read_piece() {
    const std::size_t count = std::fread(piece_.data(), 1, std::min<u64>(left_, piece_.size()), file_);
    left_ -= count;
    in_ = {piece_.data(), count, 0};
    checksum_ = checksum_of(checksum_, piece_.data(), count);
  }

  std::FILE* file_;
  u64 left_;  // bytes of the frame not yet read from the file
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  std::vector<char> piece_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  u32 checksum_ = 0;
  bool sound_ = true, ended_ = false;
};

// Whether the sizes in the header fit its shape, which is the wanted one.
bool fits(const Header& h) {
  const u64 chips = h.shape.channels * h.shape.chips;
  return h.parts <= (kHasSectors | kHasAges | kHasBegun) && (h.units == chips || h.units == chips * h.shape.dies) &&
         h.free_blocks <= h.shape.total_blocks();
}

void make_room(DriveState& state, const Header& h) {
  const DriveShape& shape = state.shape = h.shape;
  state.map.resize(shape.logical_pages);
  if ((h.parts & kHasSectors) != 0) state.written.resize((shape.logical_pages * shape.sectors_per_page() + 63) / 64);
  state.erases.resize(shape.total_blocks());
  if ((h.parts & kHasAges) != 0) state.ages.resize(shape.total_blocks());
  state.retired.resize(shape.total_blocks());
  state.free_counts.resize(shape.total_planes());
  state.free_blocks.resize(h.free_blocks);
  state.active.resize(shape.total_planes() * shape.active_blocks());
  if (shape.collects_by_stream != 0) state.streams_of_blocks.resize(shape.total_blocks());
  if ((h.parts & kHasBegun) != 0) state.begun.resize(shape.total_blocks());
  state.given.resize(shape.total_planes());
  state.units = h.units;
}

// Whether the counts of free blocks of all planes sum to the length of their common list.
bool counts_agree(const DriveState& state) {
  u64 sum = 0;
  for (const u32 count : state.free_counts) sum += count;
  return sum == state.free_blocks.size();
}

// Reads what follows a header that has been checked.
void read_state(std::FILE* file, const Header& header, SnapshotReading& reading) {
  make_room(reading.state, header);
  FrameReader frame(file, header.frame_bytes);
  each_part(reading.state, [&](Bytes bytes) { frame.read(bytes); });
  frame.end();
  u64 trailer = 0;
  const bool read = frame.sound() && std::fread(&trailer, sizeof trailer, 1, file) == 1;
  reading.checksum = frame.checksum();
  if (!read || trailer != frame.checksum()) {
    reading.reason = "its contents do not match its checksum";
  } else if (!counts_agree(reading.state)) {
    reading.reason = "its two counts of free blocks differ";
  } else {
    reading.reason = defect(reading.state);
  }
  if (!reading.reason.empty()) reading.fault = SnapshotFault::kDamaged;
}

SnapshotFault damaged(SnapshotReading& reading, std::string how) {
  reading.reason = std::move(how);
  return SnapshotFault::kDamaged;
}

// What is wrong with the first `read` bytes of the header. Each check relies on the ones before it.
SnapshotFault fault_of(const Header& header, std::size_t read, const DriveShape& wanted, SnapshotReading& reading) {
  constexpr std::size_t kPreamble = offsetof(Header, shape), kAround = sizeof header + sizeof(u64);
  if (read == 0 || std::memcmp(header.magic.data(), kMagic.data(), std::min(read, kMagic.size())) != 0)
    return SnapshotFault::kForeign;
  reading.version = header.version;
  if (read >= kPreamble && header.version != kSnapshotVersion) return SnapshotFault::kVersion;
  reading.bytes_stated = kAround;
  if (read < sizeof header) return SnapshotFault::kTruncated;
  if (header.checksum != checksum_of(header)) return damaged(reading, "its header does not match its checksum");
  reading.difference = difference(header.shape, wanted);
  if (header.shape != wanted) return SnapshotFault::kOtherDrive;
  reading.bytes_stated = header.frame_bytes > ~u64{0} - kAround ? ~u64{0} : header.frame_bytes + kAround;
  if (reading.bytes < reading.bytes_stated) return SnapshotFault::kTruncated;
  if (reading.bytes > reading.bytes_stated)
    return damaged(reading, fmt::format("{} bytes follow its end", reading.bytes - reading.bytes_stated));
  return fits(header) ? SnapshotFault::kNone : damaged(reading, "its header contains impossible values");
}

void read_file(std::FILE* file, const DriveShape& wanted, SnapshotReading& reading) {
  Header header;
  header.magic = {};
  const std::size_t read = std::fread(&header, 1, sizeof header, file);
  reading.fault = fault_of(header, read, wanted, reading);
  if (reading.fault == SnapshotFault::kNone) read_state(file, header, reading);
}

}  // namespace

SnapshotReading read_snapshot(const std::string& path, const DriveShape& wanted) {
  SnapshotReading reading;
  const int descriptor =
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // otherwise opening a pipe without a writer would wait
  const File file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb"), std::fclose);
  struct stat facts{};
  if (!file || ::fstat(::fileno(file.get()), &facts) != 0) {
    reading.fault = SnapshotFault::kUnreadable;
    reading.reason = std::strerror(errno);
  } else if (!S_ISREG(facts.st_mode)) {
    reading.fault = SnapshotFault::kUnreadable;
    reading.reason = "it is not a regular file";
  } else {
    reading.bytes = static_cast<u64>(facts.st_size);
    read_file(file.get(), wanted, reading);
  }
  if (reading.fault != SnapshotFault::kNone) reading.state = {};
  return reading;
}

}  // namespace ssd::run
