#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/document_path.h"
#include "expression/substitutions.h"
#include "value/item_codec.h"

namespace trestle {

// The attributes that a reader asked for. The default object is everything.
class Projection {
 public:
  Projection() = default;
  static Result<Projection> Parse(std::string_view text, Substitutions& substitutions);
  // Legacy AttributesToGet: top-level names. Duplicates are refused as the service does.
  static Result<Projection> FromNames(const std::vector<std::string>& names);
  // Any paths, overlapping ones merged; for UPDATED_OLD and UPDATED_NEW.
  static Projection OfPaths(std::vector<DocumentPath> paths);
  // The columns of a SELECT: each value becomes an attribute of its own, called by its path from
  // the last name on. a.b[0] is shown as b[0].
  static Projection OfColumns(std::vector<DocumentPath> paths);

  bool IsEverything() const { return everything_; }
  Item Apply(const Item& item) const;
  // The same of a stored item, of which only what is asked for is decoded.
  Result<EncodedItem> Apply(EncodedItemView item) const;
  // As Condition::AddAttributes; nothing if it is everything.
  void AddAttributes(std::vector<std::string_view>& names) const;
  // As written.
  const std::vector<DocumentPath>& paths() const { return paths_; }

 private:
  Item ApplyColumns(const Item& item) const;

  bool everything_ = true;
  bool columns_ = false;
  std::vector<DocumentPath> paths_;
  // The same, so that paths below one value stand together; empty if there is but one.
  std::vector<DocumentPath> sorted_;
};

}  // namespace trestle
