#pragma once

#include <memory>
#include <string_view>

namespace trestle::model {

// Text that is found in whatever case it is written, by the simple case folding of Unicode: É finds
// é, and Σ both σ and ς. Letters with and without accents differ, and ß is not ss. Never changes.
class CaselessText {
 public:
  explicit CaselessText(std::string_view text);
  CaselessText(CaselessText&&) noexcept;
  CaselessText& operator=(CaselessText&&) noexcept;
  ~CaselessText();

  bool IsIn(std::string_view text) const;
  bool Equals(std::string_view text) const;

 private:
  struct Folded;
  std::unique_ptr<const Folded> folded_;
};

}  // namespace trestle::model
