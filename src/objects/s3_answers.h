#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "objects/object_store.h"

namespace trestle {

// The little of S3's XML that is read. What is damaged gives less, never an error.

// The text of the first element of that name, entities resolved; empty if there is none.
std::string XmlText(std::string_view xml, std::string_view element);

// One page of ListObjectsV2.
struct ObjectPage {
  std::vector<ObjectSummary> objects;
  std::string next;  // the continuation token; empty on the last page
};
ObjectPage ReadObjectPage(std::string_view xml);

}  // namespace trestle
