/** Items of expenses and other income. Source: product specification, section 8. */
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { crud, dropdowns } from '../crud.ts'
import { branchOrAll, detail, requiredOneOf, requiredText, statusOf, typeOf } from '../wire.ts'

export const expenseItem = {
  ...crud({
    entity: entities.list_expenses,
    fields: {
      name: requiredText('ชื่อรายการ'),
      category: requiredOneOf('หมวดหมู่', expenseCategories),
      type: typeOf(expenseTypes).default('general'),
      branch_id: branchOrAll,
      detail,
      status: statusOf(expenseStatuses).default('open'),
    },
  }),
  list: dropdowns(entities.list_expenses),
}
