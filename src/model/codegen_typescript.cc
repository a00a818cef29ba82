#include <algorithm>

#include "model/code_text.h"
#include "model/codegen.h"
#include "model/codegen_formats.h"
#include "model/codegen_plan.h"
#include "model/codegen_typescript.h"
#include "model/words.h"

namespace trestle::model {
namespace {

constexpr std::string_view kPrelude = R"ts(
import {
  BatchGetItemCommand, BatchWriteItemCommand, DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand,
  QueryCommand, ScanCommand, TransactWriteItemsCommand, UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { AttributeValue, QueryCommandInput, ScanCommandInput, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

type Values = Record<string, unknown>;
export type Geo = { lat: number; lon: number };

/** Where a read goes on, and how much of it: `next` of one answer is `from` of the next call. */
export interface Page { from?: Record<string, AttributeValue>; limit?: number }
export interface Found<T> { items: T[]; count: number; next?: Record<string, AttributeValue> }

const stored = (values: Values) => marshall(values, { removeUndefinedValues: true });
const text = (value: unknown): string => String(value);
const unfit = (name: string, why: string): RangeError => new RangeError(`${name}: ${why}`);
/** The digits of a number that is not negative, `wide` before the point and `behind` it. */
const digitsOf = (value: unknown, wide: number, behind: number, format: string, name: string): string => {
  const number = value === "" ? NaN : Number(value);
  if (Number.isNaN(number)) throw unfit(name, `${format} needs a number`);
  if (number < 0) throw unfit(name, `${format} cannot write the negative number '${value}'`);
  if (behind === 0 && !Number.isInteger(number)) throw unfit(name, `${format} needs a whole number of 0 or more, not '${value}'`);
  const written = number.toFixed(behind);
  const fits = number < Math.min(10 ** wide, 1e21) && Number(written) === number;
  if (!fits) throw unfit(name, `'${value}' has more digits than ${format} has room for`);
  return written.padStart(wide + (behind > 0 ? behind + 1 : 0), "0");
};
const fixed = (value: unknown, wide: number, behind: number, name: string): string =>
  digitsOf(value, wide, behind, `fixed(${wide}, ${behind})`, name);
const pad = (value: unknown, wide: number, name: string): string => digitsOf(value, wide, 0, `pad(${wide})`, name);
const descending = (value: unknown, wide: number, name: string): string =>
  digitsOf(value, wide, 0, `descending(${wide})`, name).replace(/[0-9]/g, (digit) => String(9 - Number(digit)));
const timeText = (value: unknown, perSecond: number, length: number): string =>
  (typeof value === "number" ? new Date((value * 1000) / perSecond).toISOString() : String(value)).slice(0, length);
const lower = (value: unknown): string => String(value).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const upper = (value: unknown): string => String(value).replace(/[a-z]/g, (letter) => letter.toUpperCase());
const escaped = (value: unknown): string => String(value).replaceAll("%", "%25").replaceAll("#", "%23");
const rank = (value: unknown, values: string[], name: string): string => {
  const place = values.indexOf(String(value));
  if (place < 0) throw unfit(name, `rank needs one of the enum's values, not '${value}'`);
  return String(place).padStart(2, "0");
};
const shard = (value: unknown, shards: number): string => {
  const wide = (number: bigint) => BigInt.asUintN(64, number);
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(String(value))) hash = wide((hash ^ BigInt(byte)) * 0x100000001b3n);
  hash = wide((hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn);
  return String((hash ^ (hash >> 33n)) % BigInt(shards)).padStart(2, "0");
};
const allShards = (shards: number): string[] => [...Array(shards).keys()].map((each) => String(each).padStart(2, "0"));
const geohash = (value: unknown, length: number): string => {
  const point = value as Geo;
  const range = { lat: [-90, 90], lon: [-180, 180] };
  let hash = "";
  for (let bit = 0, letter = 0; hash.length < length; bit++) {
    const axis = bit % 2 === 0 ? "lon" : "lat";
    const middle = (range[axis][0] + range[axis][1]) / 2;
    const high = point[axis] >= middle;
    range[axis][high ? 0 : 1] = middle;
    letter = letter * 2 + (high ? 1 : 0);
    if (bit % 5 === 4) { hash += "0123456789bcdefghjkmnpqrstuvwxyz"[letter]; letter = 0; }
  }
  return hash;
};
const sizeOf = (value: unknown): number | undefined => {
  if (typeof value === "string") return new TextEncoder().encode(value).length;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return value.size;
  return value !== null && typeof value === "object" ? Object.keys(value).length : undefined;
};
const contains = (whole: unknown, part: unknown): boolean => {
  if (typeof whole === "string") return typeof part === "string" && whole.includes(part);
  return Array.isArray(whole) ? whole.includes(part) : whole instanceof Set && whole.has(part);
};
const beginsWith = (whole: unknown, part: unknown): boolean =>
  typeof whole === "string" && typeof part === "string" && whole.startsWith(part);
const days = (from: string, to: string): string[] => {
  const all: string[] = [];
  for (let day = Date.parse(from.slice(0, 10)); day <= Date.parse(to.slice(0, 10)); day += 86400000) {
    all.push(new Date(day).toISOString().slice(0, 10));
  }
  return all;
};
const months = (from: string, to: string): string[] => [...new Set(days(`${from.slice(0, 7)}-01`, `${to.slice(0, 7)}-28`).map((day) => day.slice(0, 7)))];

async function queried<T>(client: DynamoDBClient, input: QueryCommandInput, page: Page = {}): Promise<Found<T>> {
  const answer = await client.send(new QueryCommand({ ...input, Limit: page.limit ?? input.Limit, ExclusiveStartKey: page.from }));
  return { items: (answer.Items ?? []).map((item) => unmarshall(item) as T), count: answer.Count ?? 0, next: answer.LastEvaluatedKey };
}
async function scanned<T>(client: DynamoDBClient, input: ScanCommandInput, page: Page = {}): Promise<Found<T>> {
  const answer = await client.send(new ScanCommand({ ...input, Limit: page.limit ?? input.Limit, ExclusiveStartKey: page.from }));
  return { items: (answer.Items ?? []).map((item) => unmarshall(item) as T), count: answer.Count ?? 0, next: answer.LastEvaluatedKey };
}
/** All pages of several queries, in the order of the queries. */
async function gathered<T>(client: DynamoDBClient, inputs: QueryCommandInput[]): Promise<Found<T>> {
  const items: T[] = [];
  let count = 0;
  for (const input of inputs) {
    let from: Record<string, AttributeValue> | undefined;
    do {
      const found: Found<T> = await queried<T>(client, input, { from });
      items.push(...found.items);
      count += found.count;
      from = found.next;
    } while (from);
  }
  return { items, count };
}
/** The whole items of what an index has found, in its order, as far as they are kept. */
async function loaded<T>(client: DynamoDBClient, table: string, key: string[], found: Found<Values>, keep: (it: Values) => boolean): Promise<Found<T>> {
  const idOf = (it: Values): string => JSON.stringify(key.map((name) => it[name]));
  const wanted = [...new Map(found.items.map((it) => [idOf(it), it])).values()];
  const whole = new Map<string, Values>();
  for (let at = 0; at < wanted.length; at += 100) {
    let left = wanted.slice(at, at + 100).map((it) => stored(Object.fromEntries(key.map((name) => [name, it[name]]))));
    while (left.length > 0) {
      const answer = await client.send(new BatchGetItemCommand({ RequestItems: { [table]: { Keys: left } } }));
      for (const item of answer.Responses?.[table] ?? []) whole.set(idOf(unmarshall(item)), unmarshall(item));
      left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
    }
  }
  const items = found.items.map((it) => whole.get(idOf(it))).filter((it) => it !== undefined && keep(it)) as T[];
  return { items, count: items.length, next: found.next };
}
/** SET for what has a value, REMOVE for null. */
function changed(changes: Values) {
  const sets: string[] = [], removes: string[] = [], names: Record<string, string> = {}, values: Values = {};
  Object.entries(changes).filter(([, value]) => value !== undefined).forEach(([name, value], at) => {
    names[`#c${at}`] = name;
    if (value === null) { removes.push(`#c${at}`); return; }
    sets.push(`#c${at} = :c${at}`);
    values[`:c${at}`] = value;
  });
  const expression = [sets.length > 0 ? `SET ${sets.join(", ")}` : "", removes.length > 0 ? `REMOVE ${removes.join(", ")}` : ""];
  return { UpdateExpression: expression.filter(Boolean).join(" "), ExpressionAttributeNames: names,
    ExpressionAttributeValues: sets.length > 0 ? stored(values) : undefined };
}
const at = (given: Values, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Values | undefined)?.[name], given);
/** A text, unless something that it is made of is missing. */
const madeOf = (parts: unknown[], make: () => string): string | undefined =>
  (parts.some((part) => part === undefined) ? undefined : make());
const ulid = (): string => {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let time = Date.now(), id = "";
  for (let place = 0; place < 10; place++, time = Math.floor(time / 32)) id = digits[time % 32] + id;
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += digits[byte % 32];
  return id;
};
const defined = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
interface Asked { expression: string; names: Record<string, string>; values: Values }
const asking = (asked?: Asked, names: Record<string, string> = {}, values: Values = {}) => {
  const allNames = { ...names, ...asked?.names }, allValues = { ...values, ...asked?.values };
  return { ConditionExpression: asked?.expression,
    ExpressionAttributeNames: Object.keys(allNames).length > 0 ? allNames : undefined,
    ExpressionAttributeValues: Object.keys(allValues).length > 0 ? stored(allValues) : undefined };
};
function updateOf(table: string, key: Values, sets: Values, adds: Values, removes: string[], asked?: Asked): TransactWriteItem {
  const names: Record<string, string> = {}, values: Values = {};
  const named = (name: string) => { const place = `#c${Object.keys(names).length}`; names[place] = name; return place; };
  const valued = (value: unknown) => { const place = `:c${Object.keys(values).length}`; values[place] = value; return place; };
  const part = (word: string, all: string[]) => (all.length > 0 ? `${word} ${all.join(", ")}` : "");
  const expression = [
    part("SET", Object.entries(defined(sets)).map(([name, value]) => `${named(name)} = ${valued(value)}`)),
    part("REMOVE", removes.map(named)),
    part("ADD", Object.entries(defined(adds)).map(([name, value]) => `${named(name)} ${valued(value)}`)),
  ].filter(Boolean).join(" ");
  return { Update: { TableName: table, Key: stored(key), UpdateExpression: expression || undefined, ...asking(asked, names, values) } as
    NonNullable<TransactWriteItem["Update"]> };
}
async function transacted(client: DynamoDBClient, writes: TransactWriteItem[], token?: string): Promise<void> {
  await client.send(new TransactWriteItemsCommand({ TransactItems: writes, ClientRequestToken: token }));
}
)ts";

std::string TsType(const Shape& shape) {
  switch (shape.type) {
    case Type::kNumber:
    case Type::kInteger:
    case Type::kDecimal:
      return "number";
    case Type::kTimestamp:
      return shape.stored == Stored::kText ? "string" : "number";
    case Type::kBoolean:
      return "boolean";
    case Type::kBinary:
      return "Uint8Array";
    case Type::kGeo:
      return "Geo";
    case Type::kList:
      return "unknown[]";
    case Type::kMap:
      return "Record<string, unknown>";
    case Type::kStringSet:
      return "Set<string>";
    case Type::kNumberSet:
      return "Set<number>";
    case Type::kBinarySet:
      return "Set<Uint8Array>";
    case Type::kAny:
      return "unknown";
    case Type::kEnum: {
      std::string all;
      for (const std::string& value : shape.values) {
        all.append(all.empty() ? "" : " | ").append(QuotedText(value));
      }
      return all.empty() ? "string" : all;
    }
    default:
      return "string";
  }
}

// `source[...]` of a dotted path, with ? where a map may be absent.
std::string PathText(std::string_view source, const std::string& path) {
  std::string out(source);
  const std::size_t dot = path.find('.');
  out.append("[" + QuotedText(path.substr(0, dot)) + "]");
  if (dot == std::string::npos) return out;
  return "((" + out + " ?? {}) as Values)[" + QuotedText(path.substr(dot + 1)) + "]";
}

constexpr FormatDialect kTypeScriptFormats = {
    .helpers = {{"pad", "fixed", "descending", "timeText", "timeText", "timeText", "timeText",
                 "lower", "upper", "escaped", "rank", "geohash", "shard"}},
    .list_open = "[",
    .list_close = "]"};

std::string Formatted(std::string value, const Shape* shape, const TemplatePart& part) {
  if (part.formats.empty()) return "text(" + value + ")";
  return FormatCalls(std::move(value), shape, part, kTypeScriptFormats);
}

// `shape_of` gives the shape of a reference, `name_of` its expression.
template <class ShapeOf, class NameOf>
std::string TemplateText(const Template& text, ShapeOf shape_of, NameOf name_of) {
  if (text.parts.size() == 1 && !text.parts[0].reference.empty() && text.parts[0].formats.empty()) {
    return name_of(text.parts[0]);
  }
  std::string out;
  for (const TemplatePart& part : text.parts) {
    out.append(out.empty() ? "" : " + ");
    out.append(part.reference.empty() ? QuotedText(part.literal)
                                      : Formatted(name_of(part), shape_of(part.reference), part));
  }
  return out.empty() ? "\"\"" : out;
}

std::string LiteralText(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return QuotedText(*text);
  if (const auto* number = value.As<Number>()) return number->ToString();
  if (const auto* boolean = value.As<bool>()) return *boolean ? "true" : "false";
  return "null";
}

std::string OperandText(const Operand& operand, std::string_view source) {
  switch (operand.kind) {
    case Operand::Kind::kAttribute:
      return PathText(source, operand.name);
    case Operand::Kind::kSize:
      return "sizeOf(" + PathText(source, operand.name) + ")";
    case Operand::Kind::kLiteral:
      return LiteralText(operand.literal);
    case Operand::Kind::kParameter:
      return "args[" + QuotedText(operand.name) + "]";
    case Operand::Kind::kGenerated:
      return typescript::Made(operand.generated, nullptr);
  }
  return "undefined";
}

// A `when` as an expression over `it`.
std::string ConditionText(const Condition& condition) {
  const auto at = [&](std::size_t i) { return OperandText(condition.operands.at(i), "it"); };
  const auto joined = [&](const char* word) {
    std::string out;
    for (const Condition& part : condition.conditions) {
      out.append(out.empty() ? "" : word).append("(" + ConditionText(part) + ")");
    }
    return out;
  };
  static constexpr const char* kSigns[] = {" === ", " !== ", " < ", " <= ", " > ", " >= "};
  switch (condition.kind) {
    case Condition::Kind::kAnd:
      return joined(" && ");
    case Condition::Kind::kOr:
      return joined(" || ");
    case Condition::Kind::kNot:
      return "!(" + ConditionText(condition.conditions.at(0)) + ")";
    case Condition::Kind::kExists:
      return at(0) + " !== undefined";
    case Condition::Kind::kMissing:
      return at(0) + " === undefined";
    case Condition::Kind::kContains:
      return "contains(" + at(0) + ", " + at(1) + ")";
    case Condition::Kind::kBeginsWith:
      return "beginsWith(" + at(0) + ", " + at(1) + ")";
    case Condition::Kind::kBetween:
      return "(" + at(0) + " as never) >= (" + at(1) + " as never) && (" + at(0) +
             " as never) <= (" + at(2) + " as never)";
    case Condition::Kind::kIn: {
      std::string values;
      for (std::size_t i = 1; i < condition.operands.size(); ++i) {
        values.append(i == 1 ? "" : ", ").append(at(i));
      }
      return "([" + values + "] as unknown[]).includes(" + at(0) + ")";
    }
    default:
      return "(" + at(0) + " as never)" + kSigns[static_cast<int>(condition.kind)] + "(" + at(1) +
             " as never)";
  }
}

class Generator {
 public:
  explicit Generator(const Model& model) : model_(model) {}

