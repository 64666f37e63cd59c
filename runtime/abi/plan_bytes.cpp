// See plan_bytes.h. The body is a list of fields in the order of plan_fields.h; the places that they refer to are in a
// table before them.
#include "runtime/abi/plan_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <tuple>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "runtime/abi/enum_names.h"
#include "runtime/abi/plan_check.h"
#include "runtime/abi/plan_fields.h"
#include "runtime/abi/plan_form.h"

namespace ssd {
namespace {

// The meaning of a program's input follows from its position in the row of its hook, so these names count as well.
consteval std::uint32_t version() {
  plan_form::Form form;
  form.add(kPlanMeaning);
  form.add(form_of<Plan>());
  for (std::size_t hook = 0; hook < kHooks; ++hook) {
    for (std::size_t i = 0; i < kHookTable[hook].inputs; ++i) form.add(kHookTable[hook].names[i]);
  }
  return form.number();
}

constexpr std::string_view kMark = "ssdcPLAN";
constexpr std::size_t kHead = kMark.size() + sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 20;  // of one list
constexpr int kDeepest = 64;                                     // structures inside structures

void put_number(std::string& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
}
void put_text(std::string& bytes, std::string_view text) {
  put_number(bytes, text.size(), sizeof(std::uint64_t));
  bytes += text;
}

// A place as it can be described without the text around it: its file, its line number, the line, and the bytes of the
// line that it covers.
struct Place {
  std::string path, line;
  std::uint32_t number = 0, begin = 0, end = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

Place place_of(const Span& span, const SourceMap& sources) {
  const SourceFile& file = sources.file(span.file);
  Place place{.path = sources.portable_path(span.file), .line = {}, .number = file.position(span.begin).line};
  const std::uint32_t line_begin = file.line_begin(place.number);
  place.line = file.line(place.number);
  const auto length = static_cast<std::uint32_t>(place.line.size());
  place.begin = std::min(span.begin - line_begin, length);
  place.end = std::clamp(span.end - line_begin, place.begin, length);
  return place;
}

class Writer {
 public:
  // Without texts, places are written as they are.
  Writer() = default;
  explicit Writer(const SourceMap& sources) : sources_(&sources) {}

  template <class T>
  void field(std::string_view, const T& value) {
    put(value);
  }
  template <class T, std::size_t kCount>
  void array(std::string_view, const T (&values)[kCount]) {
    for (const T& value : values) put(value);
  }
  template <class T>
  void label(std::string_view, const T& value) {
    put(value);
  }

  // The table of places, then the fields.
  std::string take() const {
    if (sources_ == nullptr) return body_;
    std::vector<const Place*> by_number(places_.size());
    for (const auto& [place, number] : places_) by_number[number - 1] = &place;
    std::string bytes;
    put_number(bytes, by_number.size(), sizeof(std::uint64_t));
    for (const Place* place : by_number) {
      put_text(bytes, place->path);
      put_text(bytes, place->line);
      for (const std::uint32_t number : {place->number, place->begin, place->end})
        put_number(bytes, number, sizeof number);
    }
    return bytes + body_;
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, double>)
      put_number(body_, std::bit_cast<std::uint64_t>(value), sizeof value);
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
      put_number(body_, static_cast<std::uint64_t>(value), sizeof value);
    else
      plan_fields::fields(*this, value);
  }
  void put(const std::string& text) { put_text(body_, text); }
  void put(const Span& span) {
    if (sources_ == nullptr) {
      for (const std::uint32_t number : {std::uint32_t{span.file}, span.begin, span.end})
        put_number(body_, number, sizeof number);
      return;
    }
    std::uint32_t number = 0;
    if (span.known() && span.file <= sources_->count())
      number =
          places_.try_emplace(place_of(span, *sources_), static_cast<std::uint32_t>(places_.size() + 1)).first->second;
    put_number(body_, number, sizeof number);
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put_number(body_, list.size(), sizeof(std::uint64_t));
    for (const T& element : list) put(element);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::shared_ptr<const T>& value) {
    put(value != nullptr);
    if (value != nullptr) put(*value);
  }
  template <class... T>
  void put(const std::variant<T...>& value) {
    put_number(body_, value.index(), sizeof(std::uint8_t));
    std::visit([this](const auto& kind) { put(kind); }, value);
  }

