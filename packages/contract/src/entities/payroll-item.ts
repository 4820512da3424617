/** Items of payroll: kinds of income and deductions. Source: product specification, section 10. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { zeroSatang } from '@khapdee/domain/money'
import { itemCategories, itemStatuses, itemUnits } from '@khapdee/domain/payroll/items'
import { deductionPostings, lineConditions, lineSides } from '@khapdee/domain/payroll/lines'
import { units } from '@khapdee/domain/words'
import { crud, dropdowns } from '../crud.ts'
import { labelled } from '../field-meta.ts'
import {
  branchOrAll,
  detail,
  flag,
  nonNegativeBaht,
  oneOf,
  requiredOneOf,
  requiredText,
  statusOf,
  typeOf,
} from '../wire.ts'

export const payrollItem = {
  ...crud({
    entity: entities.list_payroll,
    fields: {
      name: requiredText(fieldTitles.itemName),
      type: typeOf(lineSides).default('income'),
      category: requiredOneOf(fieldTitles.category, itemCategories),
      condition: oneOf('วิธีคำนวณ', lineConditions).default('fill'),
      /** The rate of one unit, which is multiplied unless the condition is `fill`. */
      value: labelled(nonNegativeBaht, fieldTitles.unitRate, { unit: units.baht }).default(
        zeroSatang,
      ),
      title_value: oneOf('หน่วย', itemUnits).default('baht'),
      /** The use of the deducted money; null for income. */
      posting: oneOf('การลงบัญชี', deductionPostings).nullable().default(null),
      taxable: flag('คิดภาษี').default(true),
      in_sso_base: flag('คิดฐานประกันสังคม').default(false),
      regular: flag('ประจำ').default(true),
      branch_id: branchOrAll,
      detail,
      status: statusOf(itemStatuses).default('open'),
    },
  }),
  list: dropdowns(entities.list_payroll),
}