  std::string Run() && {
    code_.Line("// Made by `trestle model codegen --language typescript` from the model " +
               model_.name + ", version " + std::to_string(model_.version) + ".");
    std::string_view prelude = kPrelude;
    prelude.remove_prefix(1);
    code_.Line(prelude);
    for (const Entity& entity : model_.entities) AddEntity(entity);
    for (const Transaction& transaction : model_.transactions) {
      typescript::AddTransaction(model_, transaction, code_);
    }
    for (const Pattern& pattern : model_.patterns) AddPattern(pattern);
    return std::move(code_).Take();
  }

 private:
  void AddEntity(const Entity& entity) {
    const Table* table = model_.FindTable(entity.table);
    if (table == nullptr) return;
    const std::string type = DeclaredName(entity.name);
    if (!entity.title.empty()) code_.Line("/** " + CommentText(entity.title) + " */");
    code_.Open("export interface " + type + " {");
    for (const Attribute& attribute : entity.attributes) {
      const bool needed = IsNeeded(*table, entity, attribute);
      code_.Line(QuotedText(attribute.name) + (needed ? ": " : "?: ") + TsType(attribute.shape) +
                 ";");
    }
    code_.Close("}");
    std::string parts;
    for (const std::string& part : KeyParts(*table, entity)) {
      parts.append(parts.empty() ? "" : " | ").append(QuotedText(part));
    }
    code_.Line("export type " + type + "Key = Pick<" + type + ", " +
               (parts.empty() ? "never" : parts) + ">;");
    AddKeys(*table, entity);
  }

