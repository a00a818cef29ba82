#include "cli/measure.h"

#include <memory>

#include "model/sample_arguments.h"
#include "model/words.h"
#include "operation/database.h"
#include "repository/repository.h"

namespace trestle {
namespace {

Result<model::Measured> MeasureOne(const model::Pattern& pattern,
                                   const repository::Repository& repository) {
  TRESTLE_TRY(const Item arguments, model::SampleArguments(repository.model(), pattern));
  TRESTLE_TRY(const repository::Page page, repository.Run(pattern.name, arguments));
  return model::Measured{
      .read = page.spent.read_units, .items = static_cast<double>(page.count), .problem = {}};
}

}  // namespace

model::Measurements Measure(const model::Model& model, Database& database, const Clock& clock) {
  const repository::Repository repository(std::make_shared<const model::Model>(model), database,
                                          clock, {.cursor_key = "measured once"});
  model::Measurements measured;
  for (const model::Pattern& pattern : model.patterns) {
    if (model::IsWrite(pattern.kind)) continue;
    Result<model::Measured> figure = MeasureOne(pattern, repository);
    measured[pattern.name] =
        figure ? *std::move(figure) : model::Measured{.problem = figure.error().message};
  }
  return measured;
}

}  // namespace trestle
