#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "value/attribute_value.h"
#include "value/number.h"

// A model file in memory, as docs/model.md describes it. Names refer to each other by text; Resolve
// (model/resolve.h) has checked that each is there before anybody else sees the model, except for
// what is the checker's to report: a pattern may name an index that does not exist.
namespace trestle::model {

// In the file, from 1; line 0 is nowhere.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

// A finding of the checker that is meant: `accept = { "rule-id" = "why" }`.
struct Acceptance {
  std::string rule;
  std::string reason;
  Place place;
};

enum class KeyType { kString, kNumber, kBinary };

struct KeyAttribute {
  std::string name;
  KeyType type = KeyType::kString;
  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

struct Throughput {
  std::int64_t read = 0;
  std::int64_t write = 0;
  friend bool operator==(const Throughput&, const Throughput&) = default;
};

struct Projection {
  enum class Kind { kAll, kKeysOnly, kInclude };
  Kind kind = Kind::kAll;
  std::vector<std::string> attributes;  // of kInclude
  friend bool operator==(const Projection&, const Projection&) = default;
};

struct Index {
  std::string name;
  Place place;
  bool local = false;
  std::vector<KeyAttribute> partition_key;  // one to four
  std::vector<KeyAttribute> sort_key;       // none to four
  Projection projection;
  std::optional<Throughput> throughput;
  std::vector<Acceptance> accepted;
  int source_line = 0;
};

enum class StreamView { kNone, kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };

struct BackupPlan {
  std::chrono::seconds every{0};
  std::chrono::seconds keep{0};
};

struct Table {
  std::string name;
  Place place;
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key;
  std::string entity_attribute = "EntityType";
  std::optional<Throughput> provisioned;  // absent: on demand
  StreamView stream = StreamView::kNone;
  std::string ttl;  // empty: none
  Place ttl_place;
  std::optional<int> pitr_days;
  bool kms = false;
  bool deletion_protection = false;
  bool infrequent_access = false;
  std::optional<BackupPlan> backups;
  std::vector<Index> indexes;  // in the file's order
  std::vector<Acceptance> accepted;
  int source_line = 0;

  const Index* FindIndex(std::string_view index) const;
};

struct Format {
  enum class Kind {
    kPad,
    kFixed,
    kDescending,
    kDate,
    kMonth,
    kYear,
    kHour,
    kLower,
    kUpper,
    kEscape,
    kRank,
    kGeohash,
    kShard
  };
  Kind kind = Kind::kPad;
  int first = 0;   // digits, precision or shards
  int second = 0;  // decimals
  friend bool operator==(const Format&, const Format&) = default;
};

// Literal text, or the value of a reference: an attribute (of an entity's template) or a parameter.
struct TemplatePart {
  std::string literal;
  std::string reference;  // dotted path; empty for literal text
  std::vector<Format> formats;
};

struct Template {
  std::string text;
  Place place;
  std::vector<TemplatePart> parts;
};

enum class Type {
  kString,
  kNumber,
  kInteger,
  kDecimal,
  kBoolean,
  kBinary,
  kTimestamp,
  kDate,
  kUuid,
  kUlid,
  kEnum,
  kGeo,
  kList,
  kMap,
  kStringSet,
  kNumberSet,
  kBinarySet,
  kAny
};

enum class Stored { kText, kSeconds, kMilliseconds };  // of a timestamp

// A value that is written down, or one that is made when it is needed.
enum class Generated { kNow, kToday, kUuid, kUlid };
using Default = std::variant<AttributeValue, Generated>;

class CompiledPattern;  // model/shape_check.h

// What a value may be: an attribute of an entity, or a parameter.
struct Shape {
  Type type = Type::kString;
  Stored stored = Stored::kText;
  std::vector<std::string> values;  // of an enum, in the order that is meant
  std::optional<Number> min;
  std::optional<Number> max;
  std::optional<std::int64_t> min_length;  // of text, bytes, lists, maps and sets
  std::optional<std::int64_t> max_length;
  std::optional<int> decimals;
  std::string pattern;  // RE2, the whole value; empty: any
  // Shared by the copies of this shape; made from `pattern` by ReadModel. See shape_check.h.
  std::shared_ptr<const CompiledPattern> compiled;
};

// The tree of a `filter`, `when` or `if`.
struct Condition;
struct Operand {
  enum class Kind { kAttribute, kSize, kLiteral, kParameter, kGenerated };
  Kind kind = Kind::kAttribute;
  std::string name;        // the path of an attribute, or a parameter
  AttributeValue literal;  // of kLiteral
  Generated generated = Generated::kNow;
};
struct Condition {
  enum class Kind {
    kEqual,
    kNotEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kBetween,
    kIn,
    kExists,
    kMissing,
    kContains,
    kBeginsWith,
    kAnd,
    kOr,
    kNot
  };
  Kind kind = Kind::kAnd;
  std::vector<Operand> operands;      // of comparisons and functions, as written
  std::vector<Condition> conditions;  // of kAnd, kOr, kNot
};
struct ConditionText {
  std::string text;
  Place place;
  Condition condition;
};

struct Attribute {
  std::string name;
  Place place;
  Shape shape;
  bool required = false;
  bool immutable = false;
  bool hidden = false;  // REST takes it and never shows it
  std::optional<Default> default_value;
  std::optional<Default> on_write;  // written with every write
  // The time of the write by which this became true; absent while it is false.
  std::optional<ConditionText> since;
  std::optional<Template> computed;
};

struct EntityKey {
  std::string attribute;  // a key attribute of the table or of an index
  Place place;
  Template value;
  std::optional<ConditionText> when;
};

struct TtlRule {
  Place place;
  std::chrono::seconds after{0};
  std::string of;  // an attribute; empty: the write by which the rule begins to hold
  std::optional<ConditionText> when;
};

struct Reference {
  std::string attribute;
  std::string entity;
  Place place;
};

// Which routes REST makes of something by itself. What [routes] declares is there anyway.
enum class Served { kAll, kReads, kNone };

struct Entity {
  std::string name;
  Place place;
  std::string title;
  std::string table;
  std::string value;  // what the table's entity_attribute holds
  std::vector<EntityKey> keys;
  std::vector<Attribute> attributes;
  std::string version;  // attribute of the optimistic lock; empty: none
  std::vector<std::string> unique;
  Place unique_place;
  std::string parent;
  Place parent_place;
  std::vector<Reference> references;
  std::vector<TtlRule> ttl;  // the first whose condition holds
  bool strict = false;
  Served routes = Served::kAll;
  std::optional<std::int64_t> count;
  std::optional<double> size;  // bytes
  int source_line = 0;
  std::vector<Acceptance> accepted;

