#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.h"
#include "model/codegen.h"
#include "model/cost_report.h"
#include "model/docs.h"
#include "model/export.h"
#include "model/findings_text.h"
#include "model/graph.h"
#include "model/import.h"
#include "model/model_text.h"
#include "model/read.h"

// What must hold of everything that is made of a model, whatever the model says. Each function
// answers with what is wrong, or with nothing. A property test and a fuzzer share it.
namespace trestle::model {

inline std::string PlaceComplaint(std::string_view text, Place place) {
  std::uint32_t line = 1;
  while (line < place.line && !text.empty()) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    ++line;
  }
  const std::size_t length = std::min(text.find('\n'), text.size());
  const bool inside = line == place.line && place.column >= 1 && place.column <= length + 1;
  return inside ? std::string()
                : "there is no place " + std::to_string(place.line) + ":" +
                      std::to_string(place.column) + " in the file";
}

inline bool IsJson(const std::string& text) { return JsonParser().Parse(text).has_value(); }

// Every bracket outside of texts and comments is closed by its own kind, and every text ends in its
// line. `comment` begins a comment of a line.
inline bool IsBalanced(std::string_view code, std::string_view comment) {
  std::string open;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == comment[0] && code.substr(i).starts_with(comment)) {
      i = std::min(code.find('\n', i), code.size());
    } else if (c == '/' && code.substr(i).starts_with("/*")) {
      i = code.find("*/", i);
      if (i == std::string_view::npos) return false;
      ++i;
    } else if (c == '"' || c == '`' || c == '\'') {
      const std::size_t line = code.find('\n', i);
      for (++i; i < code.size() && code[i] != c; ++i) {
        if (code[i] == '\\') ++i;
      }
      if (i >= std::min(line, code.size())) return false;
    } else if (c == '(' || c == '[' || c == '{') {
      open.push_back(c);
    } else if (c == ')' || c == ']' || c == '}') {
      const char own = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (!open.ends_with(own)) return false;
      open.pop_back();
    }
  }
  return open.empty();
}

// Elements nest, and no text holds what XML has no character for.
inline bool IsXml(std::string_view text) {
  if (!IsUtf8(text)) return false;
  std::vector<std::string> open;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('<'), text.size());
    for (std::size_t i = 0; i < begin; ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c < 0x20 && c != '\n' && c != '\t') return false;
      if (c == '&' && text.substr(i, 8).find(';') == std::string_view::npos) return false;
    }
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) return false;
    const std::string_view tag = text.substr(1, end - 1);
    const std::string name(tag.substr(0, tag.find_first_of(" \n/", 1)));
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    text.remove_prefix(end + 1);
  }
  return open.empty();
}

inline std::string FindingComplaint(const Model& model, std::string_view text,
                                    const Findings& findings) {
  for (const Finding& finding : findings.all) {
    if (finding.rule == nullptr || finding.message.empty() || finding.element.empty()) {
      return "a finding says nothing";
    }
    const std::string place = PlaceComplaint(text, finding.place);
    if (!place.empty()) return std::string(finding.rule->id) + ": " + place;
  }
  const std::vector<CheckedModel> checked = {{.model = &model, .findings = findings}};
  if (FindingsText(checked).empty()) return "findings without text";
  return IsJson(FindingsJson(checked)) ? "" : "findings that are no JSON";
}

// Whether the form of the Workbench has a place for the index.
inline bool FitsWorkbench(const Index& index) {
  return !index.local && index.partition_key.size() == 1 && index.sort_key.size() <= 1;
}

inline bool SameTable(const Table& written, const Table& read) {
  std::vector<Index> indexes = written.indexes;
  std::erase_if(indexes, [](const Index& index) { return !FitsWorkbench(index); });
  const bool same_indexes =
      std::ranges::equal(indexes, read.indexes, [](const Index& a, const Index& b) {
        return a.name == b.name && a.partition_key == b.partition_key && a.sort_key == b.sort_key &&
               a.projection == b.projection;
      });
  return written.name == read.name && written.partition_key == read.partition_key &&
         written.sort_key == read.sort_key && written.provisioned == read.provisioned &&
         same_indexes;
}

inline std::string WorkbenchComplaint(const Model& model) {
  std::vector<std::string> left_out;
  const std::string text = NoSqlWorkbench(model, left_out);
  const Result<Model> back = FromNoSqlWorkbench(text, "workbench.json");
  if (!back) return "the Workbench's file is not read: " + back.error().message;
  if (!std::ranges::equal(model.tables, back->tables, SameTable)) {
    return "the Workbench's file has other tables";
  }
  const std::string imported = ModelText(*back);
  const Reading reading = ReadModel(imported, "imported.toml");
  if (reading.problems.empty()) return {};
  return "what is imported is no model: " + reading.problems.front().message + "\n" + imported;
}

inline std::string OutputComplaint(const Model& model, std::string_view text) {
  const Findings findings = Check(model);
  if (const std::string what = FindingComplaint(model, text, findings); !what.empty()) return what;
  const CostReport cost = Cost(model, {});
  if (CostText(cost).empty()) return "a cost report without text";
  if (!IsJson(CostJson(cost))) return "a cost report that is no JSON";
  if (!IsXml(CostPicture(cost))) return "a picture of costs that is no SVG";
  if (!IsXml(Graph(model))) return "a graph that is no SVG";
  const DocsPage docs = Describe(model, cost, {});
  if (Markdown(docs).empty()) return "documentation without text";
  const std::string page = Html(docs);
  const std::size_t body = page.find("<nav");
  if (!IsXml(std::string_view(page).substr(body, page.find("</body>") - body))) {
    return "documentation that is no HTML";
  }
  if (!IsJson(CloudFormation(model))) return "a template that is no JSON";
  if (!IsBalanced(Terraform(model), "#")) return "Terraform with an open end";
  if (!IsBalanced(Cdk(model), "//")) return "a stack with an open end";
  if (!IsBalanced(CppCode(model), "//")) return "C++ with an open end";
  if (!IsBalanced(TypeScriptCode(model), "//")) return "TypeScript with an open end";
  return WorkbenchComplaint(model);
}

}  // namespace trestle::model
