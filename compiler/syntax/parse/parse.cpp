// Implements parse.h. The passes over a file: text, tokens, brackets, then ANTLR for one declaration after another.
#include "compiler/syntax/parse/parse.h"

#include <algorithm>

#include "SsdParser.h"
#include "compiler/syntax/parse/brackets.h"
#include "compiler/syntax/parse/builder.h"
#include "compiler/syntax/parse/recovery.h"
#include "compiler/syntax/parse/slips.h"
#include "compiler/syntax/parse/token_stream.h"
#include "compiler/syntax/parse/unknown.h"

namespace ssd::parse {
namespace {

using antlr4::atn::ParserATNSimulator;
using antlr4::atn::PredictionMode;

// ANTLR's parser over a token list. A correct declaration, which nearly every one is, is parsed once in the fast mode
// (SLL, which ignores context). Only if that fails is it parsed again in the exact mode, to find what is wrong and
// where.
class Parser {
 public:
  Parser(const TokenList& tokens, Errors& errors)
      : tokens_(tokens),
        errors_(errors),
        stream_(tokens),
        parser_(&stream_),
        fast_(std::make_shared<antlr4::BailErrorStrategy>()),
        exact_(std::make_shared<Recovery>(tokens, stream_, errors)) {
    parser_.removeErrorListeners();
  }

  // Null, after a report, if not even a part of it can be read.
  SsdParser::DeclarationContext* declaration(std::size_t at) {
    SsdParser::DeclarationContext* tree = parse(&SsdParser::declaration, at);
    if (tree == nullptr || !is_cut_short()) return tree;
    tree = parse_exactly(&SsdParser::declaration, at);
    if (tree == nullptr || !is_cut_short()) return tree;
    report_slip(tokens_, {Where::kDeclaration, at, stream_.farthest()}, errors_);
    return nullptr;
  }
  SsdParser::OnlyExpressionContext* expression() { return parse(&SsdParser::onlyExpression, 0); }
  SsdParser::OnlyKeyValueContext* key_value() { return parse(&SsdParser::onlyKeyValue, 0); }
  std::size_t index() { return stream_.index(); }

 private:
  template <class Tree>
  Tree* parse(Tree* (SsdParser::*rule)(), std::size_t at) {
    try {
      start(at, PredictionMode::SLL, fast_);
      return (parser_.*rule)();
    } catch (const antlr4::ParseCancellationException&) {
      return parse_exactly(rule, at);
    } catch (const grammar::TooDeep&) {
      return too_deep<Tree>();
    }
  }

  template <class Tree>
  Tree* parse_exactly(Tree* (SsdParser::*rule)(), std::size_t at) {
    try {
      start(at, PredictionMode::LL, exact_);
      return (parser_.*rule)();
    } catch (const DeclarationFailed&) {
      return nullptr;
    } catch (const grammar::TooDeep&) {
      return too_deep<Tree>();
    }
  }

  template <class Tree>
  Tree* too_deep() {
    errors_.report(diag::Code::E0010, tokens_.span_of(stream_.index()), kDeepestNesting)
        .help("name a part of it with `let` or `fn`");
    return nullptr;
  }

  // Whether the declaration seems to end where neither another declaration nor a line begins.
  bool is_cut_short() {
    const std::size_t next = stream_.index();
    if (next == tokens_.last() || begins_declaration(tokens_, next)) return false;
    return stream_.farthest() > next || (!tokens_[next].first_on_line && tokens_[next - 1].kind != SsdParser::RBRACE);
  }

  // Also frees the tree of the previous declaration, so memory is limited by the largest declaration.
  void start(std::size_t at, PredictionMode mode, const std::shared_ptr<antlr4::ANTLRErrorStrategy>& strategy) {
    parser_.reset();
    stream_.start_at(at);
    parser_.setErrorHandler(strategy);
    parser_.getInterpreter<ParserATNSimulator>()->setPredictionMode(mode);
  }

