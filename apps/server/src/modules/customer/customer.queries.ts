/** SQL about customers. */
import { type RawBuilder, sql } from 'kysely'
import { bool, columnsOf, int } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  type ReservationSpec,
  reservedColumns,
  reservationSql,
} from '../../kernel/numbering.queries.ts'

/**
 * The ids of the customers with an ID card or passport number: first the record that has the number, then the record into which
 * a record with the number was merged.
 */
function idsByNumber(column: 'idcard' | 'passport', number: string): RawBuilder<unknown> {
  const stored = sql.ref(`n.${column}`)
  return sql`
    select n.customer_id from customer n where ${stored} = ${number} and ${stored} <> '' and not n.is_delete
    union all
    select c.customer_id from customer n join customer c on c.customer_id = kept_customer(n.merged_into)
    where ${stored} = ${number} and ${stored} <> '' and n.merged_into is not null and not c.is_delete`
}

/**
 * The customer with exactly this number, in any branch: a person is registered once, and a clerk
 * who has the card has the number already. The number of a merged record finds the record that it
 * was merged into. `is_visible` is whether the customer belongs to one of `branchIds`.
 */
export const customerByNumber = tunedQuery({
  columns: { ...columnsOf('customer'), is_visible: bool() },
  sql: (branchIds: readonly number[], column: 'idcard' | 'passport', number: string) => sql`
    select *, exists (select from customer_branch own
        where own.customer_id = customer.customer_id and own.branch_id = any(${branchIds}::int[])) as is_visible
    from customer where customer_id = (${idsByNumber(column, number)} limit 1)`,
})

/** The newest customers visible to the caller with this phone number, the first or the second. */
export const customersByPhone = tunedQuery({
  columns: columnsOf('customer'),
  sql: (ctx: UserContext, phone: string, limit: number) => sql`
    select * from customer c
    where (c.phone_1 collate "C" = ${phone} or c.phone_2 collate "C" = ${phone} and c.phone_2 <> '')
      and ${ctx.scope.visible('customer', 'c')}
    order by c.customer_id desc limit ${limit}`,
})

/** A customer to find by ID or passport number, or to insert. */
interface CustomerToFind {
  idcard: string
  passport: string
  /** The values of a new record. */
  values: Readonly<Record<string, unknown>>
}

/**
 * The customer with one of these numbers, locked against a merge until the transaction ends, or a new one;
 * and the document numbers and row ids of a registration, reserved by the same statement. Returns no row when another
 * transaction has inserted, merged or deleted the customer meanwhile; the statement must then be repeated.
 */
export const findOrInsertCustomer = tunedQuery({
  columns: { ...columnsOf('customer'), is_new: bool(), ...reservedColumns },
  sql(
    { idcard, passport, values }: CustomerToFind,
    reservation: ReservationSpec,
    /** Numbers are reserved only if a found customer was given this version of the privacy notice; `''` for any. */
    noticeVersion: string,
  ) {
    const names = Object.keys(values).map((name) => sql.ref(name))
    const { countersCte, columns } = reservationSql(
      reservation,
      sql`exists (select from created)
        or exists (select from found where ${noticeVersion} in ('', privacy_notice_version))`,
    )
    return sql`
      with known as (
        select customer_id from (${idsByNumber('idcard', idcard)}) by_idcard
        union all select customer_id from (${idsByNumber('passport', passport)}) by_passport
        limit 1
      ), found as (
        select * from customer where customer_id = (select customer_id from known) and not is_delete
        for key share
      ), created as (
        insert into customer (${sql.join(names)})
        select ${sql.join(Object.values(values))} where not exists (select from known)
        on conflict do nothing
        returning *
      ), ${countersCte}
      select person.*, ${columns}
      from (select *, false as is_new from found union all select *, true from created) person`
  },
})

/** Locks the customer with this id, those with these numbers (each may be empty), and those of these exam rights, in the order of customer ids. */
export const storedCustomerLocks = tunedQuery({
  columns: { customer_id: int() },
  sql: (
    given: { customer_id: number; idcard: string; passport: string },
    rightIds: readonly number[],
  ) => sql`
    select customer_id from customer where customer_id in (
      select ${given.customer_id}::int
      union all ${idsByNumber('idcard', given.idcard)} union all ${idsByNumber('passport', given.passport)}
      union all select r.customer_id from exam_right r where r.right_id = any(${rightIds}::int[]))
    order by customer_id for update`,
})
