#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Model files as a person might write them on a bad day: most are models, with odd names, texts
// full of quotes, keys of every form and patterns that may or may not be served.
namespace trestle::model {

// The same choices for the same seed, on every machine.
class Chance {
 public:
  explicit Chance(std::uint32_t seed) : engine_(seed) {}
  std::size_t Below(std::size_t limit) { return engine_() % limit; }
  bool OneIn(std::size_t count) { return Below(count) == 0; }
  template <class Choices>
  const auto& Of(const Choices& choices) {
    return *(std::begin(choices) + static_cast<std::ptrdiff_t>(Below(std::size(choices))));
  }

 private:
  std::mt19937 engine_;
};

class OddModel {
 public:
  explicit OddModel(std::uint32_t seed) : chance_(seed) {}

  std::string Text() {
    text_ = "format = 1\nmodel = \"" + Name() + "\"\n";
    if (chance_.OneIn(2)) Line("title", Quoted(OddText()));
    const std::size_t tables = 1 + chance_.Below(2);
    for (std::size_t i = 0; i < tables; ++i) AddTable("table" + std::to_string(i));
    const std::size_t entities = 1 + chance_.Below(4);
    for (std::size_t i = 0; i < entities; ++i) AddEntity("Entity" + std::to_string(i));
    const std::size_t patterns = chance_.Below(6);
    for (std::size_t i = 0; i < patterns; ++i) AddPattern("P" + std::to_string(i));
    if (chance_.OneIn(2)) AddTransaction();
    if (chance_.OneIn(3)) {
      text_ += "[alarms." + Name() + "]\nmetric = \"ThrottledRequests\"\nabove = 3\n";
    }
    for (const Kind& entity : entities_) {
      if (chance_.OneIn(2)) AddSample(entity);
    }
    if (chance_.OneIn(3)) AddFigures();
    return std::move(text_);
  }

 private:
  struct Field {
    std::string name;
    std::string type;
  };
  struct KeyOfIndex {
    std::string name;
    std::vector<std::string> partition;
    std::vector<std::string> sort;
  };
  struct TableOfModel {
    std::string name;
    KeyOfIndex key;
    std::vector<KeyOfIndex> indexes;
    bool ttl = false;
    bool stream = false;
  };
  struct Kind {
    std::string name;
    std::size_t table = 0;
    std::vector<Field> fields;
    std::vector<std::pair<std::string, std::string>> keys;  // attribute and template
  };

