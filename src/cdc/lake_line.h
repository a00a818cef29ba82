#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "cdc/lake_manifest.h"
#include "stream/change_record.h"

// The lines of a lake's files, without their ends; described in docs/change-capture.md.
namespace trestle {

// A sequence number as long as the longest one: the order of the texts is that of the changes.
std::string LakeSequence(std::string_view sequence);

// False if the record is damaged.
bool AppendLakeLine(const ChangeRecord& record, std::string_view sequence, LakeImages images,
                    std::string& out);
// An item that was found in the table, before all of its changes. `keys` are its own.
bool AppendSnapshotLine(EncodedItemView item, const Item& keys, TimePoint found, LakeImages images,
                        std::string& out);

// Where the lines of an entity and of a day go: entity=Task/date=2026-11-16/.
std::string LakeFolder(std::string_view entity, TimePoint time);

}  // namespace trestle
