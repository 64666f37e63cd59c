// Tables in which policies learn (table.entries, table.events), and the stream that they give to a page that a
// collection moves (collection.stream). The invariant: a table changes at an event and nowhere else, and what causes an
// event has changed the map before.
#include <algorithm>
#include <stdexcept>

#include "tests/oracle/flash.h"
#include "tests/oracle/space.h"

namespace ssd::oracle {

// `values` are those that a run of the same drive has left.
void Space::begin_tables(const Tables* values) {
  const std::int64_t blocks_of_map = plane_count() / std::ssize(groups_.front()) * drive_.blocks;
  for (const TableSpec& table : drive_.tables) {
    std::int64_t entries = 1;
    if (table.of == TableSpec::Of::kLpn) entries = drive_.logical_pages;
    if (table.of == TableSpec::Of::kBlock) entries = blocks_of_map;
    if (table.of == TableSpec::Of::kStream) entries = drive_.streams;
    tables_.emplace_back(entries, table.initial);
  }
  if (values == nullptr) return;
  const auto is_as_long = [](const auto& one, const auto& other) { return one.size() == other.size(); };
  if (!std::ranges::equal(*values, tables_, is_as_long)) throw std::invalid_argument("tables are of another drive");
  tables_ = *values;
}

// space.host, collection.stream.
std::int64_t Space::reserve() const { return drive_.move_stream ? drive_.streams : 1; }

// collection.stream: the free blocks and the rest of the collection blocks together are as large as the reserve. If
// that holds when a run begins, it holds whenever a collection begins.
void Space::refuse_start_without_reserve() const {
  for (std::int64_t plane = 0; plane < plane_count() && drive_.move_stream; ++plane) {
    std::int64_t pages = count_free_blocks(plane) * block_size();
    for (const auto& active : space_of(plane).collection) pages += active ? block_size() - active->next_page : 0;
    if (pages < reserve() * block_size()) throw std::invalid_argument("a plane begins without the reserve");
  }
}

// Superblocks are numbered by group and, within it, by the number of their blocks.
std::int64_t Space::number_of_block(std::int64_t block) const {
  const std::int64_t group = block / drive_.blocks / std::ssize(groups_.front());
  return group * drive_.blocks + block % drive_.blocks;
}

std::int64_t Space::index_in_block(std::int64_t page) const {
  const std::vector<std::int64_t>& pages = pages_of(block_of_page(page));
  return std::ranges::find(pages, page) - pages.begin();
}

std::int64_t Space::stream_of_move(std::int64_t from) const {
  const std::int64_t stream = stream_of_page(from);
  if (!drive_.move_stream) return stream;
  const std::int64_t given =
      drive_.move_stream({pages_[from].lpn, number_of_block(block_of_page(from)), stream, visible_tables(), around()});
  require(0 <= given && given < drive_.streams, "a page is moved to a stream that does not exist");
  return given;
}

void Space::page_written(std::int64_t lpn, std::int64_t stream, std::int64_t physical_page, bool is_new) {
  if (!drive_.on_write) return;
  const std::int64_t block = number_of_block(block_of_page(physical_page));
  drive_.on_write({lpn, stream, block, index_in_block(physical_page), is_new, around()}, tables_);
}

void Space::page_trimmed(std::int64_t lpn) {
  if (drive_.on_trim) drive_.on_trim({lpn, around()}, tables_);
}

void Space::page_moved(const Move& move) {
  if (!drive_.on_move) return;
  drive_.on_move({.lpn = move.lpn,
                  .block = number_of_block(block_of_page(move.from)),
                  .stream = stream_of_page(move.from),
                  .to = number_of_block(block_of_page(move.to)),
                  .to_stream = stream_of_page(move.to),
                  .index = index_in_block(move.to),
                  .around = around()},
                 tables_);
}

// `chosen`: the block as it was when it was chosen, so that all its valid pages have been moved since.
void Space::block_left(const BlockView& chosen) {
  if (!drive_.on_erase) return;
  drive_.on_erase({.valid = chosen.valid,
                   .invalid = chosen.invalid,
                   .erases = chosen.erases,
                   .number = chosen.number,
                   .stream = chosen.stream,
                   .age = chosen.age,
                   .around = around(),
                   .last_write = chosen.last_write},
                  tables_);
}

}  // namespace ssd::oracle