  static std::string Quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out.push_back('\\');
      if (c == '\n') {
        out.append("\\n");
      } else if (c == '\a') {
        out.append("\\u0007");
      } else {
        out.push_back(c);
      }
    }
    return out + "\"";
  }
  void Line(std::string_view name, std::string_view value) {
    text_.append(name).append(" = ").append(value).append("\n");
  }

  std::string Name() {
    constexpr std::array kNames = {"shop", "a-b", "A_b", "x", "class", "Item", "2nd", "v1.2"};
    return chance_.Of(kNames);
  }
  std::string OddText() {
    constexpr std::array kTexts = {
        "plain",
        "two\nlines",
        "a \"b\" {c} */ d",
        "<script>&",
        "ends with \\",
        "`code` | cell",
        "${x} %{y} #",
        "\xC3\xA9t\xC3\xA9",
        "// comment",
        "bell \a and tab \t",
        "a long title \xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9 that no box has room for"};
    return chance_.Of(kTexts);
  }

  void AddTable(std::string name) {
    TableOfModel table{.name = chance_.OneIn(4) ? name + ".x-" + Name() : name,
                       .key = {.name = "", .partition = {"PK"}, .sort = {}}};
    text_ += "[tables." + Quoted(table.name) + "]\npartition_key = \"PK\"\n";
    if (!chance_.OneIn(4)) {
      table.key.sort = {"SK"};
      Line("sort_key", "\"SK\"");
    }
    if (chance_.OneIn(3)) Line("billing", "{ read = 5, write = 7 }");
    if (chance_.OneIn(3)) Line("pitr", "true");
    if (chance_.OneIn(3)) Line("backups", "{ every = \"1d\", keep = \"35d\" }");
    if (chance_.OneIn(4)) Line("sse", "\"kms\"");
    if (chance_.OneIn(4)) Line("class", "\"infrequent_access\"");
    if (chance_.OneIn(2)) {
      table.ttl = true;
      Line("ttl", "\"ExpiresAt\"");
    }
    if (chance_.OneIn(2)) {
      table.stream = true;
      Line("stream", "\"new_and_old_images\"");
    }
    const std::size_t indexes = chance_.Below(4);
    for (std::size_t i = 0; i < indexes; ++i) AddIndex(table, "I" + std::to_string(i));
    tables_.push_back(std::move(table));
  }

  void AddIndex(TableOfModel& table, const std::string& name) {
    KeyOfIndex index{.name = name, .partition = {}, .sort = {}};
    text_ += "[tables." + Quoted(table.name) + ".indexes." + name + "]\n";
    const bool local = !table.key.sort.empty() && chance_.OneIn(5);
    if (local) {
      index.partition = table.key.partition;
      index.sort = {name + "SK"};
      Line("local", "true");
      Line("sort_key", Quoted(index.sort[0]));
    } else if (chance_.OneIn(4)) {
      index.partition = {"Text0", "Enum0"};
      index.sort = {"Date0", "Text1"};
      Line("partition_key", "[\"Text0\", \"Enum0\"]");
      Line("sort_key", "[\"Date0\", \"Text1\"]");
    } else {
      index.partition = {name + "PK"};
      Line("partition_key", Quoted(name + "PK"));
      if (!chance_.OneIn(3)) {
        index.sort = {name + "SK"};
        Line("sort_key", Quoted(name + "SK"));
      }
    }
    if (chance_.OneIn(3)) Line("projection", chance_.OneIn(2) ? "\"keys_only\"" : "[\"Text0\"]");
    table.indexes.push_back(std::move(index));
  }

  // Each entity has some attributes of each type.
  void AddEntity(const std::string& name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kFields = {
        {{"Text0", "\"string\""},
         {"Text1", "{ type = \"string\", max_length = 20, pattern = \"[a-z#]+\" }"},
         {"Enum0", "{ enum = [\"low\", \"high\", \"a \\\"b\\\"\"], default = \"low\" }"},
         {"Date0", "\"date\""},
         {"Number0", "\"number\""},
         {"Count0", "{ type = \"integer\", min = 0, max = 999 }"},
         {"Price0", "{ type = \"decimal\", decimals = 2, min = -5 }"},
         {"Flag0", "\"boolean\""},
         {"Bytes0", "\"binary\""},
         {"Time0", "{ type = \"timestamp\", default = \"now\" }"},
         {"Time1", "{ type = \"timestamp\", stored = \"seconds\" }"},
         {"Id0", "{ type = \"uuid\", default = \"uuid\" }"},
         {"Id1", "{ type = \"ulid\", immutable = true }"},
         {"Geo0", "\"geo\""},
         {"List0", "\"list\""},
         {"Map0", "\"map\""},
         {"Set0", "{ type = \"number_set\", hidden = true }"},
         {"delete", "\"any\""}}};
    Kind entity{.name = chance_.OneIn(6) ? name + "-" + Name() : name,
                .table = chance_.Below(tables_.size())};
    if (entity.name.find('.') != std::string::npos) entity.name = name;
    for (const auto& [field, type] : kFields) {
      const bool of_key =
          field == "Text0" || field == "Enum0" || field == "Date0" || field == "Text1";
      if (of_key || !chance_.OneIn(3))
        entity.fields.push_back({std::string(field), std::string(type)});
    }
    const TableOfModel& table = tables_[entity.table];
    text_ += "[entities." + entity.name + "]\ntable = " + Quoted(table.name) + "\n";
    if (chance_.OneIn(2)) Line("title", Quoted(OddText()));
    AddKeys(entity, table.key, entity.name);
    for (const KeyOfIndex& index : table.indexes) {
      if (index.partition[0] == "Text0" || chance_.OneIn(4)) continue;
      AddKeys(entity, index, index.name);
    }
    if (chance_.OneIn(3)) Line("version", "\"Version\"");
    if (chance_.OneIn(4)) Line("unique", "[\"Text1\"]");
    if (chance_.OneIn(2)) Line("count", std::to_string(chance_.Below(5'000'000)));
    if (chance_.OneIn(2)) Line("size", "\"1.5 KB\"");
    if (!entities_.empty() && chance_.OneIn(3)) Line("parent", Quoted(entities_[0].name));
    if (!entities_.empty() && chance_.OneIn(3)) {
      Line("references", "{ Text0 = " + Quoted(entities_.back().name) + " }");
    }
    if (table.ttl && chance_.OneIn(2))
      Line("ttl", "{ after = \"24h\", when = \"Enum0 = 'high'\" }");
    text_ += "[entities." + entity.name + ".attributes]\n";
    for (const Field& field : entity.fields) Line(field.name, field.type);
    entities_.push_back(std::move(entity));
  }

  std::string TemplateOver(const Kind& entity, std::string_view prefix) {
    constexpr std::array kForms = {":lower",      ":escape",       ":upper:escape", ":shard(4)",
                                   ":pad(6)",     ":fixed(3, 1)",  ":rank",         ":date",
                                   ":geohash(5)", ":descending(9)"};
    std::string text(chance_.OneIn(3) ? std::string() : std::string(prefix) + "#");
    const std::size_t parts = 1 + chance_.Below(3);
    for (std::size_t i = 0; i < parts; ++i) {
      const std::string field = chance_.OneIn(2) ? "Text0" : chance_.Of(entity.fields).name;
      text += (i == 0 ? "{" : "#{") + field;
      if (chance_.OneIn(4)) text += chance_.Of(kForms);
      text += "}";
    }
    return text;
  }

  void AddKeys(Kind& entity, const KeyOfIndex& key, const std::string& prefix) {
    for (const std::vector<std::string>* names : {&key.partition, &key.sort}) {
      for (const std::string& name : *names) {
        bool known = false;
        for (const auto& [attribute, form] : entity.keys) known = known || attribute == name;
        if (known) continue;
        const std::string form = chance_.OneIn(5) ? "FIXED" : TemplateOver(entity, prefix);
        entity.keys.emplace_back(name, form);
        const bool sparse = !key.name.empty() && chance_.OneIn(3);
        Line(name, sparse ? "{ template = " + Quoted(form) +
                                ", when = \"Enum0 = 'low' and not (size(Text0) > 3 or Text0 < "
                                "Text1)\" }"
                          : Quoted(form));
      }
    }
  }

  // A template of an entity as a pattern asks for it: its parameters named anew, perhaps cut off.
  std::string Asked(const Kind& entity, const std::string& attribute) {
    std::string form;
    for (const auto& [name, text] : entity.keys) {
      if (name == attribute) form = text;
    }
    if (form.empty()) return "{value}";
    if (chance_.OneIn(3) && form.find('{') != std::string::npos) form.resize(form.find('{'));
    return form.empty() ? "X" : form;
  }

  std::string Where(const Kind& entity, const KeyOfIndex& key) {
    std::string where;
    for (const std::string& name : key.partition) {
      where += (where.empty() ? "" : " and ") + name + " = '" + Asked(entity, name) + "'";
    }
    if (key.sort.empty() || chance_.OneIn(3)) return where;
    const std::string& name = key.sort[0];
    switch (chance_.Below(4)) {
      case 0:
        return where + " and begins_with(" + name + ", '" + Asked(entity, name) + "')";
      case 1:
        return where + " and " + name + " between '" + Asked(entity, name) + "' and '" +
               Asked(entity, name) + "~'";
      case 2:
        return where + " and " + name + " > '" + Asked(entity, name) + "'";
      default:
        return where + " and " + name + " = '" + Asked(entity, name) + "'";
    }
  }

  void AddPattern(const std::string& name) {
    constexpr std::array kKinds = {"get",    "scan",   "batch_get",  "put",
                                   "update", "delete", "batch_write"};
    const Kind& entity = chance_.Of(entities_);
    const TableOfModel& table = tables_[entity.table];
    text_ += "[patterns." + name + (chance_.OneIn(6) ? "-" + entity.name : "") + "]\n";
    if (chance_.OneIn(2)) Line("title", Quoted(OddText()));
    Line("entity", Quoted(entity.name));
    if (chance_.OneIn(3)) {
      const std::string kind = chance_.Of(kKinds);
      Line("kind", Quoted(kind));
      if (kind != "scan") Line("where", Quoted(Where(entity, table.key)));
    } else if (!table.indexes.empty() && !chance_.OneIn(3)) {
      const KeyOfIndex& index = chance_.Of(table.indexes);
      Line("index", Quoted(chance_.OneIn(8) ? "Unheard" : index.name));
      Line("where", Quoted(Where(entity, index)));
    } else {
      Line("where", Quoted(Where(entity, table.key)));
    }
    if (chance_.OneIn(3))
      Line("filter", "\"Text0 <> {text} and size(Text1) < 5 or exists(Date0)\"");
    if (chance_.OneIn(3)) Line("order", "\"descending\"");
    if (chance_.OneIn(4)) Line("project", "[\"Text0\", \"Enum0\"]");
    if (chance_.OneIn(4)) Line("consistent", "true");
    if (chance_.OneIn(6)) Line("count_only", "true");
    if (chance_.OneIn(2)) Line("rate", "\"20/s\"");
    if (chance_.OneIn(3)) Line("returns", std::to_string(chance_.Below(1000)));
    if (chance_.OneIn(6)) Line("reads", "5000");
    if (chance_.OneIn(5)) Line("source_line", "7");
    patterns_.push_back(name);
  }

  void AddTransaction() {
    const Kind& entity = chance_.Of(entities_);
    text_ +=
        "[transactions.T]\nparameters = { text = \"string\", many = { type = \"integer\", "
        "default = 1 } }\nidempotent = true\nsteps = [{ put = " +
        Quoted(entity.name) +
        ", values = { Text0 = \"{text}\", Text1 = \"a{text:lower}\" }, if "
        "= \"missing\" }]\n";
    if (chance_.OneIn(2)) Line("title", Quoted(OddText()));
    if (!tables_[entity.table].stream) return;
    text_ += "[triggers.R]\non = [\"insert\"]\nentity = " + Quoted(entity.name) +
             "\nrun = \"T\"\nwith = { text = \"{new.Text0}\" }\n";
  }

  void AddSample(const Kind& entity) {
    text_ += "[[samples]]\nentity = " + Quoted(entity.name) +
             "\nvalues = { Text0 = \"a#b\", Text1 = \"ab\", Enum0 = \"high\", Date0 = "
             "\"2026-11-15\" }\n";
  }

  void AddFigures() {
    text_ += "[[figures.claims]]\nwhat = " + Quoted(OddText()) + "\nmonthly_dollars = 0\n" +
             (chance_.OneIn(2) ? "storage_gb = 3\n" : "cells = 9\nradius_km = 5\n");
    text_ +=
        "[[figures.load]]\nname = " + Quoted(OddText()) + "\nreads = 10\nmonthly_dollars = 1\n";
  }

  Chance chance_;
  std::string text_;
  std::vector<TableOfModel> tables_;
  std::vector<Kind> entities_;
  std::vector<std::string> patterns_;
};

