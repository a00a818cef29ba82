#include "model/pattern_cost.h"

#include <algorithm>
#include <cmath>

#include "model/sizes.h"
#include "model/words.h"
#include "value/capacity.h"

namespace trestle::model {
namespace {

constexpr double kAssumedItems = 10;
constexpr double kLargestBatchRead = 100;
constexpr double kLargestBatchWrite = 25;
constexpr double kGeoCells = 9;
constexpr double kPageBytes = 1 << 20;

std::size_t Whole(double bytes) {
  return static_cast<std::size_t>(std::ceil(std::max(bytes, 0.0)));
}

IndexUnits& UnitsIn(PatternCost& cost, const std::string& index) {
  const auto found = std::ranges::find(cost.indexes, index, &IndexUnits::index);
  if (found != cost.indexes.end()) return *found;
  return cost.indexes.emplace_back(IndexUnits{.index = index});
}

// Collects the cost of one pattern.
class Estimate {
 public:
  // `written`: the one entity whose writes count; null: all.
  Estimate(const Model& model, const Pattern& pattern, const Entity* written = nullptr)
      : model_(model),
        pattern_(pattern),
        written_(written),
        table_(model.FindTable(pattern.table)) {
    cost_.pattern = pattern.name;
    cost_.title = pattern.title;
    cost_.kind = pattern.kind;
    cost_.table = pattern.table;
    cost_.index = pattern.index;
    cost_.rate = pattern.rate;
    index_ =
        table_ == nullptr || pattern.index.empty() ? nullptr : table_->FindIndex(pattern.index);
    consistency_ = pattern.consistent ? ReadConsistency::kStrong : ReadConsistency::kEventual;
    for (const std::string& name : pattern.entities) {
      if (const Entity* entity = model.FindEntity(name)) entities_.push_back(entity);
    }
  }

  PatternCost Run() && {
    switch (pattern_.kind) {
      case PatternKind::kGet:
        Get();
        break;
      case PatternKind::kBatchGet:
        BatchGet();
        break;
      case PatternKind::kQuery:
        Query();
        break;
      case PatternKind::kScan:
        Scan();
        break;
      case PatternKind::kPut:
      case PatternKind::kUpdate:
      case PatternKind::kDelete:
        for (const Entity* entity : entities_) WriteOne(*entity, StepOf(pattern_.kind), 1);
        break;
      case PatternKind::kBatchWrite:
        BatchWrite();
        break;
      case PatternKind::kTransact:
        Transact();
        break;
    }
    cost_.worst_write = std::max(worst_, cost_.WriteUnits());
    return std::move(cost_);
  }

 private:
  void Assume(std::string text) {
    if (std::ranges::find(cost_.assumed, text) == cost_.assumed.end()) {
      cost_.assumed.push_back(std::move(text));
    }
  }

  // The size of what a read meets for each item, the mean of the pattern's entities by their
  // counts.
  double MeanBytes(bool of_index) {
    double sum = 0;
    double weights = 0;
    const bool counted = std::ranges::all_of(
        entities_, [](const Entity* entity) { return entity->count.value_or(0) > 0; });
    for (const Entity* entity : entities_) {
      double bytes = ItemBytes(model_, *entity);
      if (of_index && index_ != nullptr) bytes = EntryBytes(model_, *entity, *index_);
      const double weight = counted ? static_cast<double>(*entity->count) : 1;
      sum += bytes * weight;
      weights += weight;
      if (!entity->size) NoteSize(*entity);
    }
    return weights == 0 ? 0 : sum / weights;
  }

  void NoteSize(const Entity& entity) {
    const bool sampled = std::ranges::any_of(
        model_.samples, [&](const Sample& sample) { return sample.entity == entity.name; });
    Assume(entity.name + " is " + Bytes(ItemBytes(model_, entity)) +
           (sampled ? ", as its samples" : ", by its attributes' types"));
  }

  double ItemsRead(double by_default) {
    if (pattern_.reads) return *pattern_.reads;
    if (pattern_.returns) return *pattern_.returns;
    const double items = std::min(by_default, static_cast<double>(pattern_.limit));
    Assume(Figure(items) + " items");
    return items;
  }

  void AddRead(double units) {
    if (index_ != nullptr) {
      UnitsIn(cost_, index_->name).read += units;
    } else {
      cost_.table_read += units;
    }
  }

  void Get() {
    cost_.item_bytes = MeanBytes(false);
    cost_.table_read = ReadUnits(Whole(cost_.item_bytes), consistency_);
  }

