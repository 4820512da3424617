/** SQL of petty cash: the balances of its holders, and its movements. */
import type { PettyCashKind } from '@khapdee/domain/petty-cash'
import type { Satang } from '@khapdee/domain/money'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { sql } from 'kysely'
import { allOrNull, bigint, bool, instant, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { choiceOf, containing, inBranches, joinByAnd, orderBy, pageOf } from '../../kernel/list.ts'

const columns = {
  petty_cash_id: int(),
  branch_id: int(),
  branch: text(),
  name: text(),
  user_id: int(),
  holder: text(),
  limit_value: bigint<Satang>(),
  balance: bigint<Satang>(),
  counted_at: orNull(instant()),
  is_activate: bool(),
  version: int(),
}

const selected = sql`t.petty_cash_id, t.branch_id, b.name as branch, t.name, t.user_id, ${userName('u')} as holder,
  t.limit_value, petty_cash_balance(t.petty_cash_id) as balance,
  (select max(m."createdAt") from petty_cash_move m where m.petty_cash_id = t.petty_cash_id and m.kind = 'count') as counted_at,
  t.is_activate, t.version`
const named = sql`petty_cash t join branch b using (branch_id) join app_user u using (user_id)`

const states = { open: true, closed: false }

/** A page of the petty cash of the caller's branches, each row with the count of all that match. */
export const pettyCashPage = tunedQuery({
  columns: { ...columns, count: int() },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select ${selected}, count(*) over ()::int as count from ${named}
    where ${joinByAnd([
      inBranches(ctx.scope, query, sql.ref('t.branch_id')),
      ...(isSet(query.status)
        ? [sql<boolean>`t.is_activate = ${choiceOf(states, 'status', query.status)}`]
        : []),
      ...containing('t', ['name'], query),
    ])}
    order by ${orderBy(query.sort, { name: 'thai' }, 't', 'petty_cash_id')} ${pageOf(query)}`,
})

/** One petty cash of the caller's branches. */
export const onePettyCash = tunedQuery({
  columns,
  sql: (ctx: UserContext, pettyCashId: number) => sql`
    select ${selected} from ${named}
    where t.petty_cash_id = ${pettyCashId} and t.branch_id = any(${ctx.scope.branchIds}::int[])`,
})

/** A page of the movements of a petty cash, newest first, each with the count of all. */
export const pettyCashMoves = tunedQuery({
  columns: {
    petty_cash_move_id: int(),
    kind: text<PettyCashKind>(),
    value: bigint<Satang>(),
    counted: orNull(bigint<Satang>()),
    note: text(),
    entry_id: orNull(int()),
    entry_code: text(),
    entry_name: text(),
    ...allOrNull({ file_id: int(), file_name: text(), file_type: text() }),
    is_void: bool(),
    user: text(),
    createdAt: instant(),
    count: int(),
  },
  sql: (pettyCashId: number, paging: ListQuery) => sql`
    select m.petty_cash_move_id, m.kind, m.value, m.counted, m.note, m.entry_id, coalesce(e.entry_code, '') as entry_code,
      coalesce(e.name, '') as entry_name, f.file_id, f.name as file_name, f.type as file_type, m.is_void,
      ${userName('u')} as user, m."createdAt",
      (select count(*)::int from petty_cash_move where petty_cash_id = ${pettyCashId}) as count
    from petty_cash_move m join app_user u on u.user_id = m.created_by
      left join account_entry e on e.entry_id = m.entry_id
      left join account_entry_file a on a.entry_id = m.entry_id and a.position = 0
      left join file f on f.file_id = a.file_id
    where m.petty_cash_id = ${pettyCashId} order by m.petty_cash_move_id desc ${pageOf(paging)}`,
})
