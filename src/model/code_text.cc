#include "model/code_text.h"

#include <cstdio>

namespace trestle::model {

std::string QuotedText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c == '\n') {
      out.append("\\n");
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(c));
      out.append(escaped);
    } else {
      out.push_back(c);
    }
  }
  return out + "\"";
}

std::string CommentText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    // A control character may end the line; behind a star a slash ends the comment.
    if (c == '/' && out.ends_with('*')) out.push_back(' ');
    out.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  }
  // A backslash at its end would draw the next line in.
  while (out.ends_with('\\') || out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace trestle::model
