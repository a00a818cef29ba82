#include <algorithm>

#include "model/codegen_cpp.h"
#include "model/codegen_plan.h"

namespace trestle::model::cpp {
namespace {

const Shape* ParameterShape(const Transaction& transaction, const std::string& name) {
  const auto found =
      std::ranges::find(transaction.parameters, name.substr(0, name.find('.')), &Parameter::name);
  return found == transaction.parameters.end() || name.find('.') != std::string::npos
             ? nullptr
             : &found->shape;
}

// Writes the functions of one transaction.
class TransactionWriter {
 public:
  TransactionWriter(const Model& model, const Transaction& transaction, CodeText& code)
      : model_(model),
        transaction_(transaction),
        name_(FunctionName(model, transaction)),
        code_(code) {}

  void Write() {
    AddArguments();
    if (!transaction_.title.empty()) code_.Line("// " + CommentText(transaction_.title));
    code_.Line(
        "// All of it or nothing. Versions and guards of unique values are a bound model's.");
    code_.Open("inline trestle::Status " + name_ +
               "(trestle::Database& database, [[maybe_unused]] const " + name_ +
               "Arguments& arguments, const std::optional<std::string>& token = {}) {");
    code_.Line("Item given;");
    for (const Parameter& parameter : transaction_.parameters) {
      code_.Line("detail::Write(given, " + QuotedText(parameter.name) + ", arguments." +
                 Identifier(parameter.name) + ");");
    }
    code_.Line("std::vector<trestle::TransactWrite> writes;");
    for (const Step& step : transaction_.steps) AddStep(step);
    code_.Line("return detail::Transact(database, std::move(writes), token);").Close("}");
  }

 private:
  void AddArguments() {
    code_.Line("").Open("struct " + name_ + "Arguments {");
    for (const Parameter& parameter : transaction_.parameters) {
      const std::string type = TypeOf(parameter.shape);
      std::string initial = "{}";
      bool optional = parameter.optional;
      if (parameter.default_value) {
        const std::optional<std::string> stated =
            Initial(parameter.shape, *parameter.default_value);
        optional = optional || !stated;
        initial = stated.value_or(initial);
      }
      code_.Line(optional ? "std::optional<" + type + "> " + Identifier(parameter.name) + ";"
                          : type + " " + Identifier(parameter.name) + initial + ";");
    }
    code_.Close("};");
  }

  void Assign(const Entity& entity, const Assignment& assignment, const char* target) {
    const std::string name = QuotedText(assignment.attribute);
    const std::string set = std::string(target) + ".Set(" + name + ", ";
    if (const auto* literal = std::get_if<AttributeValue>(&assignment.value)) {
      code_.Line(set + Literal(*literal) + ");");
      return;
    }
    if (const auto* generated = std::get_if<Generated>(&assignment.value)) {
      const Attribute* attribute = entity.FindAttribute(assignment.attribute);
      code_.Line(set + Made(*generated, attribute == nullptr ? nullptr : &attribute->shape) + ");");
      return;
    }
    const auto& text = std::get<Template>(assignment.value);
    if (text.parts.size() == 1 && !text.parts[0].reference.empty() &&
        text.parts[0].formats.empty()) {
      code_.Line("detail::Copy(given, " + QuotedText(text.parts[0].reference) + ", " + target +
                 ", " + name + ");");
      return;
    }
    std::string known;
    std::vector<std::string> texts;
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty()) {
        texts.push_back(QuotedText(part.literal));
        continue;
      }
      const std::string path = QuotedText(part.reference);
      known.append(known.empty() ? "if (" : " && ").append("detail::At(given, " + path + ")");
      texts.push_back(Formatted("detail::TextAt(given, " + path + ")",
                                ParameterShape(transaction_, part.reference), part));
    }
    if (!known.empty()) code_.Open(known + ") {");
    code_.Line("TRESTLE_RETURN_IF_ERROR(" + SetText(target, name, texts) + ");");
    if (!known.empty()) code_.Close("}");
  }

