// See paged_bytes.h. A page that gives way to another one in its frame is written into the file, at its place.
#include "runtime/base/paged_bytes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/base/nameless_file.h"

namespace ssd {

RoomLost::RoomLost(int why)
    : std::runtime_error(fmt::format("the folder of temporary files cannot be used: {}", std::strerror(why))),
      error(why) {}

void tell_missing_room(const RoomLost& lost, diag::Sink& sink) {
  sink.report(diag::Code::E0607, {}, folder_of_nameless_files(), std::strerror(lost.error))
      .help("make room there, or name another folder: the environment variable `TMPDIR`");
}

void PagedBytes::read(std::uint64_t begin, std::span<char> to) const {
  const std::lock_guard lock(mutex_);
  while (!to.empty()) {
    const std::size_t at = begin % kPage, count = std::min(to.size(), kPage - at);
    std::memcpy(to.data(), page(begin / kPage, false) + at, count);
    begin += count;
    to = to.subspan(count);
  }
}

void PagedBytes::write(std::uint64_t begin, std::span<const char> from) {
  const std::lock_guard lock(mutex_);
  while (!from.empty()) {
    const std::size_t at = begin % kPage, count = std::min(from.size(), kPage - at);
    std::memcpy(page(begin / kPage, true) + at, from.data(), count);
    begin += count;
    from = from.subspan(count);
  }
}

char* PagedBytes::page(std::uint64_t number, bool changes) const {
  Frame& frame = frames_[number % kFrames];
  if (frame.bytes == nullptr || frame.page != number) fetch(frame, number);
  frame.is_changed = frame.is_changed || changes;
  return frame.bytes->data();
}

void PagedBytes::fetch(Frame& frame, std::uint64_t number) const {
  put_away(frame);
  if (frame.bytes == nullptr) frame.bytes = std::make_unique<std::array<char, kPage>>();
  frame.bytes->fill(0);
  frame.page = number;
  for (std::size_t done = 0; file_.is_open() && done < kPage;) {
    const ssize_t got =
        ::pread(file_.value(), frame.bytes->data() + done, kPage - done, static_cast<off_t>(number * kPage + done));
    if (got == 0) break;  // behind the end nothing was written
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      frame.bytes = nullptr;  // it has no page
      throw RoomLost(error);
    }
    done += static_cast<std::size_t>(got);
  }
}

void PagedBytes::put_away(Frame& frame) const {
  if (frame.bytes == nullptr || !frame.is_changed) return;
  if (!file_.is_open()) file_ = nameless_file(false);
  if (!file_.is_open()) throw RoomLost(errno);
  for (std::size_t done = 0; done < kPage;) {
    const ssize_t put = ::pwrite(file_.value(), frame.bytes->data() + done, kPage - done,
                                 static_cast<off_t>(frame.page * kPage + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw RoomLost(errno);
    done += static_cast<std::size_t>(put);
  }
  frame.is_changed = false;
}

// Before a text stands its length.
std::uint64_t PagedTexts::add(std::string_view text) {
  const std::uint64_t place = end_;
  const std::uint32_t size = static_cast<std::uint32_t>(text.size());
  bytes_->write(place, std::span(reinterpret_cast<const char*>(&size), sizeof size));
  bytes_->write(place + sizeof size, text);
  end_ = place + sizeof size + size;
  return place;
}

std::string PagedTexts::at(std::uint64_t place) const {
  std::array<char, sizeof(std::uint32_t)> head;
  bytes_->read(place, head);
  std::uint32_t size = 0;
  std::memcpy(&size, head.data(), sizeof size);
  std::string text(size, '\0');
  bytes_->read(place + sizeof size, text);
  return text;
}

}  // namespace ssd
