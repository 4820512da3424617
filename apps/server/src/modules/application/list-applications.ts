/** The list of applications of one type, with the totals of the whole filter. */
import { application, type ApplicationRow } from '@khapdee/contract/entities/application'
import { type ListQuery, allOption, isSet } from '@khapdee/contract/wire'
import { applicationKinds, applicationStatuses } from '@khapdee/domain/application/status'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { escapeLike, metaOf, orderBy, pageOf } from '../../kernel/list.ts'

const sortable = {
  application_code: 'plain',
  customer_name: 'thai',
  createdAt: 'plain',
  net: 'plain',
  paid: 'plain',
  balance: 'plain',
} as const

const statusOptions = [
  allOption,
  ...Object.entries(applicationStatuses).map(([value, { label }]) => ({ value, name: label })),
]

/** The types this list knows; anything else shows course applications. */
const listedTypes = ['course', 'exam', 'vehicle_check'] as const
const listedType = (type: string | undefined) =>
  listedTypes.find((listed) => listed === type) ?? 'course'

/** Digits look for the start of an ID number, any part of a phone or of a code; letters for names. */
function matching(text: string): RawBuilder<SqlBool> {
  const escaped = escapeLike(text.toLowerCase())
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return sql<SqlBool>`a.search like ${`%${escaped}%`}`
  return sql<SqlBool>`(a.search like ${`%i:${digits}%`} or a.search like ${`%p:%${digits}%`}
    or a.application_code like ${`%${escaped}%`})`
}

function conditions(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`a.type = ${listedType(query.type)} and not a.is_delete
      and a.branch_id = any(${ctx.scope.narrow(query.branch)}::int[])`,
  ]
  if (isSet(query.status)) all.push(sql<SqlBool>`a.status = ${query.status}`)
  if (isSet(query.user)) all.push(sql<SqlBool>`a.created_by::text = ${query.user}`)
  if (isSet(query.start)) {
    all.push(
      sql<SqlBool>`a."createdAt" >= ${query.start}::date::timestamp at time zone 'Asia/Bangkok'`,
    )
  }
  if (isSet(query.end)) {
    all.push(
      sql<SqlBool>`a."createdAt" < (${query.end}::date + 1)::timestamp at time zone 'Asia/Bangkok'`,
    )
  }
  if (isSet(query.text)) all.push(matching(query.text))
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** A row of the page beside the totals, which every row repeats; alone where the page is empty. */
type Listed = Omit<ApplicationRow, 'application_id'> & {
  application_id: number | null
  count: number
  sum_net: Satang | null
  sum_paid: Satang | null
  sum_balance: Satang | null
}

export const gettable = command(application.gettable, async (ctx, query) => {
  const where = conditions(ctx, query)
  const order = (alias: string) =>
    orderBy(query.sort ?? '-createdAt', sortable, alias, 'application_id')
  const { rows } = await sql<Listed>`
    with totals as (
      select count(*)::int as count, sum(a.net) as sum_net, sum(a.paid) as sum_paid, sum(a.balance) as sum_balance
      from application a where ${where}
    ), page as (
      select * from application a where ${where} order by ${order('a')} ${pageOf(query)}
    )
    select totals.*, p.application_id, p.application_code, p.type, p.customer_name as customer, c.idcard,
      c.phone_1, p.course_name, p.total, p.discount, p.net, p.paid, p.balance, p.status,
      b.name as branch, u.fname || ' ' || u.sname as user, p."createdAt"
    from totals left join page p on true left join customer c using (customer_id)
      left join branch b on b.branch_id = p.branch_id left join app_user u on u.user_id = p.created_by
    order by ${order('p')}`.execute(ctx.tx)
  const first = rows[0]
  return {
    data: rows.flatMap(({ application_id, ...row }) =>
      application_id === null ? [] : [{ ...row, application_id, idcard: maskIdCard(row.idcard) }],
    ),
    meta: metaOf(query, first?.count ?? 0),
    total: {
      net: first?.sum_net ?? zeroSatang,
      paid: first?.sum_paid ?? zeroSatang,
      balance: first?.sum_balance ?? zeroSatang,
    },
    filter: {
      branch: branchOptions(ctx),
      status: statusOptions,
      type: listedTypes.map((value) => ({ value, name: applicationKinds[value].label })),
      user: await userOptions(ctx),
    },
  }
})

/** The people of the visible branches. */
export async function userOptions(ctx: UserContext) {
  const colleagues = await ctx.services.access.colleagues()
  return [
    allOption,
    ...colleagues
      .filter((person) => ctx.scope.branchIds.includes(person.branch_id))
      .map((person) => ({ value: person.user_id, name: person.name })),
  ]
}
