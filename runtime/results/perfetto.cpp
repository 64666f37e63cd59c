// See perfetto.h. Events are written in order of time, and at the same time ends before begins, so that consecutive
// slices of one track are not nested.
#include "runtime/results/perfetto.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <queue>
#include <set>

#include "runtime/base/given_up.h"
#include "runtime/results/protobuf.h"

namespace ssd::results {
namespace {

// Field numbers, by message.
namespace trace {
constexpr u32 kPacket = 1;
}
namespace packet {
constexpr u32 kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kInternedData = 12, kSequenceFlags = 13,
              kTrackDescriptor = 60;
}
namespace interned {
constexpr u32 kCategories = 1, kEventNames = 2, kAnnotationNames = 3;
}
namespace entry {
constexpr u32 kIid = 1, kName = 2;
}
namespace descriptor {
constexpr u32 kUuid = 1, kName = 2, kParent = 5, kChildOrdering = 11, kRank = 12;
}
namespace event {
constexpr u32 kCategory = 3, kAnnotation = 4, kType = 9, kNameIid = 10, kTrack = 11, kFlow = 47;
}
namespace annotation {
constexpr u32 kNameIid = 1, kUint = 3;
}

constexpr u64 kSequence = 1, kStateCleared = 1, kNeedsState = 2, kExplicitOrder = 3;
enum class EventType : u64 { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3 };

constexpr std::array<std::string_view, kPhaseKinds> kKindNames{"command", "data in", "data out", "bus held", "read",
                                                               "program", "erase",   "copyback", "suspend",  "resume"};
constexpr std::array<std::string_view, kPurposes> kPurposeNames{
    "host", "partial write", "readahead", "eviction", "collection", "wear levelling", "write-back", "replica"};
constexpr std::array<std::string_view, kDirections> kDirectionNames{"write", "read", "trim", "flush"};

// The annotations of slices, beside their name.
enum class Fact : u64 {
  kRequest = 1,
  kBytes,
  kOffset,
  kQueued,
  kLogicalPage,
  kFromPlane,
  kFromBlock,
  kFromPage,
  kToPlane,
  kToBlock,
  kToPage,
  kPlane,
  kBlock,
  kForced,
  kBackground,
  kCount,
};
constexpr std::array<std::string_view, static_cast<std::size_t>(Fact::kCount)> kFactNames{
    "",          "request",  "bytes",    "offset_bytes", "queued_ns", "logical_page", "from_plane", "from_block",
    "from_page", "to_plane", "to_block", "to_page",      "plane",     "block",        "forced",     "background"};

// Names are interned: phases by kind and purpose, then requests by direction, then collections by purpose. 0 is not a
// valid number.
u64 phase_name(PhaseKind kind, Purpose purpose) {
  return 1 + static_cast<u64>(purpose) * kPhaseKinds + static_cast<u64>(kind);
}
u64 request_name(Direction direction) { return 1 + u64{kPhaseKinds} * kPurposes + static_cast<u64>(direction); }
u64 collection_name(Purpose purpose) { return request_name(Direction{}) + kDirections + static_cast<u64>(purpose); }

Message named(u64 iid, std::string_view name) {
  Message m;
  m.number(entry::kIid, iid);
  m.text(entry::kName, name);
  return m;
}

Message interned_names() {
  Message data;
  for (u32 p = 0; p < kPurposes; ++p) {
    const auto purpose = static_cast<Purpose>(p);
    data.message(interned::kCategories, named(1 + p, name(purpose)));
    for (u32 k = 0; k < kPhaseKinds; ++k) {
      const auto kind = static_cast<PhaseKind>(k);
      const std::string of = purpose == Purpose::kHost ? "" : fmt::format(" ({})", name(purpose));
      data.message(interned::kEventNames, named(phase_name(kind, purpose), std::string(name(kind)) + of));
    }
    data.message(interned::kEventNames, named(collection_name(purpose), name(purpose)));
  }
  for (u32 d = 0; d < kDirections; ++d)
    data.message(interned::kEventNames, named(request_name(static_cast<Direction>(d)), kDirectionNames[d]));
  for (u64 fact = 1; fact < static_cast<u64>(Fact::kCount); ++fact)
    data.message(interned::kAnnotationNames, named(fact, kFactNames[fact]));
  return data;
}

// The begin or the end of a slice, or an instant.
struct Event {
  enum Order : u8 { kEnd, kRequest, kCollection, kPhase };
  Time time;
  Order order;
  Order of;  // what begins or ends
  u32 index;
};

bool earlier(const Event& a, const Event& b) { return a.time != b.time ? a.time < b.time : a.order < b.order; }

// Assigns rows so that overlapping spans are in different rows; each span takes the first free row. `spans` ascend by
// start.
std::vector<u32> rows_of(const std::vector<std::pair<Time, Time>>& spans) {
  using Busy = std::pair<Time, u32>;
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
  std::set<u32> free;
  std::vector<u32> rows;
  u32 used = 0;
  for (const auto& [start, end] : spans) {
    for (; !busy.empty() && busy.top().first <= start; busy.pop()) free.insert(busy.top().second);
    if (free.empty()) free.insert(used++);
    rows.push_back(*free.begin());
    free.erase(free.begin());
    busy.emplace(end, rows.back());
  }
  return rows;
}

class Writer {
 public:
  Writer(const Plan& plan, const Timeline& timeline, const std::function<bool(std::string_view)>& emit)
      : geometry_(plan.geometry), title_(plan.name), timeline_(timeline), emit_(emit) {}

