#include "model/caseless_text.h"

#include <re2/re2.h>

namespace trestle::model {
namespace {

re2::RE2::Options CaselessOptions() {
  re2::RE2::Options options;
  options.set_literal(true);
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  return options;
}

re2::StringPiece PieceOf(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

// RE2 has the tables, and finds the text in one pass.
struct CaselessText::Folded {
  explicit Folded(std::string_view text) : re2(PieceOf(text), CaselessOptions()) {}
  const re2::RE2 re2;
};

CaselessText::CaselessText(std::string_view text) : folded_(std::make_unique<const Folded>(text)) {}
CaselessText::CaselessText(CaselessText&&) noexcept = default;
CaselessText& CaselessText::operator=(CaselessText&&) noexcept = default;
CaselessText::~CaselessText() = default;

bool CaselessText::IsIn(std::string_view text) const {
  return re2::RE2::PartialMatch(PieceOf(text), folded_->re2);
}

bool CaselessText::Equals(std::string_view text) const {
  return re2::RE2::FullMatch(PieceOf(text), folded_->re2);
}

}  // namespace trestle::model
