// The listing of a Plan, and its identity, which is the listing without names and places.
#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <variant>

#include "runtime/abi/enum_names.h"
#include "runtime/abi/plan_fields.h"

namespace ssd {
namespace {

// One line for each field; the fields of a structure follow below it, indented.
class Listing {
 public:
  explicit Listing(bool with_labels) : with_labels_(with_labels) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    if constexpr (std::is_enum_v<T>) {
      line(name, kEnumNames<T>.at(static_cast<std::size_t>(value)));
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      line(name, value);
    } else {
      structure(name, value);
    }
  }
  template <class T, std::size_t kCount>
  void array(std::string_view name, const T (&values)[kCount]) {
    line(name, fmt::format("{}", fmt::join(values, " ")));
  }
  template <class T>
  void label(std::string_view name, const T& value) {
    if (with_labels_) field(name, value);
  }
  void label(std::string_view, const Span&) {}  // a place is not a value

  std::string take() { return std::move(text_); }

 private:
  void line(std::string_view name, const auto& value) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{}: {}\n", "", indent_, name, value);
  }
  void below(std::string_view name, const auto& show) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{}\n", "", indent_, name);
    indent_ += 2;
    show();
    indent_ -= 2;
  }

  template <class T>
  void structure(std::string_view name, const T& value) {
    below(name, [&] { plan_fields::fields(*this, value); });
  }
  // An absent value has no line.
  template <class T>
  void structure(std::string_view name, const std::optional<T>& value) {
    if (value) field(name, *value);
  }
  template <class T>
  void structure(std::string_view name, const std::shared_ptr<const T>& value) {
    if (value != nullptr) field(name, *value);
  }
  template <class T>
  void structure(std::string_view name, const std::vector<T>& list) {
    for (const T& element : list) field(name, element);
  }
  template <class... T>
  void structure(std::string_view name, const std::variant<T...>& value) {
    std::visit(
        [&](const auto& kind) {
          below(fmt::format("{}: kind {}", name, value.index()), [&] { plan_fields::fields(*this, kind); });
        },
        value);
  }
  void structure(std::string_view name, const Function& function) {
    if (function.given()) below(name, [&] { plan_fields::fields(*this, function); });
  }
  // One line for each operation, which refers to earlier ones by their numbers.
  void structure(std::string_view, const std::vector<Node>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Node& node = nodes[i];
      fmt::format_to(std::back_inserter(text_), "{:{}}%{} = {}", "", indent_, i,
                     kEnumNames<Op>.at(static_cast<std::size_t>(node.op)));
      const std::array inputs{node.a, node.b, node.c};
      for (int k = 0; k < operands(node.op); ++k)
        fmt::format_to(std::back_inserter(text_), " %{}", inputs[static_cast<std::size_t>(k)]);
      const bool has_value =
          operands(node.op) == 0 || node.op == Op::kRequire || node.op == Op::kLoad || node.op == Op::kStore;
      text_ += has_value ? fmt::format(" {}\n", node.value) : "\n";
    }
  }

  bool with_labels_;
  int indent_ = 0;
  std::string text_;
};

std::string listing(const auto& value, bool with_labels) {
  Listing listing(with_labels);
  plan_fields::fields(listing, value);
  return listing.take();
}

// FNV-1a of 128 bits.
struct Fnv {
  unsigned __int128 state = (static_cast<unsigned __int128>(0x6c62272e07bb0142ULL) << 64) | 0x62b821756295c58dULL;
  void add(std::string_view text) {
    constexpr unsigned __int128 kPrime =
        (static_cast<unsigned __int128>(0x0000000001000000ULL) << 64) | 0x000000000000013bULL;
    for (const char c : text) {
      state ^= static_cast<unsigned char>(c);
      state *= kPrime;
    }
  }
};

}  // namespace

std::string dump(const Plan& plan) { return listing(plan, true); }
std::string dump(const workload::Workload& workload) { return listing(workload, true); }
std::string identity(const Plan& plan) { return listing(plan, false); }
std::string identity(const workload::Workload& workload) { return listing(workload, false); }

std::string hash(const Plan& plan) {
  Fnv fnv;
  fnv.add(identity(plan));
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(fnv.state >> 64),
                     static_cast<std::uint64_t>(fnv.state));
}

bool operator==(const Plan& a, const Plan& b) { return dump(a) == dump(b); }

}  // namespace ssd
