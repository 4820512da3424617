/**
 * Rules by which entries of the books recur as drafts. Source: product specification, section 7.
 */
import { otherItem } from '@khapdee/domain/account-entry'
import { entities } from '@khapdee/domain/entities'
import { expenseCategories } from '@khapdee/domain/expense-item'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { frequencies, maxDayOfMonth } from '@khapdee/domain/recurrence'
import { units } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { labelled, titleOf } from '../field-meta.ts'
import {
  active,
  day,
  enteredDay,
  detail,
  oneOf,
  optionalDay,
  reference,
  requiredOneOf,
  requiredReference,
  requiredText,
  wholeNumberBetween,
} from '../wire.ts'
import { entryAmount, expenses } from './account-entry.ts'

const { pay_type, payee, payee_tax_id, wht_value, list_expenses } = expenses.create.input.shape

export const recurringEntry = crud({
  entity: entities.recurring_entry,
  fields: {
    /** Also the name of the entries if no item is chosen. */
    name: requiredText('ชื่อรายการประจำ'),
    branch_id: requiredReference('branch'),
    category: requiredOneOf(fieldTitles.category, expenseCategories),
    list_expenses_id: reference(
      'list_expenses',
      titleOf({ list_expenses }, 'list_expenses'),
      otherItem,
    )
      .nullable()
      .default(null),
    frequency: oneOf('รอบ', frequencies).default('monthly'),
    /** For monthly rules; in shorter months the last day. */
    day_of_month: wholeNumberBetween('วันที่ของเดือน', 1, maxDayOfMonth).default(1),
    /** For weekly rules: 1 for Monday to 7 for Sunday. */
    weekday: wholeNumberBetween('วันของสัปดาห์', 1, 7).default(1),
    start_day: labelled(enteredDay, 'เริ่มวันที่'),
    end_day: optionalDay('สิ้นสุดวันที่'),
    /** Null if it is entered in each draft. */
    value: labelled(entryAmount.nullable(), titleOf({ entryAmount }, 'entryAmount'), {
      unit: units.baht,
    }).default(null),
    pay_type,
    payee,
    payee_tax_id,
    wht_value,
    /** Vehicle and employee may be null although the item requires them: each draft names them. */
    vehicle_id: reference('vehicle').nullable().default(null),
    employee_id: reference('app_user').nullable().default(null),
    detail,
    /** A paused rule makes no drafts, nor does it make those of the pause later. */
    is_activate: active,
  },
  computedFields: {
    branch: z.string(),
    /** Name of its item; empty without one. */
    item: z.string(),
    vehicle: z.string(),
    employee: z.string(),
    /** The next day on which it makes a draft; null when it is paused or has ended. */
    next_day: labelled(day.nullable(), 'ฉบับร่างถัดไป'),
    /** Incomplete drafts. */
    open_drafts: labelled(z.number(), 'ฉบับร่างที่รอ'),
  },
})