// The text with one thing changed as a slip of the hand would: a line lost, doubled or moved, a
// word in place of another, a number that grew.
inline std::string Slipped(std::string text, Chance& chance) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    lines.back().push_back(c);
    if (c == '\n') lines.emplace_back();
  }
  const std::size_t at = chance.Below(lines.size());
  const std::size_t other = chance.Below(lines.size());
  const auto word = [](const std::string& line) {
    const std::size_t begin = line.find('"');
    const std::size_t end = begin == std::string::npos ? begin : line.find('"', begin + 1);
    return end == std::string::npos ? std::pair<std::size_t, std::size_t>(0, 0)
                                    : std::pair(begin, end + 1 - begin);
  };
  switch (chance.Below(4)) {
    case 0:
      lines[at].clear();
      break;
    case 1:
      std::swap(lines[at], lines[other]);
      break;
    case 2: {
      const auto [begin, length] = word(lines[at]);
      const auto [from, taken] = word(lines[other]);
      if (length > 0 && taken > 0)
        lines[at].replace(begin, length, lines[other].substr(from, taken));
      break;
    }
    default:
      if (const std::size_t digit = lines[at].find_first_of("0123456789");
          digit != std::string::npos) {
        lines[at].insert(digit, "99");
      }
      break;
  }
  std::string slipped;
  for (const std::string& line : lines) slipped += line;
  return slipped;
}

}  // namespace trestle::model
