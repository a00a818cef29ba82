#include "backup/backups.h"
#include "operation/table_admin.h"
#include "operation/table_messages.h"
#include "table/messages.h"
#include "table/table_directory.h"

namespace trestle {

Result<TableDescription> DeleteTable(OperationContext& context, const std::string& table_name) {
  context.AnswerAfterLatest();
  TablePtr table = context.catalog.FindInAnyState(table_name);
  if (table == nullptr) return messages::TableNotFound(TableNameOf(table_name));
  if (table->definition().deletion_protection) return messages::DeletionProtected();

  // What it held is known as long as it is there.
  TableDescription description = Describe(context, table);
  const bool leaves_backup = table->definition().recovery && context.backups != nullptr;
  TRESTLE_TRY(description.table, leaves_backup ? context.backups->DropTable(table_name)
                                               : context.catalog.Drop(table_name));
  context.AnswerAfterLatest();
  description.status = description.table->definition().status;
  return description;
}

}  // namespace trestle
