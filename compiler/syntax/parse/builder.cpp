// Builds declarations, blocks and statements: see builder.h.
#include "compiler/syntax/parse/builder.h"

#include <algorithm>
#include <array>

#include "compiler/syntax/parse/strings.h"

namespace ssd::parse {

using diag::Code;

std::size_t Builder::token_of(antlr4::tree::ParseTree* terminal) const {
  return static_cast<antlr4::tree::TerminalNode*>(terminal)->getSymbol()->getTokenIndex();
}

Span Builder::span(const Tree& tree) const {
  return join(tokens_.span_of(tree.start->getTokenIndex()), tokens_.span_of(tree.stop->getTokenIndex()));
}

ast::Name Builder::name(SsdParser::NameContext& tree) {
  const std::size_t token = tree.start->getTokenIndex();
  return {std::string(tokens_.text_of(token)), tokens_.span_of(token)};
}

// The alternatives of a grammar rule are subclasses of its tree, named by the rule's labels.
ast::Decl Builder::declaration(SsdParser::DeclarationContext& tree) {
  ast::Decl result{.span = span(tree), .doc = {}, .node = {}};
  if (auto* import = dynamic_cast<SsdParser::ImportDeclContext*>(&tree)) {
    const std::size_t path = token_of(import->STRING());
    result.node = ast::Import{string_value(tokens_, path, errors_), tokens_.span_of(path)};
  } else if (auto* param = dynamic_cast<SsdParser::ParamDeclContext*>(&tree)) {
    result.node = ast::ParamDecl{name(*param->name(0)), name(*param->name(1)), expression(*param->expression())};
  } else if (auto* constant = dynamic_cast<SsdParser::ConstDeclContext*>(&tree)) {
    result.node = ast::ConstDecl{name(*constant->name()), expression(*constant->expression())};
  } else if (auto* fn = dynamic_cast<SsdParser::FnDeclContext*>(&tree)) {
    result.node = ast::FnDecl{name(*fn->name()), parameters(*fn->parameters()), expression(*fn->expression())};
  } else if (auto* experiment_tree = dynamic_cast<SsdParser::ExperimentDeclContext*>(&tree)) {
    result.node = experiment(*experiment_tree);
  } else {
    result.node = block_decl(dynamic_cast<SsdParser::BlockDeclContext&>(tree));
  }
  return result;
}

// Stores whether it is a workload, the only place where `over` has a meaning.
ast::BlockDecl Builder::block_decl(SsdParser::BlockDeclContext& tree) {
  ast::BlockDecl result{.kind = ast::BlockKind::kDesign, .name = name(*tree.name(0)), .from = {}, .body = {}};
  if (tree.KW_NAND() != nullptr) result.kind = ast::BlockKind::kNand;
  if (tree.KW_WORKLOAD() != nullptr) result.kind = ast::BlockKind::kWorkload;
  if (tree.KW_FROM() != nullptr) result.from = name(*tree.name(1));
  in_workload_ = result.kind == ast::BlockKind::kWorkload;
  result.body = block(*tree.block());
  return result;
}

std::vector<ast::Param> Builder::parameters(SsdParser::ParametersContext& tree) {
  std::vector<ast::Param> result;
  for (SsdParser::ParameterContext* p : tree.parameter()) {
    ast::Param param{name(*p->name(0)), std::nullopt};
    if (p->COLON() != nullptr) param.type = name(*p->name(1));
    result.push_back(std::move(param));
  }
  check_length(result.size(), tree);
  return result;
}

// A comma may follow an item. The grammar allows it anywhere, so that a stray comma does not end the block.
void Builder::check_commas(const Tree& tree) {
  bool may_follow = false;
  for (antlr4::tree::ParseTree* child : tree.children) {
    auto* terminal = dynamic_cast<antlr4::tree::TerminalNode*>(child);
    const bool comma = terminal != nullptr && terminal->getSymbol()->getType() == SsdParser::COMMA;
    if (comma && !may_follow && !tokens_[token_of(child)].reported) {
      errors_.report(Code::E0041, tokens_.span_of(token_of(child))).help("leave it out");
    }
    may_follow = terminal == nullptr;
  }
}

ast::Block Builder::block(SsdParser::BlockContext& tree) {
  ast::Block result{.span = span(tree), .items = {}};
  check_commas(tree);
  for (antlr4::tree::ParseTree* child : tree.children) {
    auto* item_tree = dynamic_cast<SsdParser::ItemContext*>(child);
    if (item_tree == nullptr || item_tree->exception != nullptr) continue;
    try {
      result.items.push_back(item(*item_tree));
    } catch (const LeftOut&) {
      continue;
    }
  }
  return result;
}

std::unique_ptr<ast::Block> Builder::nested_block(SsdParser::BlockContext& tree) {
  return std::make_unique<ast::Block>(block(tree));
}

ast::Let Builder::let(SsdParser::LetContext& tree) {
  return {name(*tree.name()), expression(*tree.expression()), span(tree)};
}

ast::Item Builder::item(SsdParser::ItemContext& tree) {
  if (auto* let_item = dynamic_cast<SsdParser::LetItemContext*>(&tree)) return let(*let_item->let());
  if (auto* section = dynamic_cast<SsdParser::SectionContext*>(&tree)) {
    return ast::Section{name(*section->name()), nested_block(*section->block()), span(tree)};
  }
  if (auto* flow = dynamic_cast<SsdParser::FlowContext*>(&tree)) {
    ast::Name key = name(*flow->name());
    key.text = std::string(flow->KW_PHASE() == nullptr ? ast::kFlowKey : ast::kPhaseKey) + key.text;
    key.span = join(tokens_.span_of(tree.start->getTokenIndex()), key.span);
    return ast::Section{std::move(key), nested_block(*flow->block()), span(tree)};
  }
  auto& property = dynamic_cast<SsdParser::PropertyContext&>(tree);
  ast::Property result;
  result.key = name(*property.name());
  result.span = span(tree);
  result.has_params = property.parameters() != nullptr;
  if (result.has_params) result.params = parameters(*property.parameters());
  result.value = value(*property.value());
  return result;
}

// The alternatives have the order of the grammar: a word of placement alone is an expression unless an order or a block
// follows it.
ast::Value Builder::value(SsdParser::ValueContext& tree) {
  ast::Value result{.span = span(tree), .node = {}};
  const std::size_t first = tree.start->getTokenIndex();
  if (auto* map = dynamic_cast<SsdParser::MapValueContext*>(&tree)) {
    result.node = ast::MapValue{tokens_.span_of(first), parameters(*map->parameters()), nested_block(*map->block())};
  } else if (auto* order = dynamic_cast<SsdParser::OrderValueContext*>(&tree)) {
    ast::OrderValue value{.kind = ast::Placement::kStatic, .kind_span = tokens_.span_of(first), .names = {}};
    if (tokens_[first].kind == SsdParser::KW_DYNAMIC) value.kind = ast::Placement::kDynamic;
    if (tokens_[first].kind == SsdParser::KW_WRITE_ORDER) value.kind = ast::Placement::kWriteOrder;
    for (SsdParser::NameContext* n : order->name()) value.names.push_back(name(*n));
    result.node = std::move(value);
  } else if (auto* variant = dynamic_cast<SsdParser::VariantValueContext*>(&tree)) {
    result.node = ast::VariantValue{name(*variant->name()), nested_block(*variant->block())};
  } else if (auto* above = dynamic_cast<SsdParser::AboveValueContext*>(&tree)) {
    result.node = ast::AboveValue{tokens_.span_of(first), expression(*above->expression())};
  } else if (auto* writes = dynamic_cast<SsdParser::DriveWritesValueContext*>(&tree)) {
    result.node =
        ast::DriveWritesValue{expression(*writes->expression()), tokens_.span_of(token_of(writes->KW_DRIVE_WRITES()))};
  } else if (auto* range = dynamic_cast<SsdParser::RangeValueContext*>(&tree)) {
    result.node = ast::RangeValue{expression(*range->expression(0)), expression(*range->expression(1))};
  } else {
    auto& plain = dynamic_cast<SsdParser::PlainValueContext&>(tree);
    ast::ExprValue value{expression(*plain.expression(0)), nullptr};
    if (plain.KW_OVER() != nullptr) value.over = over(tree, *plain.expression(1));
    result.node = std::move(value);
  }
  return result;
}

ast::ExperimentDecl Builder::experiment(SsdParser::ExperimentDeclContext& tree) {
  ast::ExperimentDecl result{.name = name(*tree.name()), .statements = {}};
  check_commas(tree);
  in_workload_ = false;
  for (SsdParser::StatementContext* child : tree.statement()) {
    if (child->exception != nullptr) continue;
    try {
      result.statements.push_back(statement(*child));
    } catch (const LeftOut&) {
      continue;
    }
  }
  return result;
}

std::vector<ast::Name> Builder::path(SsdParser::PathContext& tree) {
  std::vector<ast::Name> result;
  for (SsdParser::NameContext* part : tree.name()) result.push_back(name(*part));
  return result;
}

ast::Name Builder::joined(SsdParser::PathContext& tree) {
  std::string text;
  for (const ast::Name& part : path(tree)) text += (text.empty() ? "" : ".") + part.text;
  return {std::move(text), span(tree)};
}

ast::KeyValue Builder::key_value(SsdParser::OnlyKeyValueContext& tree) {
  return {.path = path(*tree.path()), .value = value(*tree.value()), .span = span(tree)};
}

std::vector<ast::ExprPtr> Builder::metrics(SsdParser::MetricsContext& tree) {
  std::vector<ast::ExprPtr> result;
  for (SsdParser::ExpressionContext* e : tree.expression()) result.push_back(expression(*e));
  check_length(result.size(), tree);
  return result;
}

ast::Statement Builder::statement(SsdParser::StatementContext& tree) {
  if (auto* vary = dynamic_cast<SsdParser::VaryContext*>(&tree)) {
    return ast::Vary{joined(*vary->path()), path(*vary->path()), expression(*vary->expression()), span(tree)};
  }
  if (auto* measure = dynamic_cast<SsdParser::MeasureContext*>(&tree))
    return ast::Measure{metrics(*measure->metrics()), span(tree)};
  if (auto* normalize = dynamic_cast<SsdParser::NormalizeContext*>(&tree)) {
    return ast::Normalize{metrics(*normalize->metrics()), expression(*normalize->expression()), span(tree)};
  }
  if (auto* claim = dynamic_cast<SsdParser::ExpectContext*>(&tree)) return expect(*claim);
  if (auto* picture = dynamic_cast<SsdParser::PlotContext*>(&tree)) return plot(*picture);
  auto& setting = dynamic_cast<SsdParser::SettingContext&>(tree);
  return ast::Setting{name(*setting.name()), expression(*setting.expression()), span(tree)};
}

ast::Statement Builder::expect(SsdParser::ExpectContext& tree) {
  const std::size_t text = token_of(tree.STRING(0));
  ast::Expect result;
  result.text = string_value(tokens_, text, errors_);
  result.text_span = tokens_.span_of(text);
  for (SsdParser::PathContext* axis : tree.path()) result.each.push_back(joined(*axis));
  result.claim = expression(*tree.expression());
  result.span = span(tree);
  if (tree.KW_KNOWN() != nullptr) result.known = string_value(tokens_, token_of(tree.STRING(1)), errors_);
  return result;
}

ast::Statement Builder::plot(SsdParser::PlotContext& tree) {
  using Kind = ast::PlotClause::Kind;
  ast::Plot result{.kind = name(*tree.name()), .metrics = metrics(*tree.metrics()), .clauses = {}, .span = span(tree)};
  using Row = std::pair<std::size_t, Kind>;
  static constexpr std::array kWords{Row{SsdParser::KW_OVER, Kind::kOver}, Row{SsdParser::KW_BY, Kind::kBy},
                                     Row{SsdParser::KW_GROUP, Kind::kGroup}, Row{SsdParser::KW_LOG, Kind::kLog}};
  // After the parenthesis there are pairs of a word and an axis.
  Kind kind = Kind::kOver;
  for (antlr4::tree::ParseTree* child : tree.children) {
    if (auto* axis = dynamic_cast<SsdParser::PathContext*>(child)) {
      result.clauses.push_back({kind, joined(*axis)});
      continue;
    }
    auto* terminal = dynamic_cast<antlr4::tree::TerminalNode*>(child);
    const std::size_t type = terminal == nullptr ? 0 : terminal->getSymbol()->getType();
    const auto word = std::ranges::find(kWords, type, &Row::first);
    if (word != kWords.end()) kind = word->second;
  }
  return result;
}

}  // namespace ssd::parse