  void AddKeys(const Table& table, const Entity& entity) {
    const std::string type = DeclaredName(entity.name);
    const auto shape_of = [&](const std::string& name) -> const Shape* {
      const Attribute* attribute = entity.FindAttribute(name);
      return attribute == nullptr ? nullptr : &attribute->shape;
    };
    const auto form = [&](const std::string& key) {
      const EntityKey* of_entity = entity.FindKey(key);
      const auto name_of = [](const TemplatePart& part) { return PathText("it", part.reference); };
      return of_entity == nullptr ? PathText("it", key)
                                  : TemplateText(of_entity->value, shape_of, name_of);
    };
    code_.Open("export function keyOf" + type + "(key: " + type + "Key): Values {");
    code_.Line("const it = key as Values;");
    std::string all = QuotedText(table.partition_key.name) + ": " + form(table.partition_key.name);
    if (table.sort_key) {
      all.append(", " + QuotedText(table.sort_key->name) + ": " + form(table.sort_key->name));
    }
    code_.Line("return { " + all + " };").Close("}");
    code_.Line(
        "/** The keys of its indexes, as far as the attributes that they are made of are known. "
        "*/");
    code_.Open("export function indexKeysOf" + type + "(some: Partial<" + type + ">): Values {");
    code_.Line("const it = some as Values;").Line("const keys: Values = {};");
    for (const EntityKey& key : entity.keys) {
      const bool primary = key.attribute == table.partition_key.name ||
                           (table.sort_key && key.attribute == table.sort_key->name);
      if (primary) continue;
      std::string known;
      for (const TemplatePart& part : key.value.parts) {
        if (part.reference.empty()) continue;
        known.append(known.empty() ? "" : " && ");
        known.append(PathText("it", part.reference) + " !== undefined");
      }
      if (key.when) {
        known.append(known.empty() ? "" : " && ")
            .append("(" + ConditionText(key.when->condition) + ")");
      }
      code_.Line((known.empty() ? "" : "if (" + known + ") ") + "keys[" +
                 QuotedText(key.attribute) + "] = " + form(key.attribute) + ";");
    }
    code_.Line("return keys;").Close("}");
    code_.Open("const whole" + type + " = (it: " + type + "): Values =>");
    code_.Line("({ ...it, ...keyOf" + type + "(it), ...indexKeysOf" + type + "(it), " +
               QuotedText(table.entity_attribute) + ": " + QuotedText(entity.value) + " });");
    code_.Close("");
  }

