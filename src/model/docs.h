#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/cost.h"
#include "model/model.h"

// A model's documentation: what it consists of first, then how that is written.
namespace trestle::model {

// Text between ` ` is code, in paragraphs and cells.
struct DocsSection {
  std::string title;
  int level = 2;
  std::string text;
  std::vector<std::vector<std::string>> table;  // the first row is the head
  std::string code;                             // preformatted
  std::string picture;                          // SVG; HTML alone shows it
  std::string diagram;                          // Mermaid; Markdown alone has it
};

struct DocsPage {
  std::string title;
  std::string text;
  std::vector<DocsSection> sections;
};

// A finding as the documentation lists it: where, how bad, what.
struct ListedFinding {
  std::string place;  // line:column
  std::string severity;
  std::string rule;
  std::string message;
};

DocsPage Describe(const Model& model, const CostReport& cost,
                  const std::vector<ListedFinding>& findings);
std::string Markdown(const DocsPage& document);
std::string Html(const DocsPage& document);  // one file that needs no other

}  // namespace trestle::model
