#include "expression/parser.h"

namespace trestle {
namespace {

class ProjectionParser : public Parser {
 public:
  using Parser::Parser;

  Result<ProjectionSyntax> Parse() {
    do {
      TRESTLE_RETURN_IF_ERROR(ParsePath());
    } while (TakeIf(TokenKind::kComma));
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kEnd));
    TRESTLE_RETURN_IF_ERROR(FirstRemark());
    return ProjectionSyntax{TakeSlots()};
  }
};

}  // namespace

Result<ProjectionSyntax> ParseProjection(std::string_view text) {
  TRESTLE_RETURN_IF_ERROR(CheckExpressionText(ExpressionKind::kProjection, text));
  return ProjectionParser(ExpressionKind::kProjection, text).Parse();
}

}  // namespace trestle