  std::string ResultType(const Pattern& pattern) {
    std::string types;
    for (const std::string& entity : pattern.entities) {
      types.append(types.empty() ? "" : " | ").append(DeclaredName(entity));
    }
    return types.empty() ? "Values" : types;
  }

  std::string ArgumentType(const Pattern& pattern) {
    std::string all;
    const auto add = [&](const std::string& name, bool optional, const std::string& type) {
      all.append(all.empty() ? "" : "; ");
      all.append(QuotedText(name) + (optional ? "?: " : ": ") + type);
    };
    for (const Parameter& parameter : pattern.parameters) {
      const bool list = pattern.fan_out && parameter.name == pattern.fan_out->list;
      if (pattern.geo &&
          (parameter.name == pattern.geo->around || parameter.name == pattern.geo->radius)) {
        continue;
      }
      add(parameter.name, parameter.optional || parameter.default_value.has_value(),
          list ? "(string | number)[]" : TsType(parameter.shape));
    }
    if (pattern.geo) add("cells", false, "string[]");
    return "{ " + all + " }";
  }

  // The expression of a parameter inside a function.
  std::string ArgumentText(const Pattern& pattern, const RequestPlan& plan,
                           const TemplatePart& part) {
    if (part.reference == plan.fan_out) return "each";
    if (plan.cells && part.reference == "cell") return "each";
    const Parameter* parameter = pattern.FindParameter(part.reference);
    const std::string text = "args[" + QuotedText(part.reference) + "]";
    if (parameter == nullptr || !parameter->default_value) return text;
    const auto* literal = std::get_if<AttributeValue>(&*parameter->default_value);
    return "(" + text + " ?? " +
           (literal != nullptr ? LiteralText(*literal)
                               : typescript::Made(std::get<Generated>(*parameter->default_value),
                                                  &parameter->shape)) +
           ")";
  }

