/** SQL of the dashboard. Money and registrations are read from the daily tallies of their lists, so that both agree. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { DashboardSpan, DaySpan } from '@khapdee/domain/dashboard'
import type { LicenceKind } from '@khapdee/domain/employee-licence'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, day, instant, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { visiblePeople } from '../employee/read-employee.ts'

type Spans = Readonly<Record<DashboardSpan, DaySpan>>

const spanTable = (spans: Spans) => {
  const rows = Object.entries(spans)
  return sql`unnest(${rows.map(([name]) => name)}::text[], ${rows.map(([, { start }]) => start)}::date[],
    ${rows.map(([, { end }]) => end)}::date[]) as s(name, first, last)`
}

/** Sums of `payment_tally p` by pay type. */
const sumsByPayType = sql`
  coalesce(sum(p.paid) filter (where p.pay_type = 'cash'), 0)::bigint as cash,
  coalesce(sum(p.paid) filter (where p.pay_type = 'transfer'), 0)::bigint as transfer`

const money = { cash: bigint<Satang>(), transfer: bigint<Satang>() }

/** The receipts less refunds of each period and branch that has movements. */
export const receivedBySpan = tunedQuery({
  columns: { span: text<DashboardSpan>(), branch_id: int(), ...money },
  unnamed: true,
  sql: (spans: Spans, branchIds: readonly number[]) => sql`
    select s.name as span, p.branch_id, ${sumsByPayType} from ${spanTable(spans)}
      join payment_tally p on p.day between s.first and s.last and p.branch_id = any(${branchIds}::int[])
    where p.status <> 'deleted' group by s.name, p.branch_id order by s.name, p.branch_id`,
})

/** The receipts less refunds of each day that has movements. */
export const receivedByDay = tunedQuery({
  columns: { day: day<Day>(), ...money },
  unnamed: true,
  sql: ({ start, end }: DaySpan, branchIds: readonly number[]) => sql`
    select coalesce(p.day, '-infinity') as day, ${sumsByPayType} from payment_tally p
    where p.day between ${start}::date and ${end}::date and p.branch_id = any(${branchIds}::int[])
      and p.status <> 'deleted' group by p.day order by p.day`,
})

/** The applications of each period, branch and kind. */
export const registeredBySpan = tunedQuery({
  columns: {
    span: text<DashboardSpan>(),
    branch_id: int(),
    type: text<ApplicationKind>(),
    applications: int(),
    net: bigint<Satang>(),
  },
  unnamed: true,
  sql: (spans: Spans, branchIds: readonly number[]) => sql`
    select s.name as span, a.branch_id, a.type, sum(a.applications)::int as applications, sum(a.net)::bigint as net
    from ${spanTable(spans)}
      join application_tally a on a.day between s.first and s.last and a.branch_id = any(${branchIds}::int[])
    group by s.name, a.branch_id, a.type having sum(a.applications) <> 0 order by s.name, a.branch_id, a.type`,
})

/** The branches, each with its first movement of money that no day close has counted. */
export const openDrawers = tunedQuery({
  columns: { branch_id: int(), branch: text(), open_since: orNull(instant()) },
  sql: (branchIds: readonly number[]) => sql`
    select b.branch_id, b.name as branch, least(
      (select p."createdAt" from payment p where p.branch_id = b.branch_id and p.closing_id is null
        and p.kind <> 'moved' order by p.payment_id limit 1),
      (select min(m."createdAt") from drawer_move m where m.branch_id = b.branch_id and m.closing_id is null
        and not m.is_void)) as open_since
    from branch b where b.branch_id = any(${branchIds}::int[]) order by open_since nulls last, b.branch_id`,
})

/** The licences of employees of the branches that end until a day, the earliest first. */
export const endingLicences = tunedQuery({
  columns: {
    licence_id: int(),
    user_id: int(),
    name: text(),
    kind: text<LicenceKind>(),
    valid_until: day<Day>(),
  },
  unnamed: true,
  sql: (ctx: UserContext, branchIds: readonly number[], until: Day, limit: number) => sql`
    select l.licence_id, t.user_id, ${userName('t')} as name, l.kind, coalesce(l.valid_until, 'infinity') as valid_until
    from user_licence l join app_user t using (user_id)
    where l.valid_until <= ${until}::date and t.is_active and ${visiblePeople(ctx)}
      and t.branch_id = any(${branchIds}::int[])
    order by l.valid_until, l.licence_id limit ${limit}`,
})