  void BatchGet() {
    cost_.items = ItemsRead(kAssumedItems);
    cost_.item_bytes = MeanBytes(false);
    cost_.requests = std::max(1.0, std::ceil(cost_.items / kLargestBatchRead));
    cost_.table_read = cost_.items * ReadUnits(Whole(cost_.item_bytes), consistency_);
  }

  void Query() {
    cost_.items = ItemsRead(kAssumedItems);
    cost_.item_bytes = MeanBytes(true);
    cost_.requests = Queries();
    const double bytes_each = cost_.items * cost_.item_bytes / cost_.requests;
    AddRead(cost_.requests * ReadUnits(Whole(bytes_each), consistency_));
    cost_.requests *= std::max(1.0, std::ceil(bytes_each / kPageBytes));
    if (pattern_.load.empty() && !FetchesFromTable()) return;
    // What `load` fetches is filtered afterwards.
    const double fetched =
        pattern_.load.empty() ? pattern_.returns.value_or(cost_.items) : cost_.items;
    cost_.table_read += fetched * ReadUnits(Whole(MeanBytes(false)), consistency_);
    if (!pattern_.load.empty()) cost_.requests += std::ceil(fetched / kLargestBatchRead);
  }

  // A local index answers for attributes that it does not hold by reading the table's item.
  bool FetchesFromTable() const {
    if (index_ == nullptr || !index_->local || index_->projection.kind == Projection::Kind::kAll) {
      return false;
    }
    const auto held = [&](const std::string& name) {
      const auto is_name = [&](const KeyAttribute& key) { return key.name == name; };
      return std::ranges::any_of(index_->partition_key, is_name) ||
             std::ranges::any_of(index_->sort_key, is_name) ||
             (table_->sort_key && table_->sort_key->name == name) ||
             std::ranges::find(index_->projection.attributes, name) !=
                 index_->projection.attributes.end();
    };
    return !pattern_.project.empty() && !std::ranges::all_of(pattern_.project, held);
  }

  // How many queries one run makes.
  double Queries() {
    double queries = 1;
    if (pattern_.fan_out) {
      const FanOut& fan_out = *pattern_.fan_out;
      double parts = fan_out.by == FanOut::By::kDay ? 7 : 3;
      const Parameter* each = pattern_.FindParameter(fan_out.parameter);
      if (fan_out.by == FanOut::By::kValue && each != nullptr && !each->shape.values.empty()) {
        parts = static_cast<double>(each->shape.values.size());
      }
      Assume(Figure(parts) + (fan_out.by == FanOut::By::kDay     ? " days"
                              : fan_out.by == FanOut::By::kMonth ? " months"
                                                                 : " values of " + fan_out.list));
      queries *= parts;
    }
    if (pattern_.geo) {
      Assume("a circle that touches 9 cells");
      queries *= kGeoCells;
    }
    for (const KeyTest& test : pattern_.where) {
      for (const TemplatePart& part : test.value.parts) {
        const Parameter* given = pattern_.FindParameter(part.reference);
        if (given != nullptr && !given->optional) continue;
        for (const Format& format : part.formats) {
          if (format.kind == Format::Kind::kShard) queries *= std::max(1, format.first);
        }
      }
    }
    return queries;
  }

  void Scan() {
    double bytes = 0;
    double items = 0;
    for (const Entity& entity : model_.entities) {
      if (entity.table != pattern_.table) continue;
      const double each =
          index_ != nullptr ? EntryBytes(model_, entity, *index_) : ItemBytes(model_, entity);
      if (each == 0) continue;
      if (!entity.count) Assume("no items of " + entity.name + ": its count is not stated");
      items += static_cast<double>(entity.count.value_or(0));
      bytes += each * static_cast<double>(entity.count.value_or(0));
    }
    if (pattern_.reads && items > 0) {
      bytes *= *pattern_.reads / items;
      items = *pattern_.reads;
    }
    cost_.items = items;
    cost_.item_bytes = items == 0 ? MeanBytes(true) : bytes / items;
    cost_.requests = std::max(1.0, std::ceil(bytes / kPageBytes));
    AddRead(ReadUnits(Whole(bytes), consistency_));
  }

  static Step::Kind StepOf(PatternKind kind) {
    if (kind == PatternKind::kDelete) return Step::Kind::kDelete;
    return kind == PatternKind::kUpdate ? Step::Kind::kUpdate : Step::Kind::kPut;
  }