  const TokenList& tokens_;
  Errors& errors_;
  ListStream stream_;
  SsdParser parser_;
  std::shared_ptr<antlr4::ANTLRErrorStrategy> fast_;
  std::shared_ptr<antlr4::ANTLRErrorStrategy> exact_;
};

bool prepare(FileId file, const SourceMap& sources, TokenList& tokens, Errors& errors) {
  const SourceFile& source = sources.file(file);
  return check_text(source.text(), file, errors) && read_tokens(source, file, tokens, errors) &&
         balance_brackets(tokens, errors);
}

std::string joined(const TokenList& tokens, std::size_t first, std::size_t last) {
  std::string result;
  for (std::size_t i = first; i < last; ++i) {
    if (i != first) result += '\n';
    std::string_view line = tokens.text.substr(tokens.docs[i].begin, tokens.docs[i].end - tokens.docs[i].begin);
    result += line.substr(0, line.find_last_not_of(" \t") + 1);
  }
  return result;
}

// The `///` lines before a declaration document it. Those before the first declaration document the file, unless an
// empty line divides them: then the part that touches the declaration belongs to the declaration.
void attach_docs(const TokenList& tokens, const SourceFile& source, std::size_t at, bool first, ast::File& file,
                 ast::Decl& decl) {
  const auto before = std::ranges::equal_range(tokens.docs, at, {}, &DocLine::before_token);
  const auto begin = static_cast<std::size_t>(before.begin() - tokens.docs.begin());
  const auto end = static_cast<std::size_t>(before.end() - tokens.docs.begin());
  if (begin == end) return;
  std::size_t group = end - 1;
  while (group > begin && tokens.docs[group - 1].line + 1 == tokens.docs[group].line) --group;
  if (!first) {
    decl.doc = joined(tokens, group, end);
    return;
  }
  const bool touches = tokens.docs[end - 1].line + 1 == source.position(tokens[at].begin).line;
  const bool parted = group > begin && touches;
  file.doc = joined(tokens, begin, parted ? group : end);
  if (parted) decl.doc = joined(tokens, group, end);
}

}  // namespace

ast::File parse_file(FileId id, const SourceMap& sources, diag::Sink& sink) {
  ast::File result;
  result.file = id;
  TokenList tokens;
  Errors errors(sink);
  if (!prepare(id, sources, tokens, errors)) return result;
  Parser parser(tokens, errors);
  Builder builder(tokens, errors);
  bool first = true;
  for (std::size_t at = 0; at < tokens.last(); first = false) {
    if (!begins_declaration(tokens, at)) {
      report_no_declaration(tokens, at, errors);
      at = next_declaration(tokens, at + 1);
      continue;
    }
    SsdParser::DeclarationContext* tree = parser.declaration(at);
    if (tree == nullptr) {
      at = next_declaration(tokens, at + 1);
      continue;
    }
    try {
      result.decls.push_back(builder.declaration(*tree));
      attach_docs(tokens, sources.file(id), at, first, result, result.decls.back());
    } catch (const LeftOut&) {
    }
    at = parser.index();
  }
  return result;
}

ast::ExprPtr parse_expression(FileId id, const SourceMap& sources, diag::Sink& sink) {
  TokenList tokens;
  Errors errors(sink);
  if (!prepare(id, sources, tokens, errors)) return nullptr;
  Parser parser(tokens, errors);
  SsdParser::OnlyExpressionContext* tree = parser.expression();
  if (tree == nullptr) return nullptr;
  try {
    ast::ExprPtr result = Builder(tokens, errors).expression(*tree->expression());
    return errors.count() == 0 ? std::move(result) : nullptr;
  } catch (const LeftOut&) {
    return nullptr;
  }
}

std::optional<ast::KeyValue> parse_key_value(FileId id, const SourceMap& sources, diag::Sink& sink) {
  TokenList tokens;
  Errors errors(sink);
  if (!prepare(id, sources, tokens, errors)) return std::nullopt;
  Parser parser(tokens, errors);
  SsdParser::OnlyKeyValueContext* tree = parser.key_value();
  if (tree == nullptr) return std::nullopt;
  try {
    ast::KeyValue result = Builder(tokens, errors).key_value(*tree);
    return errors.count() == 0 ? std::optional(std::move(result)) : std::nullopt;
  } catch (const LeftOut&) {
    return std::nullopt;
  }
}

}  // namespace ssd::parse
