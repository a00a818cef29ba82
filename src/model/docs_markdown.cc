#include "model/docs.h"

namespace trestle::model {
namespace {

// A bar would end a cell, even between ` `.
std::string Cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out.push_back('\\');
    out.push_back(c == '\n' ? ' ' : c);
  }
  return out;
}

void AppendTable(std::string& text, const std::vector<std::vector<std::string>>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text.push_back('|');
    for (const std::string& cell : rows[i]) text.append(" ").append(Cell(cell)).append(" |");
    text.push_back('\n');
    if (i > 0) continue;
    text.push_back('|');
    for (std::size_t column = 0; column < rows[i].size(); ++column) text.append(" --- |");
    text.push_back('\n');
  }
  text.push_back('\n');
}

}  // namespace

std::string Markdown(const DocsPage& document) {
  std::string text = "# " + document.title + "\n\n" + document.text + "\n\n";
  for (const DocsSection& section : document.sections) {
    text.append(static_cast<std::size_t>(section.level), '#').append(" ").append(section.title);
    text.append("\n\n");
    if (!section.text.empty()) text.append(section.text).append("\n\n");
    if (!section.diagram.empty()) text.append("```mermaid\n" + section.diagram + "```\n\n");
    if (!section.table.empty()) AppendTable(text, section.table);
    if (!section.code.empty()) text.append("```json\n" + section.code + "```\n\n");
  }
  text.pop_back();
  return text;
}

}  // namespace trestle::model
