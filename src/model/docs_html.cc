#include "model/docs.h"
#include "model/svg.h"

namespace trestle::model {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1f2933;--quiet:#66727f;--line:#d9dfe5;--ground:#fff;--code:#f1f4f7;--mark:#2f6fde}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9ee;--quiet:#9aa7b4;--line:#38434f;--ground:#14191f;--code:#222a33;--mark:#7fabf7}}
*{box-sizing:border-box}
body{margin:0;font:15px/1.55 Inter,'Segoe UI','DejaVu Sans',sans-serif;color:var(--ink);background:var(--ground);display:flex}
nav{position:sticky;top:0;height:100vh;overflow:auto;width:230px;flex:none;padding:28px 20px;border-right:1px solid var(--line);font-size:13.5px}
nav a{display:block;color:var(--quiet);text-decoration:none;padding:3px 0}
nav a:hover,nav a:focus{color:var(--mark)}
nav a.deep{padding-left:14px;font-size:12.5px}
main{padding:28px 40px 80px;min-width:0;max-width:1500px;flex:1}
h1{font-size:28px;margin:.2em 0}h2{font-size:20px;margin:2.2em 0 .6em}h3{font-size:16px;margin:1.8em 0 .5em}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:13.5px;width:100%}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line)}
th{color:var(--quiet);font-weight:600;white-space:nowrap}
code,pre{font-family:'JetBrains Mono','DejaVu Sans Mono',monospace;font-size:.88em}
code{background:var(--code);padding:1px 4px;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);padding:14px;border-radius:8px;overflow:auto}
svg{max-width:100%;height:auto;border:1px solid var(--line);border-radius:10px;background:#fff}
@media(max-width:900px){body{display:block}nav{position:static;width:auto;height:auto;border:0}main{padding:20px}}
@media print{nav{display:none}}
)";

// Escaped, and what stands between ` ` as code.
std::string Inline(std::string_view text) {
  std::string out;
  bool code = false;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t tick = std::min(text.find('`', begin), text.size());
    out.append(XmlEscaped(text.substr(begin, tick - begin)));
    if (tick < text.size()) {
      out.append(code ? "</code>" : "<code>");
      code = !code;
    }
    begin = tick + 1;
  }
  return code ? out + "</code>" : out;
}

std::string Anchor(std::string_view title) {
  std::string out;
  for (const char c : title) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out.push_back(plain ? c : '-');
  }
  return out;
}

void AppendTable(std::string& text, const std::vector<std::vector<std::string>>& rows) {
  text.append("<div class=\"scroll\"><table>\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text.append("<tr>");
    for (const std::string& cell : rows[i]) {
      text.append(i == 0 ? "<th>" : "<td>").append(Inline(cell)).append(i == 0 ? "</th>" : "</td>");
    }
    text.append("</tr>\n");
  }
  text.append("</table></div>\n");
}

}  // namespace

std::string Html(const DocsPage& document) {
  std::string text = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  text.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  text.append(XmlEscaped(document.title)).append("</title>\n<style>").append(kStyle);
  text.append("</style>\n</head>\n<body>\n<nav aria-label=\"Sections\">\n");
  for (const DocsSection& section : document.sections) {
    text.append("<a href=\"#" + Anchor(section.title) + "\"");
    if (section.level > 2) text.append(" class=\"deep\"");
    text.append(">").append(XmlEscaped(section.title)).append("</a>\n");
  }
  text.append("</nav>\n<main>\n<h1>" + XmlEscaped(document.title) + "</h1>\n<p>");
  text.append(Inline(document.text)).append("</p>\n");
  for (const DocsSection& section : document.sections) {
    const std::string level = std::to_string(section.level);
    text.append("<h" + level + " id=\"" + Anchor(section.title) + "\">");
    text.append(XmlEscaped(section.title)).append("</h" + level + ">\n");
    if (!section.text.empty()) text.append("<p>" + Inline(section.text) + "</p>\n");
    if (!section.picture.empty())
      text.append("<div class=\"scroll\">\n" + section.picture + "</div>\n");
    if (!section.table.empty()) AppendTable(text, section.table);
    if (!section.code.empty()) text.append("<pre>" + XmlEscaped(section.code) + "</pre>\n");
  }
  return text.append("</main>\n</body>\n</html>\n");
}

}  // namespace trestle::model
