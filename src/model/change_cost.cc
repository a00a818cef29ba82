#include "model/change_cost.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/sizes.h"
#include "model/words.h"
#include "value/capacity.h"

namespace trestle::model {
namespace {

constexpr double kBytesInGigabyte = 1024.0 * 1024 * 1024;

std::size_t RoundedUp(double bytes) {
  return static_cast<std::size_t>(std::ceil(std::max(bytes, 0.0)));
}

double WriteUnitsOf(double bytes, WriteKind kind = WriteKind::kPlain) {
  return WriteUnits(RoundedUp(bytes), kind);
}

// The model's entities of the table with counts and sizes so that together they are `held`.
void Restock(Model& model, const std::string& table, const Stock& held) {
  double items = 0;
  double bytes = 0;
  std::vector<Entity*> entities;
  for (Entity& entity : model.entities) {
    if (entity.table != table) continue;
    entities.push_back(&entity);
    items += static_cast<double>(entity.count.value_or(0));
    bytes += static_cast<double>(entity.count.value_or(0)) * ItemBytes(model, entity);
  }
  for (Entity* entity : entities) {
    const double share = items > 0 ? static_cast<double>(entity->count.value_or(0)) / items
                                   : 1.0 / static_cast<double>(entities.size());
    const double size =
        bytes > 0 ? ItemBytes(model, *entity) * held.bytes * items / bytes : held.bytes;
    entity->count = std::llround(share * held.items);
    if (held.items > 0) entity->size = size / held.items;
  }
}

bool ExpectsItems(const Model& model, const std::string& table) {
  return std::ranges::any_of(model.entities, [&](const Entity& entity) {
    return entity.table == table && entity.count.value_or(0) > 0;
  });
}

void Replace(Model& model, const Table& table) {
  const auto found = std::ranges::find(model.tables, table.name, &Table::name);
  if (found != model.tables.end()) *found = table;
}

std::string UnitWords(double read, double write) {
  std::string text;
  if (read > 0) text = Figure(read) + " read units";
  if (read > 0 && write > 0) text.append(" and ");
  if (write > 0) text.append(Figure(write)).append(" write units");
  return text;
}

}  // namespace

std::string CostWords(const ChangeCost& cost) {
  std::string text;
  if (cost.read_units > 0 || cost.write_units > 0) {
    text = "once " + UnitWords(cost.read_units, cost.write_units) +
           (cost.once > 0 ? " (" + Dollars(cost.once) + ")" : ", of those provisioned");
  }
  if (cost.monthly != 0) {
    text.append(text.empty() ? "" : "; ")
        .append(Dollars(std::fabs(cost.monthly)))
        .append(cost.monthly > 0 ? " a month more" : " a month less");
  }
  if (text.empty() && cost.remark.empty()) return "nothing";
  if (!cost.remark.empty()) text.append(text.empty() ? "" : "; ").append(cost.remark);
  return text;
}

ChangeCosts::ChangeCosts(const Model& model, const Prices& prices,
                         const std::map<std::string, Stock>& held)
    : prices_(prices), now_(model), expected_(model) {
  for (const auto& [table, stock] : held) {
    Restock(now_, table, stock);
    if (!ExpectsItems(model, table)) Restock(expected_, table, stock);
  }
  report_ = Cost(expected_, prices_);
}

double ChangeCosts::Month() const {
  double dollars = 0;
  for (const Table& table : expected_.tables) dollars += MonthOf(report_, table);
  return dollars;
}

double ChangeCosts::MonthWith(const Model& model, const Table& table) const {
  Model other = model;
  Replace(other, table);
  return MonthOf(Cost(other, prices_), table);
}

ChangeCost ChangeCosts::OfTable(const Table& table) const {
  return {.monthly = MonthWith(expected_, table), .remark = {}};
}

ChangeCost ChangeCosts::OfSetting(const Table& before, const Table& after) const {
  return {.monthly = MonthWith(expected_, after) - MonthWith(expected_, before), .remark = {}};
}

ChangeCost ChangeCosts::OfIndex(const Table& table, const Index& index) const {
  ChangeCost cost;
  for (const Entity& entity : now_.entities) {
    if (entity.table != table.name) continue;
    const double bytes = EntryBytes(now_, entity, index);
    if (bytes == 0) continue;
    cost.write_units += static_cast<double>(entity.count.value_or(0)) * WriteUnitsOf(bytes);
  }
  if (!table.provisioned) {
    cost.once = OnDemandDollars(0, cost.write_units, PricesOf(table, prices_));
  }
  // What patterns pay for reading through it is theirs.
  Model others = expected_;
  std::erase_if(others.patterns, [&](const Pattern& pattern) {
    return pattern.table == table.name && pattern.index == index.name;
  });
  Table without = table;
  std::erase_if(without.indexes, [&](const Index& one) { return one.name == index.name; });
  cost.monthly = MonthWith(others, table) - MonthWith(others, without);
  return cost;
}

ChangeCost ChangeCosts::OfDroppedIndex(const Table& table, const DroppedIndex& index) const {
  const Table* const former =
      index.before == nullptr ? nullptr : index.before->FindTable(table.name);
  const Index* const known = former == nullptr ? nullptr : former->FindIndex(index.name);
  if (known != nullptr) {
    const ChangeCosts costs(*index.before, prices_, {});
    return {.monthly = -costs.OfIndex(*former, *known).monthly, .remark = {}};
  }
  const double units = index.units ? ProvisionedDollars(*index.units, table, prices_) : 0;
  const double storage = index.bytes / kBytesInGigabyte * PricesOf(table, prices_).storage;
  return {.monthly = -units - storage, .remark = {}};
}

ChangeCost ChangeCosts::Scanned(const Entity& entity, const ForEach& each) const {
  const Entity& here = *now_.FindEntity(entity.name);
  const Table& table = *now_.FindTable(entity.table);
  ChangeCost cost;
  if (!here.count) {
    cost.remark =
        UnitWords(each.read_units, each.write_units) + " for each stored item, and a scan";
    return cost;
  }
  const auto count = static_cast<double>(*here.count);
  if (count == 0) return cost;
  cost.read_units = ReadUnits(RoundedUp(count * ItemBytes(now_, here)), ReadConsistency::kStrong) +
                    count * each.read_units;
  cost.write_units = count * each.write_units;
  if (!table.provisioned) {
    cost.once = OnDemandDollars(cost.read_units, cost.write_units, PricesOf(table, prices_));
  }
  return cost;
}

ChangeCost ChangeCosts::OfRewriting(const Entity& entity,
                                    const std::vector<std::string>& moved) const {
  const Entity& here = *now_.FindEntity(entity.name);
  const Table& table = *now_.FindTable(entity.table);
  const double bytes = ItemBytes(now_, here);
  double units = WriteUnitsOf(bytes);
  for (const Index& index : table.indexes) {
    const double entry = EntryBytes(now_, here, index);
    const bool moves = std::ranges::find(moved, index.name) != moved.end();
    const bool stays = !moves && index.projection.kind == Projection::Kind::kKeysOnly;
    if (entry == 0 || stays) continue;
    units += (moves ? 2 : 1) * WriteUnitsOf(entry);
  }
  return Scanned(entity, {.read_units = 0, .write_units = units});
}

ChangeCost ChangeCosts::OfMoving(const Entity& entity) const {
  const Entity& here = *now_.FindEntity(entity.name);
  const Table& table = *now_.FindTable(entity.table);
  const double bytes = ItemBytes(now_, here);
  double units = WriteUnitsOf(bytes, WriteKind::kTransactional);
  for (const Index& index : table.indexes) {
    const double entry = EntryBytes(now_, here, index);
    if (entry > 0) units += WriteUnitsOf(entry);
  }
  // Each is looked up where it goes to.
  return Scanned(entity, {.read_units = ReadUnits(RoundedUp(bytes), ReadConsistency::kStrong),
                          .write_units = units});
}

ChangeCost ChangeCosts::OfGuards(const Entity& entity, std::size_t count) const {
  return Scanned(entity, {.read_units = 0,
                          .write_units = static_cast<double>(count) * WriteUnitsOf(kGuardBytes)});
}

}  // namespace trestle::model