  bool Counts(const Entity& entity) const { return written_ == nullptr || written_ == &entity; }

  void WriteOne(const Entity& entity, Step::Kind kind, double times) {
    if (!Counts(entity)) return;
    if (!entity.size) NoteSize(entity);
    const bool guarded = !entity.unique.empty() && kind != Step::Kind::kUpdate;
    if (guarded) {
      Assume("a transaction: " + std::to_string(entity.unique.size()) + " unique attribute" +
             (entity.unique.size() == 1 ? "" : "s"));
    }
    Write(entity, kind,
          {.kind = guarded ? WriteKind::kTransactional : WriteKind::kPlain, .times = times});
    if (guarded) WriteGuards(entity, times);
  }

  // One for each unique attribute, in the transaction of its item.
  void WriteGuards(const Entity& entity, double times) {
    const double units = times * static_cast<double>(entity.unique.size()) *
                         WriteUnits(Whole(kGuardBytes), WriteKind::kTransactional);
    cost_.table_write += units;
    worst_ += units;
  }

  struct Writing {
    WriteKind kind = WriteKind::kPlain;
    double times = 1;
  };
  // The service doubles a transaction's units of the table alone; index entries cost the same.
  void Write(const Entity& entity, Step::Kind kind, const Writing& writing) {
    cost_.item_bytes = ItemBytes(model_, entity);
    cost_.table_write += writing.times * WriteUnits(Whole(cost_.item_bytes), writing.kind);
    worst_ += writing.times * WriteUnits(Whole(cost_.item_bytes), writing.kind);
    const Table* table = model_.FindTable(entity.table);
    if (kind == Step::Kind::kCheck || table == nullptr) return;
    for (const Index& index : table->indexes) {
      const double bytes = EntryBytes(model_, entity, index);
      if (bytes == 0) continue;
      const double units = writing.times * WriteUnits(Whole(bytes), WriteKind::kPlain);
      const bool moves = kind == Step::Kind::kUpdate && CanMove(*table, entity, index);
      const bool unchanged =
          kind == Step::Kind::kUpdate && index.projection.kind == Projection::Kind::kKeysOnly;
      if (IsSparse(entity, index)) Assume("an entry in " + index.name);
      if (!unchanged) UnitsIn(cost_, index.name).write += units;
      worst_ += moves ? 2 * units : unchanged ? 0 : units;
    }
  }

  void BatchWrite() {
    cost_.items = ItemsRead(kLargestBatchWrite);
    cost_.requests = std::max(1.0, std::ceil(cost_.items / kLargestBatchWrite));
    const double each = cost_.items / std::max<double>(1, static_cast<double>(entities_.size()));
    for (const Entity* entity : entities_) WriteOne(*entity, Step::Kind::kPut, each);
  }

  void Transact() {
    const Transaction* transaction = model_.FindTransaction(pattern_.transaction);
    if (transaction == nullptr) return;
    cost_.items = static_cast<double>(transaction->steps.size());
    for (const Step& step : transaction->steps) {
      const Entity* entity = model_.FindEntity(step.entity);
      if (entity == nullptr || !Counts(*entity)) continue;
      if (!entity->size) NoteSize(*entity);
      Write(*entity, step.kind, {.kind = WriteKind::kTransactional});
      const bool guarded = step.kind == Step::Kind::kPut || step.kind == Step::Kind::kDelete;
      if (guarded && !entity->unique.empty()) WriteGuards(*entity, 1);
    }
  }

  const Model& model_;
  const Pattern& pattern_;
  const Entity* written_;
  const Table* table_;
  const Index* index_ = nullptr;
  ReadConsistency consistency_ = ReadConsistency::kEventual;
  std::vector<const Entity*> entities_;
  PatternCost cost_;
  double worst_ = 0;
};

}  // namespace

double PatternCost::ReadUnits() const {
  double units = table_read;
  for (const IndexUnits& of_index : indexes) units += of_index.read;
  return units;
}

double PatternCost::WriteUnits() const {
  double units = table_write;
  for (const IndexUnits& of_index : indexes) units += of_index.write;
  return units;
}

PatternCost UnitsOf(const Model& model, const Pattern& pattern) {
  return Estimate(model, pattern).Run();
}

PatternCost UnitsOf(const Model& model, const Pattern& pattern, const Entity& written) {
  return Estimate(model, pattern, &written).Run();
}

}  // namespace trestle::model
