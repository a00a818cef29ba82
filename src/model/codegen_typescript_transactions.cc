#include <algorithm>

#include "model/codegen_plan.h"
#include "model/codegen_typescript.h"

namespace trestle::model::typescript {
namespace {

// Writes the function of one transaction.
class TransactionWriter {
 public:
  TransactionWriter(const Model& model, const Transaction& transaction, CodeText& code)
      : model_(model),
        transaction_(transaction),
        name_(FunctionName(model, transaction)),
        code_(code) {}

  void Write() {
    code_.Line("").Open("export interface " + name_ + "Arguments {");
    for (const Parameter& parameter : transaction_.parameters) {
      const bool optional = parameter.optional || parameter.default_value.has_value();
      code_.Line(QuotedText(parameter.name) + (optional ? "?: " : ": ") + TypeOf(parameter.shape) +
                 ";");
    }
    code_.Close("}");
    code_.Line("/** " +
               CommentText(transaction_.title.empty() ? transaction_.name : transaction_.title) +
               ". All of it or nothing; versions and guards of unique values are a bound model's. "
               "*/");
    code_.Open("export async function " + name_ + "(client: DynamoDBClient, args: " + name_ +
               "Arguments, token?: string): Promise<void> {");
    std::string defaults;
    for (const Parameter& parameter : transaction_.parameters) {
      if (!parameter.default_value) continue;
      const auto* literal = std::get_if<AttributeValue>(&*parameter.default_value);
      const std::string value =
          literal != nullptr
              ? Literal(*literal)
              : Made(std::get<Generated>(*parameter.default_value), &parameter.shape);
      defaults.append(QuotedText(parameter.name) + ": " + value + ", ");
    }
    code_.Line("const given: Values = { " + defaults + "...args };");
    code_.Line("void given;").Open("await transacted(client, [");
    for (const Step& step : transaction_.steps) AddStep(step);
    code_.Close("], token);").Close("}");
  }

 private:
  std::string ValueText(const Entity& entity, const Assignment& assignment) {
    if (const auto* literal = std::get_if<AttributeValue>(&assignment.value)) {
      return Literal(*literal);
    }
    if (const auto* generated = std::get_if<Generated>(&assignment.value)) {
      const Attribute* attribute = entity.FindAttribute(assignment.attribute);
      return Made(*generated, attribute == nullptr ? nullptr : &attribute->shape);
    }
    const auto& text = std::get<Template>(assignment.value);
    const auto referred = [](const TemplatePart& part) {
      return "at(given, " + QuotedText(part.reference) + ")";
    };
    if (text.parts.size() == 1 && !text.parts[0].reference.empty() &&
        text.parts[0].formats.empty()) {
      return referred(text.parts[0]);
    }
    std::string needed;
    std::string written;
    for (const TemplatePart& part : text.parts) {
      written.append(written.empty() ? "" : " + ");
      if (part.reference.empty()) {
        written.append(QuotedText(part.literal));
        continue;
      }
      const auto parameter =
          std::ranges::find(transaction_.parameters, part.reference, &Parameter::name);
      needed.append(needed.empty() ? "" : ", ").append(referred(part));
      written.append(FormattedValue(
          referred(part), parameter == transaction_.parameters.end() ? nullptr : &parameter->shape,
          part));
    }
    return "madeOf([" + needed + "], () => " + (written.empty() ? "\"\"" : written) + ")";
  }

  std::string Values(const Entity& entity, const std::vector<Assignment>& first,
                     const std::vector<Assignment>& second = {}) {
    std::string all;
    for (const auto* assignments : {&first, &second}) {
      for (const Assignment& assignment : *assignments) {
        all.append(all.empty() ? "" : ", ")
            .append(QuotedText(assignment.attribute) + ": " + ValueText(entity, assignment));
      }
    }
    return all.empty() ? "{}" : "{ " + all + " }";
  }

  std::string Asked(const Table& table, const Step& step) {
    const RequestPlan plan = PlanOf(table, step);
    if (plan.filter.empty()) return "undefined";
    std::string names;
    for (const auto& [placeholder, name] : plan.names) {
      names.append(names.empty() ? "" : ", ")
          .append("\"" + placeholder + "\": " + QuotedText(name));
    }
    std::string values;
    for (const PlannedValue& value : plan.values) {
      const Operand& operand = *value.operand;
      values.append(values.empty() ? "" : ", ").append("\"" + value.placeholder + "\": ");
      values.append(operand.kind == Operand::Kind::kParameter
                        ? "at(given, " + QuotedText(operand.name) + ")"
                    : operand.kind == Operand::Kind::kGenerated ? Made(operand.generated, nullptr)
                                                                : Literal(operand.literal));
    }
    return "{ expression: " + QuotedText(plan.filter) + ", names: { " + names + " }, values: { " +
           values + " } }";
  }

  void AddStep(const Step& step) {
    const Entity* entity = model_.FindEntity(step.entity);
    const Table* table = entity == nullptr ? nullptr : model_.FindTable(entity->table);
    if (table == nullptr) return;
    const std::string type = DeclaredName(entity->name);
    const std::string name = QuotedText(table->name);
    const std::string asked = Asked(*table, step);
    const std::string key =
        "keyOf" + type + "(" + Values(*entity, step.key) + " as unknown as " + type + "Key)";
    switch (step.kind) {
      case Step::Kind::kPut:
        code_.Line("{ Put: { TableName: " + name + ", Item: stored(whole" + type + "(defined(" +
                   Values(*entity, FurtherValues(*entity, step), step.values) + ") as unknown as " +
                   type + ")), ...asking(" + asked + ") } },");
        return;
      case Step::Kind::kUpdate: {
        const std::string sets = Values(*entity, FurtherValues(*entity, step), step.set);
        std::string removes;
        for (const std::string& each : step.remove) {
          removes.append(removes.empty() ? "" : ", ").append(QuotedText(each));
        }
        code_.Line("((sets: Values) => updateOf(" + name + ", " + key +
                   ", { ...sets, ...indexKeysOf" + type + "({ ..." + Values(*entity, step.key) +
                   ", ...defined(sets) } as unknown as Partial<" + type + ">) }, " +
                   Values(*entity, step.add) + ", [" + removes + "], " + asked + "))(" + sets +
                   "),");
        return;
      }
      case Step::Kind::kDelete:
        code_.Line("{ Delete: { TableName: " + name + ", Key: stored(" + key + "), ...asking(" +
                   asked + ") } },");
        return;
      case Step::Kind::kCheck:
        code_.Line("{ ConditionCheck: { TableName: " + name + ", Key: stored(" + key +
                   "), ...asking(" + asked +
                   ") } as NonNullable<TransactWriteItem[\"ConditionCheck\"]> },");
        return;
    }
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

}  // namespace trestle::model::typescript