  std::string ValueText(const Pattern& pattern, const RequestPlan& plan,
                        const PlannedValue& value) {
    if (value.operand != nullptr) {
      if (value.operand->kind == Operand::Kind::kParameter) {
        return ArgumentText(pattern, plan, {.reference = value.operand->name});
      }
      return OperandText(*value.operand, "args");
    }
    const auto shape_of = [&](const std::string& name) -> const Shape* {
      const Parameter* parameter = pattern.FindParameter(name);
      return parameter == nullptr ? nullptr : &parameter->shape;
    };
    // Where all shards are read, the loop gives the shard in place of the parameter's.
    Template text = *value.key;
    for (TemplatePart& part : text.parts) {
      if (!ShardName(plan, part).empty()) part.formats.clear();
    }
    return TemplateText(text, shape_of, [&](const TemplatePart& part) {
      const std::string shard = ShardName(plan, value.key->parts[&part - text.parts.data()]);
      return shard.empty() ? ArgumentText(pattern, plan, part) : shard;
    });
  }

  void AddInput(const Pattern& pattern, const RequestPlan& plan) {
    code_.Line("TableName: " + QuotedText(pattern.table) + ",");
    if (!pattern.index.empty()) code_.Line("IndexName: " + QuotedText(pattern.index) + ",");
    if (!plan.key_condition.empty()) {
      code_.Line("KeyConditionExpression: " + QuotedText(plan.key_condition) + ",");
    }
    if (!plan.filter.empty()) code_.Line("FilterExpression: " + QuotedText(plan.filter) + ",");
    if (!plan.projection.empty() && !pattern.count_only) {
      code_.Line("ProjectionExpression: " + QuotedText(plan.projection) + ",");
    }
    if (pattern.count_only) code_.Line("Select: \"COUNT\",");
    if (!plan.names.empty()) {
      std::string names;
      for (const auto& [placeholder, name] : plan.names) {
        names.append(names.empty() ? "" : ", ")
            .append("\"" + placeholder + "\": " + QuotedText(name));
      }
      code_.Line("ExpressionAttributeNames: { " + names + " },");
    }
    if (!plan.values.empty()) {
      std::string values;
      for (const PlannedValue& value : plan.values) {
        values.append(values.empty() ? "" : ", ");
        values.append("\"" + value.placeholder + "\": " + ValueText(pattern, plan, value));
      }
      code_.Line("ExpressionAttributeValues: stored({ " + values + " }),");
    }
    if (pattern.kind == PatternKind::kQuery) {
      code_.Line(std::string("ScanIndexForward: ") + (pattern.descending ? "false," : "true,"));
    }
    if (pattern.consistent) code_.Line("ConsistentRead: true,");
    code_.Line("Limit: " + std::to_string(pattern.limit) + ",");
  }

