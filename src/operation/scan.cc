#include "operation/scan.h"

#include "operation/page_reader.h"
#include "operation/parameter_styles.h"

namespace trestle {
namespace {

Status CheckSegments(const ScanRequest& request) {
  if (request.segment && !request.total_segments) return messages::TotalSegmentsRequired();
  if (request.total_segments && !request.segment) return messages::SegmentRequired();
  if (request.segment && *request.segment >= *request.total_segments) {
    return messages::SegmentTooLarge(*request.segment, *request.total_segments);
  }
  return {};
}

Status CheckStyles(const ScanRequest& request) {
  ParameterStyles styles;
  styles.Expression("ProjectionExpression", request.projection.expression.has_value())
      .Expression("FilterExpression", request.filter_expression.has_value())
      .Legacy("AttributesToGet", request.projection.attributes_to_get.has_value())
      .Legacy("ScanFilter", request.scan_filter.has_value())
      .Legacy("ConditionalOperator", request.conditional_operator.has_value());
  TRESTLE_RETURN_IF_ERROR(styles.CheckNotMixed());
  return CheckSubstitutionMaps(request.substitutions,
                               {.names = styles.HasExpressions(),
                                .values = request.filter_expression.has_value(),
                                .no_values = "FilterExpression is null"});
}

// The rows of the segment asked for. A start key must lie in it.
Result<KeyRange> SelectedRange(const PageSource& source, const ScanRequest& request,
                               const std::optional<std::string>& start) {
  const std::int64_t segment = request.segment.value_or(0);
  const std::int64_t total = request.total_segments.value_or(1);
  KeyRange range =
      RangeOf(*source.table, SegmentRange{.index = source.index,
                                          .segment = static_cast<std::uint32_t>(segment),
                                          .total_segments = static_cast<std::uint32_t>(total)});
  if (start && !Holds(range, *start)) return messages::StartKeyInOtherSegment(segment, total);
  return range;
}

}  // namespace

Result<PageResponse> Scan(OperationContext& context, const ScanRequest& request) {
  const PageParameters parameters = ParametersOf(request);
  TRESTLE_RETURN_IF_ERROR(CheckStyles(request));
  TRESTLE_RETURN_IF_ERROR(CheckSelect(parameters));
  PagePlan plan;
  TRESTLE_TRY(plan.parts, ParseLegacyParts(parameters));
  TRESTLE_RETURN_IF_ERROR(CheckSegments(request));
  Substitutions substitutions = SubstitutionsOf(request.substitutions);
  TRESTLE_RETURN_IF_ERROR(ParseExpressions(parameters, substitutions, plan.parts));

  TRESTLE_TRY(PageSource source, FindPageSource(context.catalog, parameters));
  TRESTLE_TRY(plan.rows.start, StartPosition(source, parameters));
  TRESTLE_TRY(source.fetches, MustFetch(source, parameters, plan.parts.projection));
  TRESTLE_RETURN_IF_ERROR(CheckFilterAttributes(source, parameters, plan.parts.filter));
  TRESTLE_TRY(plan.range, SelectedRange(source, request, plan.rows.start));

  plan.units = ScanUnits;
  Complete(plan, parameters);
  return ReadPage(context, source, plan);
}

}  // namespace trestle
