/** Other fees and request fees, which are sold in addition to courses. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { crud } from '../crud.ts'
import { active, branchOrAll, detail, flag, price, requiredText } from '../wire.ts'

const feeFields = {
  name: requiredText('ชื่อรายการ'),
  price,
  branch_id: branchOrAll,
  detail,
  is_activate: active,
}

export const otherFee = crud({
  entity: entities.other_fee,
  fields: feeFields,
})

export const requestFee = crud({
  entity: entities.request_fee,
  fields: {
    ...feeFields,
    /** Collected on behalf of the state, so it is not income of the school. */
    is_state_fee: flag('ค่าธรรมเนียมของราชการ').default(false),
  },
})
