// Implements atoms.h.
#include "compiler/syntax/format/atoms.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/syntax/parse/lexemes.h"

namespace ssd::format {
namespace {

// What the tree determines: where items begin, which brackets are blocks, and where commas are needed as separators.
struct Places {
  std::map<std::uint32_t, Shape> items;
  std::set<std::uint32_t> blocks;  // by their `{`
  std::set<std::uint32_t> experiments;

  void add(const ast::Block& block) {
    blocks.insert(block.span.begin);
    for (const ast::Item& item : block.items) std::visit([&](const auto& node) { add(node); }, item);
  }
  void add(const ast::Let& let) { items[let.span.begin] = Shape::kAssign; }
  void add(const ast::Section& section) {
    items[section.span.begin] = Shape::kBrace;
    add(*section.body);
  }
  void add(const ast::Property& property) {
    items[property.span.begin] = Shape::kColon;
    if (const auto* map = std::get_if<ast::MapValue>(&property.value.node)) add(*map->body);
    if (const auto* variant = std::get_if<ast::VariantValue>(&property.value.node)) add(*variant->body);
  }
  void add(const ast::Statement& statement) {
    const bool colon = std::holds_alternative<ast::Vary>(statement) || std::holds_alternative<ast::Expect>(statement) ||
                       std::holds_alternative<ast::Setting>(statement);
    const Span span = std::visit([](const auto& node) { return node.span; }, statement);
    items[span.begin] = colon ? Shape::kColon : Shape::kPlain;
  }
  void add(const ast::Decl& decl) {
    Shape& shape = items[decl.span.begin];
    shape = Shape::kPlain;
    if (std::holds_alternative<ast::ConstDecl>(decl.node) || std::holds_alternative<ast::ParamDecl>(decl.node))
      shape = Shape::kAssign;
    if (const auto* block = std::get_if<ast::BlockDecl>(&decl.node)) {
      shape = Shape::kBrace;
      add(block->body);
    }
    if (const auto* experiment = std::get_if<ast::ExperimentDecl>(&decl.node)) {
      shape = Shape::kBrace;
      experiments.insert(decl.span.begin);
      for (const ast::Statement& statement : experiment->statements) add(statement);
    }
  }
};

std::string without_trailing_blanks(std::string_view text) {
  return std::string(text.substr(0, text.find_last_not_of(" \t\r\f") + 1));
}

// Cleans a comment line by line: its line breaks stay, in the form of this system, and trailing blanks are removed.
std::string tidied(std::string_view comment) {
  std::string result;
  for (std::size_t begin = 0; begin <= comment.size();) {
    const std::size_t end = std::min(comment.find('\n', begin), comment.size());
    if (begin != 0) result += '\n';
    result += without_trailing_blanks(comment.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

class Reading {
 public:
  Reading(const ast::File& tree, const SourceMap& sources)
      : text_(sources.file(tree.file).text()), lexemes_(parse::lexemes(tree.file, sources)) {
    for (const ast::Decl& decl : tree.decls) places_.add(decl);
  }

  std::vector<Atom> read() {
    std::uint32_t at = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (std::size_t i = 0; i < lexemes_.size(); ++i) {
      gap(at, lexemes_[i].begin);
      at = lexemes_[i].end;
      if (is_per_second(i)) {
        atoms_.back().text += "/s";
        at = lexemes_[++i].end;
      } else if (!is_idle_comma(i)) {
        token(i);
      }
    }
    gap(at, static_cast<std::uint32_t>(text_.size()));
    if (!atoms_.empty()) atoms_.front().breaks = 0;
    return std::move(atoms_);
  }

 private:
  // An open bracket. For a `{` that is not a block but `{ let … value }`: whether its value is still to come.
  struct Open {
    std::size_t atom;
    bool value_to_come;
  };

  std::string_view word(std::size_t i) const {
    return text_.substr(lexemes_[i].begin, lexemes_[i].end - lexemes_[i].begin);
  }
  bool in_braces() const { return !open_.empty() && atoms_[open_.back().atom].is("{"); }

  // Reads white space and comments.
  void gap(std::uint32_t at, std::uint32_t end) {
    while (at < end) {
      if (text_[at] == '/') {
        at = comment(at, end);
        continue;
      }
      const bool lone_return = text_[at] == '\r' && (at + 1 == end || text_[at + 1] != '\n');
      if (text_[at] == '\n' || lone_return) breaks_ = std::min(breaks_ + 1, 2U);
      ++at;
    }
  }

  std::uint32_t comment(std::uint32_t at, std::uint32_t end) {
    const bool line = text_[at + 1] == '/';
    const std::size_t last = line ? text_.find_first_of("\r\n", at) : text_.find("*/", at + 2) + 2;
    const auto stop = static_cast<std::uint32_t>(std::min<std::size_t>(last, end));
    add({.text = tidied(text_.substr(at, stop - at)),
         .kind = line ? Atom::Kind::kLineComment : Atom::Kind::kBlockComment});
    return stop;
  }

  // Whether it is the `/` of `50_000/s`, which stays as it is written.
  static constexpr std::string_view kSecond = "s";
  bool is_per_second(std::size_t i) const {
    if (i == 0 || i + 1 == lexemes_.size() || word(i) != "/" || word(i + 1) != kSecond) return false;
    const bool touches =
        lexemes_[i - 1].end == lexemes_[i].begin && lexemes_[i].end == lexemes_[i + 1].begin && !atoms_.empty();
    return touches && !atoms_.back().comment() &&
           word(i - 1).find_first_not_of("0123456789_.") == std::string_view::npos;
  }

  // A comma between the items of a block separates nothing. In an experiment it may separate metrics.
  bool is_idle_comma(std::size_t i) const {
    if (word(i) != "," || i + 1 == lexemes_.size()) return false;
    const std::string_view next = word(i + 1);
    if (!in_braces()) return next == ")" || next == "]";
    return open_.size() != 1 || !in_experiment_;
  }

  void token(std::size_t i) {
    const parse::Lexeme& lexeme = lexemes_[i];
    Atom atom{.text = std::string(word(i)), .applied = lexeme.applied, .negates = lexeme.negates};
    if (const auto item = places_.items.find(lexeme.begin); item != places_.items.end()) {
      atom.starts_item = true;
      atom.shape = item->second;
      if (open_.empty()) in_experiment_ = places_.experiments.contains(lexeme.begin);
    } else if (in_braces() && begins_item_of_scope(i, atom)) {
      atom.starts_item = true;
      if (atom.is("let")) atom.shape = Shape::kAssign;
    }
    if (atom.closes()) {
      atom.partner = open_.back().atom;
      atoms_[atom.partner].partner = atoms_.size();
      open_.pop_back();
    }
    const bool opens = atom.opens(), scope = atom.is("{") && !is_block(i);
    add(std::move(atom));
    if (opens) open_.push_back({atoms_.size() - 1, scope});
  }

  // For an experiment the tree has no span of the braces, but they are the first ones of the declaration.
  bool is_block(std::size_t i) const {
    return places_.blocks.contains(lexemes_[i].begin) || (open_.empty() && in_experiment_);
  }

  // Whether the token begins a `let` or the value: the value begins where one operand follows another, or a comma.
  bool begins_item_of_scope(std::size_t i, const Atom& atom) {
    if (!open_.back().value_to_come) return false;
    if (atom.is("let")) return true;
    const bool begins = lexemes_[i].begins_operand && !lexemes_[i].applied;
    if (!begins || !(lexemes_[i - 1].ends_operand || word(i - 1) == ",")) return false;
    open_.back().value_to_come = false;
    return true;
  }

  void add(Atom atom) {
    atom.breaks = breaks_;
    breaks_ = 0;
    atom.frame = open_.empty() ? kTop : open_.back().atom;
    atoms_.push_back(std::move(atom));
  }

  std::string_view text_;
  std::vector<parse::Lexeme> lexemes_;
  Places places_;
  std::vector<Atom> atoms_;
  std::vector<Open> open_;
  bool in_experiment_ = false;
  unsigned breaks_ = 0;
};

}  // namespace

std::vector<Atom> atoms(const ast::File& tree, const SourceMap& sources) { return Reading(tree, sources).read(); }

}  // namespace ssd::format