  // Whether an item that was fetched is kept: the pattern's filter, over `it`.
  std::string Kept(const Pattern& pattern) {
    if (!pattern.filter) return "() => true";
    std::string defaults;
    for (const Parameter& parameter : pattern.parameters) {
      if (!parameter.default_value) continue;
      const auto* literal = std::get_if<AttributeValue>(&*parameter.default_value);
      defaults.append(QuotedText(parameter.name) + ": ")
          .append(literal != nullptr
                      ? LiteralText(*literal)
                      : typescript::Made(std::get<Generated>(*parameter.default_value),
                                         &parameter.shape))
          .append(", ");
    }
    return "((args: Values) => (it: Values) => " + ConditionText(pattern.filter->condition) +
           ")({ " + defaults + "...defined(args) })";
  }

  // Ends the function with what `found`, an expression, is.
  void ReturnFound(const Pattern& pattern, const std::string& type, const std::string& found) {
    const Table* const table = model_.FindTable(pattern.table);
    if (pattern.load.empty() || table == nullptr) {
      code_.Line("return " + found + ";").Close("}");
      return;
    }
    std::string key = QuotedText(table->partition_key.name);
    if (table->sort_key) key.append(", " + QuotedText(table->sort_key->name));
    code_.Line("return loaded<" + type + ">(client, " + QuotedText(pattern.table) + ", [" + key +
               "], await " + found + ", " + Kept(pattern) + ");");
    code_.Close("}");
  }