  const EntityKey* FindKey(std::string_view attribute) const;
  const Attribute* FindAttribute(std::string_view name) const;
};

struct Parameter {
  std::string name;
  Place place;
  Shape shape;
  std::optional<Default> default_value;  // absent: must be given
  // Left out, all shards are read, if only shard() parts use it; a write leaves it as it is.
  bool optional = false;
};

struct KeyTest {
  enum class Kind { kEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual, kBeginsWith, kBetween };
  Kind kind = Kind::kEqual;
  std::string attribute;
  Place place;
  Template value;
  Template upper;  // of kBetween
};

enum class PatternKind {
  kGet,
  kQuery,
  kScan,
  kBatchGet,
  kPut,
  kUpdate,
  kDelete,
  kBatchWrite,
  kTransact
};

struct FanOut {
  enum class By { kDay, kMonth, kValue };
  std::string parameter;  // set anew for each query
  By by = By::kDay;
  std::string from, to;  // parameters, of kDay and kMonth; both ends included
  std::string list;      // parameter, of kValue
};

struct GeoSearch {
  std::string attribute;
  std::string around;  // parameter: a geo point
  std::string radius;  // parameter: kilometres
  int precision = 6;
};

struct Pattern {
  std::string name;
  Place place;
  std::string title;
  PatternKind kind = PatternKind::kQuery;
  bool kind_given = false;  // by the file; else guessed
  std::vector<std::string> entities;
  Place entities_place;
  std::string table;  // of its entities
  std::string index;  // empty: the table's own key
  Place index_place;
  std::vector<KeyTest> where;
  std::string where_text;
  Place where_place;
  std::optional<ConditionText> filter;
  bool descending = false;
  std::int64_t limit = 100;
  std::vector<std::string> project;
  Place project_place;
  bool consistent = false;
  bool count_only = false;
  std::vector<Parameter> parameters;
  std::optional<double> rate;  // requests a second
  std::optional<double> returns;
  std::optional<double> reads;
  std::string load;
  std::string transaction;
  std::optional<FanOut> fan_out;
  std::optional<GeoSearch> geo;
  std::string document_text;
  Served routes = Served::kAll;  // or kNone
  int source_line = 0;
  std::vector<Acceptance> accepted;

