/** Bank accounts of the school, of a branch or of all of them. Source: product specification, section 7b. */
import { banks } from '@khapdee/domain/banks'
import { entities } from '@khapdee/domain/entities'
import { units } from '@khapdee/domain/words'
import { bankAccount as accountNumber } from '../bank-fields.ts'
import { crud } from '../crud.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  active,
  branchOrAll,
  day,
  detail,
  flag,
  nonNegativeSum,
  requiredOneOf,
  requiredText,
} from '../wire.ts'

const numberTitle = titleOf({ accountNumber }, 'accountNumber')

export const bankAccount = crud({
  entity: entities.bank_account,
  fields: {
    name: requiredText('ชื่อบัญชี'),
    bank: requiredOneOf('ธนาคาร', banks),
    number: labelled(
      accountNumber.refine((value) => value !== '', { error: messages.required(numberTitle) }),
      numberTitle,
    ),
    branch_id: branchOrAll,
    /** At the start of `opening_day`; outside income. */
    opening_balance: labelled(nonNegativeSum, 'ยอดยกมา', { unit: units.baht }),
    opening_day: labelled(day, 'วันที่ยกมา'),
    /** Transfers of the branch go through it where nobody chooses an account; the branch has one such account. */
    is_default: flag('บัญชีหลักของสาขา').default(false),
    detail,
    is_activate: active,
  },
})