  void AssignAll(const Entity& entity, const std::vector<Assignment>& assignments,
                 const char* target) {
    for (const Assignment& assignment : assignments) Assign(entity, assignment, target);
  }

  std::string OperandText(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kParameter:
        return "detail::ValueAt(given, " + QuotedText(operand.name) + ")";
      case Operand::Kind::kGenerated:
        return Made(operand.generated, nullptr);
      default:
        return Literal(operand.literal);
    }
  }

  void AddCondition(const Table& table, const Step& step) {
    const RequestPlan plan = PlanOf(table, step);
    if (plan.filter.empty()) return;
    std::string names;
    for (const auto& [placeholder, name] : plan.names) {
      names.append(names.empty() ? "" : ", ")
          .append("{\"" + placeholder + "\", " + QuotedText(name) + "}");
    }
    code_.Line("Item asked;");
    for (const PlannedValue& value : plan.values) {
      code_.Line("asked.Set(\"" + value.placeholder + "\", " + OperandText(*value.operand) + ");");
    }
    code_.Line("detail::Require(write, " + QuotedText(plan.filter) + ", {" + names + "}, asked);");
  }

  void AddStep(const Step& step) {
    const Entity* entity = model_.FindEntity(step.entity);
    const Table* table = entity == nullptr ? nullptr : model_.FindTable(entity->table);
    if (table == nullptr) return;
    const std::string type = DeclaredName(entity->name);
    const std::string table_name = QuotedText(table->name);
    code_.Open("{").Line("Item values;");
    switch (step.kind) {
      case Step::Kind::kPut:
        AssignAll(*entity, FurtherValues(*entity, step), "values");
        AssignAll(*entity, step.values, "values");
        code_.Line("TRESTLE_TRY(Item item, WholeOf" + type + "(values));");
        code_.Line(
            "trestle::TransactWrite write = detail::WriteOf(trestle::TransactAction::kPut, " +
            table_name + ", std::move(item));");
        break;
      case Step::Kind::kUpdate: {
        AssignAll(*entity, step.key, "values");
        code_.Line("TRESTLE_TRY(const Item key, KeyOf" + type + "(values));").Line("Item sets;");
        AssignAll(*entity, FurtherValues(*entity, step), "sets");
        AssignAll(*entity, step.set, "sets");
        code_.Open("for (const trestle::Attribute& change : sets) {");
        code_.Line("values.Set(change.name, change.value);").Close("}");
        code_.Line("TRESTLE_RETURN_IF_ERROR(AddIndexKeysOf" + type + "(values, sets));");
        code_.Open("for (const trestle::Attribute& part : key) {");
        code_.Line("sets.Erase(part.name);").Close("}");
        code_.Line("Item adds;");
        AssignAll(*entity, step.add, "adds");
        std::string removes;
        for (const std::string& name : step.remove) {
          removes.append(removes.empty() ? "" : ", ").append(QuotedText(name));
        }
        code_.Line("trestle::TransactWrite write = detail::UpdateOf(" + table_name +
                   ", key, sets, adds, {" + removes + "});");
        break;
      }
      case Step::Kind::kDelete:
      case Step::Kind::kCheck:
        AssignAll(*entity, step.key, "values");
        code_.Line("TRESTLE_TRY(Item key, KeyOf" + type + "(values));");
        code_.Line(std::string("trestle::TransactWrite write = detail::WriteOf(") +
                   (step.kind == Step::Kind::kDelete
                        ? "trestle::TransactAction::kDelete, "
                        : "trestle::TransactAction::kConditionCheck, ") +
                   table_name + ", std::move(key));");
        break;
    }
    AddCondition(*table, step);
    code_.Line("writes.push_back(std::move(write));").Close("}");
  }

  const Model& model_;
  const Transaction& transaction_;
  const std::string name_;
  CodeText& code_;
};

}  // namespace

void AddTransaction(const Model& model, const Transaction& transaction, CodeText& code) {
  TransactionWriter(model, transaction, code).Write();
}

}  // namespace trestle::model::cpp
