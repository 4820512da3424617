/** SQL about customers. */
import { normalizeThai } from '@khapdee/domain/thai-text'
import { ageOn, day } from '@khapdee/domain/thai-date'
import { maskIdCard } from '@khapdee/domain/id-card'
import { normalizePhone } from '@khapdee/domain/phone'
import type { CustomerRow } from '@khapdee/contract/entities/customer'
import { type Selectable, sql } from 'kysely'
import type { Customer } from '../../db/types.ts'
import { columnsOf } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike } from '../../kernel/list.ts'

export type StoredCustomer = Selectable<Customer>

const maxFound = 10

/** A customer in the wire format; ID and passport numbers are masked unless `whole`. */
export function toCustomerRow(
  ctx: UserContext,
  row: StoredCustomer,
  { whole = false }: { whole?: boolean } = {},
): CustomerRow {
  const { idcard, passport } = row
  const birthday = row.birthday === null ? null : day(row.birthday)
  return {
    ...row,
    birthday,
    idcard: whole ? idcard : maskIdCard(idcard),
    passport: whole ? passport : maskIdCard(passport),
    age: birthday === null ? null : ageOn(birthday, ctx.clock.today()),
  }
}

/**
 * The customer with exactly this number, of any branch: a person is registered once, and a clerk who
 * holds the card knows the number already. A number that only a merged record had leads to the record
 * it was merged into.
 */
export const customerByNumber = tunedQuery({
  columns: columnsOf('customer'),
  sql(column: 'idcard' | 'passport', number: string) {
    const own = sql.ref(`n.${column}`)
    return sql`
      select c.* from customer n join customer c on c.customer_id = n.customer_id
      where ${own} = ${number} and ${own} <> '' and not n.is_delete
      union all
      select c.* from customer n join customer c on c.customer_id = kept_customer(n.merged_into)
      where ${own} = ${number} and ${own} <> '' and n.merged_into is not null and not c.is_delete
      limit 1`
  },
})

export const findByPhone = (ctx: UserContext, phone: string): Promise<StoredCustomer[]> =>
  ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('phone_1', '=', normalizePhone(phone))
    .where(ctx.scope.visible('customer'))
    .orderBy('customer_id', 'desc')
    .limit(maxFound)
    .execute()

export const findByName = (ctx: UserContext, text: string): Promise<StoredCustomer[]> =>
  ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('name', 'like', `%${escapeLike(normalizeThai(text))}%`)
    .where(ctx.scope.visible('customer'))
    .orderBy('customer_id', 'desc')
    .limit(maxFound)
    .execute()
