#include "operation/table_admin.h"

namespace trestle {

DescribeLimitsResponse DescribeLimits() { return {}; }

}  // namespace trestle