  bool write() {
    write_head();
    lay_out_rows();
    describe_tracks();
    write_events();
    return good_;
  }

 private:
  void put(const Message& packet);
  void write_head();
  void lay_out_rows();
  void describe_tracks();
  void describe_array(u32 plane, u64 channel);
  u64 describe(u64 parent, const std::string& name, u64 rank);
  u64 once(std::map<u64, u64>& known, u64 key, u64 parent, const std::string& name, u64 rank);
  void describe_group(const std::string& name, const std::string& row, const std::vector<u32>& rows,
                      std::vector<u64>& tracks, u64 rank);
  void write_events();
  void write_event(const Event& event);
  u64 track_of(const Event& event) const;
  void begin(const Event& event, Message& m) const;
  void begin_phase(const TimelinePhase& phase, Message& m) const;
  void begin_request(u32 index, Message& m) const;
  void begin_collection(u32 index, Message& m) const;
  void add_page(Message& m, Fact plane, Ppn page) const;

  const Geometry& geometry_;
  const std::string& title_;
  const Timeline& timeline_;
  const std::function<bool(std::string_view)>& emit_;
  bool good_ = true;
  u64 next_track_ = 1, root_ = 0;
  std::map<u64, u64> channels_, buses_, chips_, dies_,
      planes_;  // tracks, by the number of the channel, chip, die or plane
  std::vector<u32> request_rows_, collection_rows_, collections_;  // collections_: by start
  std::vector<u64> request_tracks_, collection_tracks_;            // by row
  std::vector<std::vector<u32>> of_request_, of_collection_;       // their operations
};

void Writer::put(const Message& packet) {
  Message outer;
  outer.message(trace::kPacket, packet);
  good_ = good_ && emit_(outer.bytes());
}

void Writer::write_head() {
  Message packet;
  packet.number(packet::kSequence, kSequence);
  packet.number(packet::kSequenceFlags, kStateCleared);
  packet.message(packet::kInternedData, interned_names());
  put(packet);
}

u64 Writer::describe(u64 parent, const std::string& name, u64 rank) {
  Message track, packet;
  track.number(descriptor::kUuid, next_track_);
  track.text(descriptor::kName, name);
  if (parent != 0) track.number(descriptor::kParent, parent);
  track.number(descriptor::kChildOrdering, kExplicitOrder);
  track.number(descriptor::kRank, rank);
  packet.number(packet::kSequence, kSequence);
  packet.message(packet::kTrackDescriptor, track);
  put(packet);
  return next_track_++;
}

u64 Writer::once(std::map<u64, u64>& known, u64 key, u64 parent, const std::string& name, u64 rank) {
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, describe(parent, name, rank)).first->second;
}

// Finds the operations of each request and collection, and the row of each.
void Writer::lay_out_rows() {
  std::map<u64, u32> by_number;
  std::vector<std::pair<Time, Time>> requests, collections;
  std::vector<u32> order(timeline_.requests.size());
  for (u32 i = 0; i < timeline_.requests.size(); ++i) by_number[timeline_.requests[i].number] = order[i] = i;
  std::ranges::stable_sort(order, {}, [&](u32 i) { return timeline_.requests[i].arrival; });
  for (const u32 i : order) requests.emplace_back(timeline_.requests[i].arrival, timeline_.requests[i].completion);
  const std::vector<u32> rows = rows_of(requests);
  request_rows_.resize(order.size());
  for (u32 i = 0; i < order.size(); ++i) request_rows_[order[i]] = rows[i];
  collections_.resize(timeline_.collections.size());
  for (u32 i = 0; i < collections_.size(); ++i) collections_[i] = i;
  std::ranges::stable_sort(collections_, {}, [&](u32 i) { return timeline_.collections[i].start; });
  for (const u32 i : collections_)
    collections.emplace_back(timeline_.collections[i].start, timeline_.collections[i].end);
  const std::vector<u32> collection_rows = rows_of(collections);
  collection_rows_.resize(collections_.size());
  for (u32 i = 0; i < collections_.size(); ++i) collection_rows_[collections_[i]] = collection_rows[i];
  of_request_.resize(timeline_.requests.size());
  of_collection_.resize(timeline_.collections.size());
  for (u32 i = 0; i < timeline_.operations.size(); ++i) {
    leave_if_given_up(i);
    const TimelineOperation& operation = timeline_.operations[i];
    if (const auto found = by_number.find(operation.request); found != by_number.end())
      of_request_[found->second].push_back(i);
    if (operation.collection != kNoCollection) of_collection_[operation.collection].push_back(i);
  }
}

void Writer::describe_group(const std::string& name, const std::string& row, const std::vector<u32>& rows,
                            std::vector<u64>& tracks, u64 rank) {
  if (rows.empty()) return;
  const u64 group = describe(root_, name, rank);
  const u32 count = *std::ranges::max_element(rows) + 1;
  for (u32 i = 0; i < count; ++i) tracks.push_back(describe(group, fmt::format("{} {}", row, i), i));
}

// Chips, dies and planes are below their channel, after its bus.
void Writer::describe_array(u32 plane, u64 channel) {
  const PlaneAddress at = plane_address(geometry_, plane);
  const u64 die = plane / geometry_.planes, chip = die / geometry_.dies;
  const u64 of_chip = once(chips_, chip, channel, fmt::format("chip {}", at.chip), 1 + at.chip);
  const u64 of_die = once(dies_, die, of_chip, fmt::format("die {}", at.die), at.die);
  if (geometry_.planes == 1)
    planes_[plane] = of_die;
  else
    once(planes_, plane, of_die, fmt::format("plane {}", at.plane), at.plane);
}

void Writer::describe_tracks() {
  root_ = describe(0, title_, 0);
  describe_group("host requests", "place", request_rows_, request_tracks_, 0);
  describe_group("collections", "row", collection_rows_, collection_tracks_, 1);
  std::set<u32> channels, planes;
  for (const TimelinePhase& phase : timeline_.phases) {
    const bool bus = is_on_bus(phase.kind);
    if (!bus) planes.insert(phase.place);
    channels.insert(bus ? phase.place
                        : static_cast<u32>(phase.place / (geometry_.chips * geometry_.dies * geometry_.planes)));
  }
  for (const u32 channel : channels) {
    const u64 track = once(channels_, channel, root_, fmt::format("channel {}", channel), 2 + u64{channel});
    once(buses_, channel, track, "bus", 0);
  }
  for (const u32 plane : planes)
    describe_array(plane, channels_[plane / (geometry_.chips * geometry_.dies * geometry_.planes)]);
}

void add(Message& m, Fact fact, u64 value) {
  Message note;
  note.number(annotation::kNameIid, static_cast<u64>(fact));
  note.number(annotation::kUint, value);
  m.message(event::kAnnotation, note);
}

void Writer::add_page(Message& m, Fact plane, Ppn page) const {
  if (page == kNoPage) return;
  const auto after = [plane](u64 steps) { return static_cast<Fact>(static_cast<u64>(plane) + steps); };
  add(m, plane, page.value / (geometry_.blocks * geometry_.pages));
  add(m, after(1), page.value / geometry_.pages % geometry_.blocks);
  add(m, after(2), page.value % geometry_.pages);
}

// An operation's flow is its number, counted from 1.
void add_flow(Message& m, u32 operation) { m.fixed64(event::kFlow, u64{operation} + 1); }

void Writer::begin_phase(const TimelinePhase& phase, Message& m) const {
  const TimelineOperation& operation = timeline_.operations[phase.operation];
  m.number(event::kCategory, 1 + static_cast<u64>(operation.purpose));
  m.number(event::kNameIid, phase_name(phase.kind, operation.purpose));
  if (operation.request != kNoRequest) add(m, Fact::kRequest, operation.request);
  if (phase.bytes != 0) add(m, Fact::kBytes, phase.bytes);
  if (operation.lpn != kNoLpn) add(m, Fact::kLogicalPage, operation.lpn);
  add_page(m, Fact::kFromPlane, operation.from);
  add_page(m, Fact::kToPlane, operation.to);
  const bool erases = operation.from == kNoPage && operation.to == kNoPage && operation.collection != kNoCollection;
  if (erases) add(m, Fact::kBlock, timeline_.collections[operation.collection].block);
  add_flow(m, phase.operation);
}

void Writer::begin_request(u32 index, Message& m) const {
  const RequestTold& told = timeline_.requests[index];
  m.number(event::kCategory, 1);
  m.number(event::kNameIid, request_name(told.request.direction));
  add(m, Fact::kRequest, told.number);
  add(m, Fact::kOffset, told.request.sector * geometry_.sector_bytes);
  add(m, Fact::kBytes, u64{told.request.sectors} * geometry_.sector_bytes);
  add(m, Fact::kQueued, told.admitted - told.arrival);
  for (const u32 operation : of_request_[index]) add_flow(m, operation);
}

void Writer::begin_collection(u32 index, Message& m) const {
  const TimelineCollection& collection = timeline_.collections[index];
  m.number(event::kCategory, 1 + static_cast<u64>(collection.purpose));
  m.number(event::kNameIid, collection_name(collection.purpose));
  add(m, Fact::kPlane, collection.plane);
  add(m, Fact::kBlock, collection.block);
  add(m, Fact::kForced, collection.forced ? 1 : 0);
  add(m, Fact::kBackground, collection.background ? 1 : 0);
  for (const u32 operation : of_collection_[index]) add_flow(m, operation);
}

u64 Writer::track_of(const Event& event) const {
  if (event.of == Event::kRequest) return request_tracks_[request_rows_[event.index]];
  if (event.of == Event::kCollection) return collection_tracks_[collection_rows_[event.index]];
  const TimelinePhase& phase = timeline_.phases[event.index];
  return (is_on_bus(phase.kind) ? buses_ : planes_).at(phase.place);
}

void Writer::begin(const Event& event, Message& m) const {
  if (event.of == Event::kRequest)
    begin_request(event.index, m);
  else if (event.of == Event::kCollection)
    begin_collection(event.index, m);
  else
    begin_phase(timeline_.phases[event.index], m);
}

void Writer::write_event(const Event& event) {
  const bool ends = event.order == Event::kEnd;
  const bool instant = event.of == Event::kRequest &&
                       timeline_.requests[event.index].arrival == timeline_.requests[event.index].completion;
  const EventType type = ends ? EventType::kSliceEnd : instant ? EventType::kInstant : EventType::kSliceBegin;
  Message m, packet;
  m.number(event::kType, static_cast<u64>(type));
  m.number(event::kTrack, track_of(event));
  if (!ends) begin(event, m);
  packet.number(packet::kTimestamp, event.time);
  packet.number(packet::kSequence, kSequence);
  packet.number(packet::kSequenceFlags, kNeedsState);
  packet.message(packet::kTrackEvent, m);
  put(packet);
}

void Writer::write_events() {
  std::vector<Event> events;
  const auto add_span = [&events](Event::Order of, u32 index, Time start, Time end) {
    events.push_back({start, of, of, index});
    if (end != start) events.push_back({end, Event::kEnd, of, index});
  };
  for (u32 i = 0; i < timeline_.requests.size(); ++i)
    add_span(Event::kRequest, i, timeline_.requests[i].arrival, timeline_.requests[i].completion);
  for (const u32 i : collections_)
    add_span(Event::kCollection, i, timeline_.collections[i].start, timeline_.collections[i].end);
  for (u32 i = 0; i < timeline_.phases.size(); ++i)
    add_span(Event::kPhase, i, timeline_.phases[i].start, timeline_.phases[i].end);
  std::ranges::stable_sort(events, earlier);
  u64 written = 0;
  for (const Event& event : events) {
    if (!good_) return;
    leave_if_given_up(written++);
    write_event(event);
  }
}

}  // namespace

