/** Items of expense and of other income. Source: product specification, section 8. */
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { crud, dropdowns } from '../crud.ts'
import { messages } from '../messages.ts'
import { id, multilineText, oneOf, requiredText } from '../wire.ts'

export const expenseItem = {
  ...crud({
    entity: entities.list_expenses,
    fields: {
      name: requiredText('ชื่อรายการ'),
      category: oneOf(expenseCategories, messages.select('หมวดหมู่')),
      type: oneOf(expenseTypes).default('general'),
      /** Null: every branch uses it. */
      branch_id: id.nullable().default(null),
      detail: multilineText().default(''),
      status: oneOf(expenseStatuses).default('open'),
    },
  }),
  list: dropdowns(entities.list_expenses),
}
