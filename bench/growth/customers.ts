/** Generates customers. */
import type { Day } from '@khapdee/domain/thai-date'
import { surnames } from '../../apps/server/src/seed/demo-names.ts'
import { makeCustomer } from '../../apps/server/src/seed/demo-people.ts'
import type { Random } from '../../apps/server/src/seed/random.ts'
import type { CopyBuffer } from './copy-text.ts'
import type { GeneratedBranch } from './school-items.ts'

export interface Customer {
  id: number
  name: string
  /** The part of the search text of an application after the code, as the SQL function `application_search` writes it. */
  search: string
}

/** The digits contain a province code that does not exist, so that no generated ID number belongs to a real person. */
const idPrefix = '198'
/** Share of customers with a surname joined from two. Each such surname is rare, like most real surnames. */
const compoundShare = 0.4

/** A valid ID number. Serials below 10^9 give distinct numbers, because the factor is coprime to 10^9. */
function idNumber(serial: number): string {
  const digits = idPrefix + String((serial * 7_654_321) % 1e9).padStart(9, '0')
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (13 - i)
  return `${digits}${(11 - (sum % 11)) % 10}`
}

/** Generates a customer and adds the row to the buffer. */
export function addCustomer(
  buffer: CopyBuffer<'customer'>,
  random: Random,
  branch: GeneratedBranch,
  { id, day, at }: { id: number; day: Day; at: string },
): Customer {
  const person = makeCustomer(random, branch.code, day, id)
  const compound = random.chance(compoundShare) ? random.pick(surnames) : ''
  const sname = person.sname + compound
  const idcard = idNumber(id)
  buffer.add({
    ...person,
    customer_id: id,
    sname,
    idcard,
    branch_id: branch.id,
    createdAt: at,
    updatedAt: at,
    version: 1,
  })
  const name = `${person.fname} ${sname}`
  const numbers = [
    ['i', idcard],
    ['i', person.passport],
    ['p', person.phone_1],
    ['p', person.phone_2],
  ].flatMap(([kind, number = '']) => (number === '' ? [] : [`${kind}:${number}`]))
  return { id, name, search: [name, ...numbers].join(' ') }
}
