/** SQL about customers. */
import { normalizeThai } from '@khapdee/domain/thai-text'
import { normalizePhone } from '@khapdee/domain/phone'
import { sql } from 'kysely'
import { columnsOf } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike } from '../../kernel/list.ts'
import type { StoredCustomer } from './stored-customer.ts'

const maxFound = 10

/**
 * The customer with exactly this number, in any branch: a person is registered once, and a clerk who
 * has the card knows the number already. The number of a merged record finds the record that it was
 * merged into.
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

/** The newest customers visible to the caller with this phone number, at most ten. */
export const findByPhone = (ctx: UserContext, phone: string): Promise<StoredCustomer[]> =>
  ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('phone_1', '=', normalizePhone(phone))
    .where(ctx.scope.visible('customer'))
    .orderBy('customer_id', 'desc')
    .limit(maxFound)
    .execute()

/** The newest customers visible to the caller whose name contains the text, at most ten. */
export const findByName = (ctx: UserContext, text: string): Promise<StoredCustomer[]> =>
  ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('name', 'like', `%${escapeLike(normalizeThai(text))}%`)
    .where(ctx.scope.visible('customer'))
    .orderBy('customer_id', 'desc')
    .limit(maxFound)
    .execute()
