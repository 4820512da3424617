/** Bank accounts of the school, of a branch or of all of them. Source: product specification, section 7b. */
import { banks } from '@khapdee/domain/banks'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { units } from '@khapdee/domain/words'
import { z } from 'zod'
import { bankAccount as accountNumber } from '../bank-fields.ts'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  active,
  branchOrAll,
  dataOf,
  enteredDay,
  detail,
  flag,
  idInPath,
  nonNegativeSum,
  option,
  requiredOneOf,
  requiredText,
} from '../wire.ts'

const numberTitle = titleOf({ accountNumber }, 'accountNumber')

const records = crud({
  entity: entities.bank_account,
  fields: {
    name: requiredText(fieldTitles.accountName),
    bank: requiredOneOf(fieldTitles.bank, banks),
    number: labelled(
      accountNumber.refine((value) => value !== '', { error: messages.required(numberTitle) }),
      numberTitle,
    ),
    branch_id: branchOrAll,
    /** The balance at the start of `opening_day`; it does not count as income. */
    opening_balance: labelled(nonNegativeSum, fieldTitles.openingBalance, { unit: units.baht }),
    opening_day: labelled(enteredDay, 'วันที่ยกมา'),
    /** The account of transfers for which no other one is chosen; a branch has only one such account. */
    is_default: flag('บัญชีหลักของสาขา').default(false),
    detail,
    is_activate: active,
  },
})

export const bankAccount = {
  ...records,
  list: endpoint({
    method: 'GET',
    path: 'bank-account/list',
    access: [
      'accounting.view',
      'application.create',
      'application.pay',
      'application.refund',
      'payroll.pay',
    ],
    summary:
      'Active accounts of a branch (by default the own one) and of all branches, the default account first',
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(z.array(option)),
  }),
}
