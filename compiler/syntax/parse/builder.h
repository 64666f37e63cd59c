// From ANTLR's parse tree to our syntax tree. The builder is called only for items and statements without errors: those
// with an error are left out, and the error was reported before.
#pragma once
#include <span>

#include "SsdParser.h"
#include "compiler/syntax/ast/ast.h"
#include "compiler/syntax/parse/errors.h"
#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

using grammar::SsdParser;

// Thrown, after a report, if nothing useful can be built: the item, statement or declaration is left out.
struct LeftOut {};

class Builder {
 public:
  Builder(const TokenList& tokens, Errors& errors) : tokens_(tokens), errors_(errors) {}

  ast::Decl declaration(SsdParser::DeclarationContext& tree);
  ast::ExprPtr expression(SsdParser::ExpressionContext& tree);
  ast::KeyValue key_value(SsdParser::OnlyKeyValueContext& tree);

 private:
  using Tree = antlr4::ParserRuleContext;

  // builder.cpp: declarations, blocks, statements
  ast::BlockDecl block_decl(SsdParser::BlockDeclContext& tree);
  ast::ExperimentDecl experiment(SsdParser::ExperimentDeclContext& tree);
  ast::Statement statement(SsdParser::StatementContext& tree);
  ast::Statement plot(SsdParser::PlotContext& tree);
  ast::Statement expect(SsdParser::ExpectContext& tree);
  std::vector<ast::ExprPtr> metrics(SsdParser::MetricsContext& tree);
  ast::Block block(SsdParser::BlockContext& tree);
  std::unique_ptr<ast::Block> nested_block(SsdParser::BlockContext& tree);
  ast::Item item(SsdParser::ItemContext& tree);
  ast::Value value(SsdParser::ValueContext& tree);
  std::vector<ast::Param> parameters(SsdParser::ParametersContext& tree);
  ast::Let let(SsdParser::LetContext& tree);
  void check_commas(const Tree& tree);

  // builder_expressions.cpp
  ast::ExprPtr operand(SsdParser::ExpressionContext& tree);
  ast::ExprPtr literal(SsdParser::LiteralContext& tree);
  ast::ExprPtr conditional(SsdParser::ConditionalContext& tree);
  ast::ExprPtr scope(SsdParser::ScopeContext& tree);
  ast::ExprPtr unary(SsdParser::UnaryContext& tree);
  ast::ExprPtr postfix(SsdParser::PostfixContext& tree);
  ast::ExprPtr primary(SsdParser::PrimaryContext& tree);
  ast::ExprPtr list(SsdParser::ListContext& tree);
  std::vector<ast::Arg> arguments(SsdParser::ArgumentsContext& tree);
  ast::Arg argument(SsdParser::ArgumentContext& tree);
  ast::ExprPtr binary(SsdParser::BinaryContext& tree, ast::ExprPtr left);
  ast::ExprPtr over(const Tree& tree, SsdParser::ExpressionContext& share);
  // A run of comparisons with the same precedence, the outermost last: an order, or a mistake.
  ast::ExprPtr compared(std::span<SsdParser::BinaryContext* const> run, ast::ExprPtr first);
  class Spent {
   public:
    Spent(std::size_t& counter, std::size_t amount) : counter_(counter), amount_(amount) { counter_ += amount_; }
    ~Spent() { counter_ -= amount_; }
    Spent(const Spent&) = delete;
    Spent& operator=(const Spent&) = delete;

   private:
    std::size_t& counter_;
    std::size_t amount_;
  };
  Spent spend_operators(std::size_t count, const Tree& tree);
  void check_length(std::size_t count, const Tree& tree);

  ast::Name name(SsdParser::NameContext& tree);
  std::vector<ast::Name> path(SsdParser::PathContext& tree);
  ast::Name joined(SsdParser::PathContext& tree);  // `gc.trigger` as one name
  Span span(const Tree& tree) const;
  std::size_t token_of(antlr4::tree::ParseTree* terminal) const;
  ast::ExprPtr make(Span span, auto node) const {
    return std::make_unique<ast::Expr>(ast::Expr{span, std::move(node)});
  }

  const TokenList& tokens_;
  Errors& errors_;
  std::size_t operators_ =
      0;  // operators above the expression under construction: the depth of the finished tree there
  bool in_workload_ = false;
};

}  // namespace ssd::parse
