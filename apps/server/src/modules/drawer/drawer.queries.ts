/** SQL of the cash drawers: the parts of their cash, and their movements. */
import { type DrawerMoveKind, type DrawerPart, drawerMoveKinds } from '@khapdee/domain/drawer'
import type { Satang } from '@khapdee/domain/money'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RowOf, bigint, bool, instant, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  choiceOf,
  createdBetween,
  inBranches,
  joinByAnd,
  orderBy,
  pageOf,
} from '../../kernel/list.ts'

/**
 * Count of all payments of a branch since its last close, their sums by pay type in satang without voided receipts and those
 * above the limit of amounts, and the time of that close. Refunds are negative.
 */
export const openSums = tunedQuery({
  columns: {
    movements: int(),
    receipts: bigint<Satang>(),
    refunds: bigint<Satang>(),
    expected_transfer: bigint<Satang>(),
    last_closed_at: orNull(instant()),
  },
  sql: (branchId: number) => sql`
    select coalesce(sum(movements), 0)::int as movements, coalesce(sum(receipts), 0)::bigint as receipts,
      coalesce(sum(refunds), 0)::bigint as refunds, coalesce(sum(transfers), 0)::bigint as expected_transfer,
      (select "createdAt" from closing where branch_id = ${branchId} order by closing_id desc limit 1) as last_closed_at
    from open_payment_tally where branch_id = ${branchId}`,
})

/** The movements of a branch that no day close has counted. */
export const isOpenMove = (branchId: number) =>
  sql<SqlBool>`m.branch_id = ${branchId} and m.closing_id is null and not m.is_void`

const movedBy = (kind: DrawerMoveKind) =>
  sql`coalesce(sum(m.value) filter (where m.kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(kind)}`
const kinds = Object.keys(drawerMoveKinds) as DrawerMoveKind[]

/** The movements of the drawer of a branch since its last close, by kind, and the float that the close left. */
export const openDrawer = tunedQuery({
  columns: {
    float: bigint<Satang>(),
    ...(Object.fromEntries(kinds.map((kind) => [kind, bigint<Satang>()])) as Record<
      Exclude<DrawerPart, 'float' | 'receipts' | 'refunds'>,
      ReturnType<typeof bigint<Satang>>
    >),
  },
  sql: (branchId: number) => sql`
    select coalesce((select next_float from closing where branch_id = ${branchId} order by closing_id desc limit 1), 0)
      as float, ${sql.join(kinds.map(movedBy))}
    from drawer_move m where ${isOpenMove(branchId)}`,
})

export const openable = tunedQuery({
  columns: { can_open: bool() },
  sql: (branchId: number) => sql`
    select not exists (select from drawer_move where branch_id = ${branchId} and kind = 'opening')
      and not exists (select from closing where branch_id = ${branchId} and parts is not null) as can_open`,
})

const moveColumns = {
  drawer_move_id: int(),
  branch_id: int(),
  branch: text(),
  kind: text<DrawerMoveKind>(),
  value: bigint<Satang>(),
  note: text(),
  bank_account: text(),
  file_id: orNull(int()),
  file_name: text(),
  file_type: text(),
  entry_id: orNull(int()),
  entry_code: text(),
  entry_name: text(),
  closing_id: orNull(int()),
  closing_code: text(),
  at_close: bool(),
  is_void: bool(),
  user: text(),
  createdAt: instant(),
}
export type StoredMove = RowOf<typeof moveColumns>

const selected = sql`m.drawer_move_id, m.branch_id, b.name as branch, m.kind, m.value, m.note, coalesce(k.name, '') as bank_account, m.file_id,
  coalesce(f.name, '') as file_name, coalesce(f.type, '') as file_type, m.entry_id, coalesce(e.entry_code, '') as entry_code,
  coalesce(e.name, '') as entry_name, m.closing_id, coalesce(c.closing_code, '') as closing_code, m.at_close, m.is_void,
  ${userName('u')} as user, m."createdAt"`
const named = sql`join branch b on b.branch_id = m.branch_id join app_user u on u.user_id = m.created_by
  left join file f on f.file_id = m.file_id left join account_entry e on e.entry_id = m.entry_id
  left join closing c on c.closing_id = m.closing_id left join bank_account k on k.bank_account_id = m.bank_account_id`

/** The newest `limit` movements `m` that satisfy a condition, or all when it is null; oldest first. */
export const drawerMoves = tunedQuery({
  columns: moveColumns,
  sql: (where: RawBuilder<SqlBool>, limit: number | null) => sql`
    select ${selected} from (
      select m.* from drawer_move m where ${where} order by m.drawer_move_id desc limit ${limit}
    ) m ${named} order by m.at_close, m.drawer_move_id`,
})

const states = {
  open: sql<SqlBool>`m.closing_id is null and not m.is_void`,
  closed: sql<SqlBool>`m.closing_id is not null`,
}

/** The condition of a list on `drawer_move m`. */
const moveCondition = (ctx: UserContext, query: ListQuery) =>
  joinByAnd([
    inBranches(ctx.scope, query, sql.ref('m.branch_id')),
    ...(isSet(query.type)
      ? [sql<SqlBool>`m.kind = ${choiceOf(drawerMoveKinds, 'type', query.type) && query.type}`]
      : []),
    ...(isSet(query.status) ? [choiceOf(states, 'status', query.status)] : []),
    ...createdBetween('m', query),
  ])

/** A page of the movements, each row with the count of all that match. */
export const drawerPage = tunedQuery({
  columns: { ...moveColumns, count: int() },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => {
    const order = orderBy(query.sort, { value: 'byValue' }, 'm', 'drawer_move_id')
    return sql`select ${selected}, m.count from (
        select m.*, count(*) over ()::int as count from drawer_move m where ${moveCondition(ctx, query)}
        order by ${order} ${pageOf(query)}
      ) m ${named} order by ${order}`
  },
})

export const drawerCount = tunedQuery({
  columns: { count: int() },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) =>
    sql`select count(*)::int as count from drawer_move m where ${moveCondition(ctx, query)}`,
})
