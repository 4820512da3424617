/** The grown school's customers. */
import type { Day } from '@khapdee/domain/thai-date'
import { surnames } from '../../apps/server/src/seed/demo-names.ts'
import { makeCustomer } from '../../apps/server/src/seed/demo-people.ts'
import type { Random } from '../../apps/server/src/seed/random.ts'
import type { CopyBuffer } from './copy-text.ts'
import type { GrownBranch } from './school-items.ts'

export interface Customer {
  id: number
  name: string
  idcard: string
  phone: string
}

/** A province that does not exist, so that a number is nobody's. */
const idPrefix = '198'
/** Compound surnames are as rare as real ones; the list's own are then the frequent ones. */
const compoundShare = 0.4

/** Unlike all others below 100 million; no common factor with it, so that the numbers look mixed. */
function idNumber(serial: number): string {
  const digits = idPrefix + String((serial * 7_654_321) % 1e9).padStart(9, '0')
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (13 - i)
  return `${digits}${(11 - (sum % 11)) % 10}`
}

/** Puts a new customer into the buffer. */
export function addCustomer(
  buffer: CopyBuffer<'customer'>,
  random: Random,
  branch: GrownBranch,
  { id, day, at }: { id: number; day: Day; at: string },
): Customer {
  const made = makeCustomer(random, branch.code, day, id)
  const compound = random.chance(compoundShare) ? random.pick(surnames) : ''
  const sname = made.sname + compound
  const idcard = idNumber(id)
  buffer.add({
    ...made,
    customer_id: id,
    sname,
    idcard,
    branch_id: branch.id,
    createdAt: at,
    updatedAt: at,
    version: 1,
  })
  return { id, name: `${made.fname} ${sname}`, idcard, phone: made.phone_1 }
}