  void AddQuery(const Pattern& pattern) {
    const RequestPlan plan = PlanOf(model_, pattern);
    const std::string type = ResultType(pattern);
    const std::string read = pattern.load.empty() ? type : "Values";
    const bool scan = pattern.kind == PatternKind::kScan;
    const bool several = !plan.fan_out.empty() || plan.cells || !plan.shards.empty();
    code_.Open("export async function " + FunctionName(model_, pattern) +
               "(client: DynamoDBClient, args: " + ArgumentType(pattern) +
               (several ? "" : ", page?: Page") + "): Promise<Found<" + type + ">> {");
    if (!several) {
      code_.Open(std::string("const input: ") + (scan ? "Scan" : "Query") + "CommandInput = {");
      AddInput(pattern, plan);
      code_.Close("};");
      ReturnFound(pattern, type,
                  (scan ? "scanned<" : "queried<") + read + ">(client, input, page)");
      return;
    }
    std::string parts = "[undefined]";
    if (plan.cells) parts = "args.cells";
    if (pattern.fan_out) {
      const FanOut& fan_out = *pattern.fan_out;
      const auto argument = [&](const std::string& name) {
        return ArgumentText(pattern, plan, {.reference = name});
      };
      parts = fan_out.by == FanOut::By::kValue
                  ? argument(fan_out.list)
                  : std::string(fan_out.by == FanOut::By::kDay ? "days(" : "months(") +
                        argument(fan_out.from) + ", " + argument(fan_out.to) + ")";
    }
    code_.Line("const inputs: QueryCommandInput[] = [];");
    code_.Open("for (const each of " + parts + ") {");
    for (const PlannedShards& shards : plan.shards) {
      const std::string argument = "args[" + QuotedText(shards.part->reference) + "]";
      const Parameter* parameter = pattern.FindParameter(shards.part->reference);
      code_.Open(
          "for (const " + shards.name + " of " + argument + " === undefined ? allShards(" +
          std::to_string(shards.count) + ") : [" +
          Formatted(argument, parameter == nullptr ? nullptr : &parameter->shape, *shards.part) +
          "]) {");
    }
    if (plan.fan_out.empty() && !plan.cells) code_.Line("void each;");
    code_.Open("inputs.push({");
    AddInput(pattern, plan);
    code_.Close("});");
    for (std::size_t i = 0; i < plan.shards.size(); ++i) code_.Close("}");
    code_.Close("}");
    ReturnFound(pattern, type, "gathered<" + read + ">(client, inputs)");
  }

  void AddGet(const Pattern& pattern) {
    const RequestPlan plan = PlanOf(model_, pattern);
    const std::string type = ResultType(pattern);
    code_.Open("export async function " + FunctionName(model_, pattern) +
               "(client: DynamoDBClient, args: " + ArgumentType(pattern) + "): Promise<" + type +
               " | undefined> {");
    std::string key;
    for (std::size_t i = 0; i < pattern.where.size(); ++i) {
      key.append(key.empty() ? "" : ", ")
          .append(QuotedText(pattern.where[i].attribute) + ": " +
                  ValueText(pattern, plan, plan.values.at(i)));
    }
    code_.Line("void args;");
    code_.Line("const answer = await client.send(new GetItemCommand({ TableName: " +
               QuotedText(pattern.table) + ", Key: stored({ " + key + " })" +
               (pattern.consistent ? ", ConsistentRead: true" : "") + " }));");
    code_.Line("return answer.Item && (unmarshall(answer.Item) as " + type + ");").Close("}");
  }

