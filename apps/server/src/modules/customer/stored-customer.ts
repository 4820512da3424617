/** A customer as stored, and in the wire format. */
import type { CustomerRow } from '@khapdee/contract/entities/customer'
import { maskIdCard } from '@khapdee/domain/id-card'
import { ageOn, day } from '@khapdee/domain/thai-date'
import type { Selectable } from 'kysely'
import type { Customer } from '../../db/types.ts'
import type { UserContext } from '../../kernel/context.ts'

export type StoredCustomer = Selectable<Customer>

/** A customer in the wire format; ID and passport numbers are masked unless `unmasked`. */
export function toCustomerRow(
  ctx: UserContext,
  row: StoredCustomer,
  { unmasked = false }: { unmasked?: boolean } = {},
): CustomerRow {
  const { idcard, passport } = row
  const birthday = row.birthday === null ? null : day(row.birthday)
  return {
    ...row,
    birthday,
    idcard: unmasked ? idcard : maskIdCard(idcard),
    passport: unmasked ? passport : maskIdCard(passport),
    age: birthday === null ? null : ageOn(birthday, ctx.clock.today()),
  }
}