std::string_view name(PhaseKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }
std::string_view name(Purpose purpose) { return kPurposeNames[static_cast<std::size_t>(purpose)]; }

// The begin and the end of the slice with all their fixed parts, and the annotations that this phase has.
u64 most_bytes_of(const OperationTold& operation, const PhaseTold& phase) {
  constexpr u64 kSlice = 50, kFact = 5, kPage = 3 * kFact + 8;  // plane, block and page have 32 bits together
  const auto bytes_of = [](u64 value) { return 1 + static_cast<u64>(std::bit_width(value)) / 7; };
  u64 bytes = kSlice + bytes_of(phase.start) + bytes_of(phase.end);
  bytes += operation.request == kNoRequest ? 0 : kFact + bytes_of(operation.request);
  bytes += phase.bytes == 0 ? 0 : kFact + bytes_of(phase.bytes);
  bytes += operation.lpn == kNoLpn ? kPage : kFact + bytes_of(operation.lpn);  // an erase has its block instead
  bytes += operation.from == kNoPage ? 0 : kPage;
  return bytes + (operation.to == kNoPage ? 0 : kPage);
}

bool perfetto_trace(const Plan& plan, const Timeline& timeline, const std::function<bool(std::string_view)>& emit) {
  return Writer(plan, timeline, emit).write();
}

}  // namespace ssd::results
