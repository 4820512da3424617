/** Other fees and request fees: priced items beside the courses. Product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { id, multilineText, positiveBaht, requiredText } from '../wire.ts'

const feeFields = {
  name: requiredText('ชื่อรายการ'),
  price: positiveBaht,
  /** Null: every branch offers it. */
  branch_id: id.nullable().default(null),
  detail: multilineText().default(''),
  is_activate: z.boolean().default(true),
}

export const otherFee = crud({
  entity: entities.other_fee,
  fields: feeFields,
})

export const requestFee = crud({
  entity: entities.request_fee,
  fields: {
    ...feeFields,
    /** Collected for the state: not the school's income. */
    is_state_fee: z.boolean().default(false),
  },
})