  const Parameter* FindParameter(std::string_view name) const;
};

// A value of a transaction's step: a literal, a template over parameters ("{customer}" alone keeps
// the parameter's type), or made when needed.
using StepValue = std::variant<AttributeValue, Template, Generated>;
struct Assignment {
  std::string attribute;
  StepValue value;
};
struct Step {
  enum class Kind { kPut, kUpdate, kDelete, kCheck };
  enum class Requires { kNothing, kMissing, kExists, kCondition };
  Kind kind = Kind::kPut;
  Place place;
  std::string entity;
  std::vector<Assignment> key;     // of update, delete, check: what the key templates need
  std::vector<Assignment> values;  // of put
  std::vector<Assignment> set;     // of update
  std::vector<Assignment> add;
  std::vector<std::string> remove;
  Requires requires_ = Requires::kNothing;
  std::optional<ConditionText> condition;
};
struct Transaction {
  std::string name;
  Place place;
  std::string title;
  std::vector<Parameter> parameters;
  bool idempotent = false;
  Served routes = Served::kAll;  // or kNone
  std::vector<Step> steps;
};

// What code does over the model's entities, and what it is called with.
struct Workflow {
  std::string name;
  Place place;
  std::string title;
  std::vector<Parameter> parameters;
  bool session = false;  // it asks for the session of a user
};

struct Trigger {
  std::string name;
  Place place;
  bool on_insert = false;
  bool on_modify = false;
  bool on_remove = false;
  std::string entity;
  std::optional<ConditionText> when;  // over new.X and old.X
  std::string run;                    // a transaction
  std::vector<Assignment> with;       // its parameters, over new.X and old.X
};

struct Route {
  enum class Kind { kPattern, kTransaction, kCreate, kPut, kUpdate, kGet, kDelete, kWorkflow };
  Place place;
  std::string method;
  std::string path;  // below /api/<model>, with {parameters}
  Kind kind = Kind::kPattern;
  std::string target;
};

struct Alarm {
  std::string name;
  Place place;
  std::string metric;             // of CloudWatch
  std::string statistic = "sum";  // average, minimum, maximum, or a percentile: p99
  std::string table;              // empty: each
  std::string index;              // of that table; empty: the table itself
  double above = 0;
  std::chrono::seconds period{300};
};

struct Sample {
  Place place;
  std::string entity;
  Item values;
  int source_line = 0;
};

struct PatternTest {
  Place place;
  std::string pattern;
  Item arguments;
  std::vector<Item> expect;
  std::optional<std::int64_t> count;
};

struct Claim {
  Place place;
  std::string what;
  std::string pattern;
  std::string table;  // of storage_gb; empty: all tables
  std::optional<double> read_units, write_units, monthly_dollars, cells, storage_gb;
  std::optional<double> million_reads, million_writes;  // dollars for a million, on demand
  std::optional<double> radius_km;                      // the circle of `cells`
  int precision = 6;                                    // and their characters
  int source_line = 0;
};
struct StatedLoad {
  Place place;
  std::string name;
  double reads = 0;
  double writes = 0;
  double read_size = 1024;
  double write_size = 1024;
  bool consistent = false;
  std::optional<double> monthly_dollars;
  int source_line = 0;
};

// How items of another table become items of one entity, for `trestle model migrate`. Of several
// with one `from` the first that takes an item makes it.
struct MigrationRule {
  Place place;
  std::string from;    // the table that is replaced; it is not of this model
  std::string entity;  // what its items become
  std::string of;      // what they are in the model that they come from, where that is given
  std::optional<ConditionText> when;  // over the attributes that they have there
  std::vector<Assignment> set;        // templates over the same
  std::vector<std::string> drop;      // what does not come along; all else does
};

struct Model {
  std::string file;  // as it was named
  std::string name;
  int version = 1;
  std::string title;
  std::string source;
  std::vector<Table> tables;
  std::vector<Entity> entities;
  std::vector<Pattern> patterns;
  std::vector<Transaction> transactions;
  std::vector<Workflow> workflows;
  std::vector<Trigger> triggers;
  std::vector<Route> routes;
  std::vector<Alarm> alarms;
  std::vector<Sample> samples;
  std::vector<PatternTest> tests;
  std::vector<Claim> claims;
  std::vector<StatedLoad> loads;
  std::vector<MigrationRule> migrations;

  const Table* FindTable(std::string_view name) const;
  const Entity* FindEntity(std::string_view name) const;
  const Pattern* FindPattern(std::string_view name) const;
  const Transaction* FindTransaction(std::string_view name) const;
};

}  // namespace trestle::model
