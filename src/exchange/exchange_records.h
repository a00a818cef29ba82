#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "exchange/export.h"
#include "exchange/import.h"
#include "storage/store.h"

// What this room keeps in the store. Written to disk: see docs/file-format.md.
namespace trestle::exchange_records {

std::string Encode(const Export& job);
std::string Encode(const Import& job);
Result<Export> DecodeExport(std::string_view stored);
Result<Import> DecodeImport(std::string_view stored);

void Put(const Export& job, WriteBatch& batch);
void Put(const Import& job, WriteBatch& batch);
void Delete(const Export& job, WriteBatch& batch);
void Delete(const Import& job, WriteBatch& batch);
// All of them, in the order of their ids.
Result<std::vector<Export>> ReadExports(const View& view);
Result<std::vector<Import>> ReadImports(const View& view);

}  // namespace trestle::exchange_records
