/** Items of expenses and other income. Source: product specification, section 8. */
import {
  expenseCategories,
  expenseStatuses,
  expenseTypes,
  passThroughTitle,
} from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { crud, dropdowns } from '../crud.ts'
import {
  branchOrAll,
  detail,
  flag,
  requiredOneOf,
  requiredText,
  statusOf,
  text,
  typeOf,
} from '../wire.ts'

export const expenseItem = {
  ...crud({
    entity: entities.list_expenses,
    fields: {
      name: requiredText(fieldTitles.itemName),
      category: requiredOneOf(fieldTitles.category, expenseCategories),
      type: typeOf(expenseTypes).default('general'),
      /**
       * The heading under which lists and charts group items; empty for an item without a group.
       */
      group: text(fieldTitles.group, 100).default(''),
      /** Taxes and premiums that the school collects for others and passes on. */
      is_pass_through: flag(passThroughTitle).default(false),
      /**
       * Whether its entries are fuel fillings, which are compared with the median of their vehicle.
       */
      is_fuel: flag('ค่าน้ำมันเชื้อเพลิง').default(false),
      branch_id: branchOrAll,
      detail,
      status: statusOf(expenseStatuses).default('open'),
    },
  }),
  list: dropdowns(entities.list_expenses),
}