  // Writes and batches work on one entity; a pattern of several has one function for each.
  void AddOfEntity(const Pattern& pattern, const Entity& entity, const std::string& name) {
    const std::string type = DeclaredName(entity.name);
    const std::string table = "TableName: " + QuotedText(entity.table);
    const std::string head = "export async function " + name + "(client: DynamoDBClient, ";
    switch (pattern.kind) {
      case PatternKind::kPut:
        code_.Open(head + "it: " + type + "): Promise<void> {");
        code_.Line("await client.send(new PutItemCommand({ " + table + ", Item: stored(whole" +
                   type + "(it)) }));");
        break;
      case PatternKind::kDelete:
        code_.Open(head + "key: " + type + "Key): Promise<void> {");
        code_.Line("await client.send(new DeleteItemCommand({ " + table + ", Key: stored(keyOf" +
                   type + "(key)) }));");
        break;
      case PatternKind::kUpdate:
        code_.Line(
            "/** Writes index keys too where `key` and `changes` have all that they are made of; "
            "a bound model sees to them in any case. */");
        code_.Open(head + "key: " + type + "Key, changes: Partial<Omit<" + type + ", keyof " +
                   type + "Key>>): Promise<" + type + "> {");
        code_.Line("const all = { ...changes, ...indexKeysOf" + type +
                   "({ ...key, ...changes } as Partial<" + type + ">) };");
        code_.Line("const answer = await client.send(new UpdateItemCommand({ " + table +
                   ", Key: stored(keyOf" + type +
                   "(key)), ...changed(all), ReturnValues: \"ALL_NEW\" }));");
        code_.Line("return unmarshall(answer.Attributes ?? {}) as unknown as " + type + ";");
        break;
      case PatternKind::kBatchWrite:
        code_.Open(head + "all: " + type + "[]): Promise<void> {");
        code_.Open("for (let at = 0; at < all.length; at += 25) {");
        code_.Line(
            "let left = all.slice(at, at + 25).map((it) => ({ PutRequest: { Item: stored(whole" +
            type + "(it)) } }));");
        code_.Open("while (left.length > 0) {");
        code_.Line("const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { " +
                   QuotedText(entity.table) + ": left } }));");
        code_.Line("left = (answer.UnprocessedItems?.[" + QuotedText(entity.table) +
                   "] ?? []) as typeof left;");
        code_.Close("}").Close("}");
        break;
      default:
        code_.Open(head + "keys: " + type + "Key[]): Promise<" + type + "[]> {");
        code_.Line("const found: " + type + "[] = [];");
        code_.Open("for (let at = 0; at < keys.length; at += 100) {");
        code_.Line(
            "let left: Record<string, AttributeValue>[] = keys.slice(at, at + 100).map((key) => "
            "stored(keyOf" +
            type + "(key)));");
        code_.Open("while (left.length > 0) {");
        code_.Line("const answer = await client.send(new BatchGetItemCommand({ RequestItems: { " +
                   QuotedText(entity.table) + ": { Keys: left" +
                   (pattern.consistent ? ", ConsistentRead: true" : "") + " } } }));");
        code_.Line("found.push(...(answer.Responses?.[" + QuotedText(entity.table) +
                   "] ?? []).map((item) => unmarshall(item) as " + type + "));");
        code_.Line("left = answer.UnprocessedKeys?.[" + QuotedText(entity.table) +
                   "]?.Keys ?? [];");
        code_.Close("}").Close("}").Line("return found;");
        break;
    }
    code_.Close("}");
  }

  void AddPattern(const Pattern& pattern) {
    code_.Line("");
    if (pattern.kind == PatternKind::kTransact) {
      const Transaction* transaction = model_.FindTransaction(pattern.transaction);
      if (transaction == nullptr) return;
      if (!pattern.title.empty()) code_.Line("/** " + CommentText(pattern.title) + " */");
      code_.Line("export const " + FunctionName(model_, pattern) + " = " +
                 FunctionName(model_, *transaction) + ";");
      return;
    }
    if (!pattern.title.empty()) code_.Line("/** " + CommentText(pattern.title) + " */");
    if (pattern.kind == PatternKind::kGet) return AddGet(pattern);
    if (pattern.kind == PatternKind::kQuery || pattern.kind == PatternKind::kScan) {
      return AddQuery(pattern);
    }
    for (const std::string& name : pattern.entities) {
      const Entity* entity = model_.FindEntity(name);
      if (entity == nullptr) continue;
      const bool one = pattern.entities.size() == 1;
      AddOfEntity(pattern, *entity,
                  FunctionName(model_, pattern) + (one ? "" : "_" + Identifier(name)));
    }
  }

  const Model& model_;
  CodeText code_;
};

}  // namespace

namespace typescript {

std::string TypeOf(const Shape& shape) { return TsType(shape); }
std::string FormattedValue(std::string value, const Shape* shape, const TemplatePart& part) {
  return Formatted(std::move(value), shape, part);
}
std::string Literal(const AttributeValue& value) { return LiteralText(value); }

std::string Made(Generated what, const Shape* shape) {
  switch (what) {
    case Generated::kUuid:
      return "crypto.randomUUID()";
    case Generated::kUlid:
      return "ulid()";
    case Generated::kToday:
      return "new Date().toISOString().slice(0, 10)";
    case Generated::kNow:
      break;
  }
  if (shape != nullptr && shape->stored == Stored::kMilliseconds) return "Date.now()";
  if (shape != nullptr && shape->stored == Stored::kSeconds) return "Math.floor(Date.now() / 1000)";
  return "new Date().toISOString()";
}

}  // namespace typescript

std::string TypeScriptCode(const Model& model) { return Generator(model).Run(); }

}  // namespace trestle::model