  const SourceMap* sources_ = nullptr;
  std::map<Place, std::uint32_t> places_;
  std::string body_;
};

struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Reader {
 public:
  // Bytes of a writer without texts.
  explicit Reader(std::string_view bytes) : rest_(bytes), has_places_(false) {}
  Reader(std::string_view bytes, SourceMap& sources) : rest_(bytes) {
    for (std::uint64_t left = count(); left != 0; --left) read_place(sources);
  }

  template <class T>
  void field(std::string_view, T& value) {
    get(value);
  }
  template <class T, std::size_t kCount>
  void array(std::string_view, T (&values)[kCount]) {
    for (T& value : values) get(value);
  }
  template <class T>
  void label(std::string_view, T& value) {
    get(value);
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::uint64_t number(std::size_t size) {
    if (rest_.size() < size) throw Damaged("a field is incomplete");
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    rest_.remove_prefix(size);
    return value;
  }
  std::uint64_t count() {
    const std::uint64_t value = number(sizeof(std::uint64_t));
    if (value > kMostElements || value > rest_.size()) throw Damaged("a list is longer than the bytes");
    return value;
  }
  std::string text() {
    const std::uint64_t length = count();
    std::string result(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return result;
  }
  void read_place(SourceMap& sources) {
    std::string path = text(), line = text();
    const auto next = [this] { return static_cast<std::uint32_t>(number(sizeof(std::uint32_t))); };
    const std::uint32_t first = next(), begin = next(), end = next();
    if (begin > end || end > line.size()) throw Damaged("a source position is outside its line");
    if (line.find('\n') != std::string::npos || line.ends_with('\r'))
      throw Damaged("the line of a source position is more than a line");
    places_.push_back({sources.add(std::move(path), std::move(line), first), begin, end});
  }

  template <class T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, double>)
      value = std::bit_cast<double>(number(sizeof value));
    else if constexpr (std::is_same_v<T, bool>)
      value = index(2) != 0;
    else if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(index(kEnumNames<T>.size()));
    else if constexpr (std::is_integral_v<T>)
      value = static_cast<T>(number(sizeof value));
    else
      within([&] { plan_fields::fields(*this, value); });
  }
  std::size_t index(std::size_t count) {
    const std::uint64_t value = number(sizeof(std::uint8_t));
    if (value >= count) throw Damaged("a choice has an unknown value");
    return value;
  }
  void within(const auto& read) {
    if (++depth_ > kDeepest) throw Damaged("structures are nested too deep");
    read();
    --depth_;
  }
  void get(std::string& value) { value = text(); }
  void get(Span& span) {
    if (!has_places_) {
      const auto next = [this] { return static_cast<std::uint32_t>(number(sizeof(std::uint32_t))); };
      span.file = next();
      span.begin = next();
      span.end = next();
      return;
    }
    const std::uint64_t place = number(sizeof(std::uint32_t));
    if (place > places_.size()) throw Damaged("a source position is not in the table");
    span = place == 0 ? Span{} : places_[place - 1];
  }
  template <class T>
  void get(std::vector<T>& list) {
    list.clear();
    for (std::uint64_t left = count(); left != 0; --left) get(list.emplace_back());
  }
  template <class T>
  void get(std::optional<T>& value) {
    if (index(2) != 0)
      get(value.emplace());
    else
      value.reset();
  }
  template <class T>
  void get(std::shared_ptr<const T>& value) {
    value.reset();
    if (index(2) == 0) return;
    T inside;
    get(inside);
    value = std::make_shared<const T>(std::move(inside));
  }
  template <class... T>
  void get(std::variant<T...>& value) {
    const std::size_t chosen = index(sizeof...(T));
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      ((kIndex == chosen ? get(value.template emplace<kIndex>()) : void()), ...);
    }(std::index_sequence_for<T...>());
  }

  std::string_view rest_;
  bool has_places_ = true;
  std::vector<Span> places_;
  int depth_ = 0;
};

template <class T>
std::string written_here(const T& value) {
  Writer writer;
  plan_fields::fields(writer, value);
  return writer.take();
}

template <class T>
T read_here(std::string_view bytes) {
  T value;
  Reader reader(bytes);
  plan_fields::fields(reader, value);
  return value;
}

// Checks what the head states of the bytes behind it; empty if it is right.
std::string fault_of_head(std::string_view bytes) {
  if (!bytes.starts_with(kMark) || bytes.size() < kHead) return "it is not a Plan";
  const auto number = [&](std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return value;
  };
  const std::size_t length_at = kMark.size() + sizeof(std::uint32_t), checksum_at = length_at + sizeof(std::uint64_t);
  const std::uint64_t version = number(kMark.size(), sizeof(std::uint32_t)),
                      length = number(length_at, sizeof(std::uint64_t));
  if (version != kPlanVersion)
    return fmt::format("it has version {}, but this program reads version {}", version, kPlanVersion);
  const std::string_view body = bytes.substr(kHead);
  if (length != body.size()) return fmt::format("it has {} bytes, but its header states {}", body.size(), length);
  if (number(checksum_at, sizeof(std::uint64_t)) != XXH3_64bits(body.data(), body.size()))
    return "its checksum is wrong";
  return {};
}

}  // namespace

constinit const std::uint32_t kPlanVersion = version();

std::string encoded(const Plan& plan, const SourceMap& sources) {
  Writer writer(sources);
  plan_fields::fields(writer, plan);
  const std::string body = writer.take();
  std::string bytes(kMark);
  put_number(bytes, kPlanVersion, sizeof kPlanVersion);
  put_number(bytes, body.size(), sizeof(std::uint64_t));
  put_number(bytes, XXH3_64bits(body.data(), body.size()), sizeof(std::uint64_t));
  return bytes + body;
}

DecodedPlan decoded_plan(std::string_view bytes, SourceMap& sources) {
  DecodedPlan result;
  result.fault = fault_of_head(bytes);
  if (!result.fault.empty()) return result;
  try {
    Plan plan;
    Reader reader(bytes.substr(kHead), sources);
    plan_fields::fields(reader, plan);
    result.fault = reader.at_end() ? contradiction(plan) : "there are bytes after its end";
    if (result.fault.empty()) result.plan = std::move(plan);
  } catch (const Damaged& damaged) {
    result.fault = damaged.what();
  }
  return result;
}

std::string bytes_here(const Plan& plan) { return written_here(plan); }
std::string bytes_here(const workload::Workload& workload) { return written_here(workload); }
Plan plan_here(std::string_view bytes) { return read_here<Plan>(bytes); }
workload::Workload workload_here(std::string_view bytes) { return read_here<workload::Workload>(bytes); }

}  // namespace ssd
