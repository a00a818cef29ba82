#pragma once

#include <string>
#include <string_view>

namespace trestle::model {

// A text in double quotes, as C++, TypeScript and HCL read it. In HCL "${" is doubled by the
// caller.
std::string QuotedText(std::string_view text);

// A text inside a comment of one line, of any of these languages: nothing in it ends the comment.
std::string CommentText(std::string_view text);

// Gathers lines of source code, two blanks for each level.
class CodeText {
 public:
  CodeText& Line(std::string_view line) {
    if (!line.empty()) text_.append(static_cast<std::size_t>(depth_) * 2, ' ').append(line);
    text_.push_back('\n');
    return *this;
  }
  CodeText& Open(std::string_view line) {
    Line(line);
    ++depth_;
    return *this;
  }
  CodeText& Close(std::string_view line) {
    --depth_;
    return Line(line);
  }
  std::string Take() && { return std::move(text_); }

 private:
  std::string text_;
  int depth_ = 0;
};

}  // namespace trestle::model
