/** SQL of the results of evaluations: values of score sheets, and answers of candidates about their satisfaction. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import {
  type EvaluationScale,
  type EvaluationType,
  evaluationTypes,
} from '@khapdee/domain/evaluation'
import { type ResultGrouping, lastDays, noPanel } from '@khapdee/domain/evaluation-results'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOrNull, bool, day, int, ints, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  choiceOf,
  containing,
  inBranches,
  joinByAnd,
  maxCounted,
  pageOf,
  parseId,
} from '../../kernel/list.ts'
import { heldIn, hostBranch } from '../booking/open-booking.ts'

/** The filters of the values. */
export type ValueQuery = ListQuery & {
  evaluate_id?: number | undefined
  scale?: EvaluationScale | undefined
  value?: number | undefined
}

const ofPanel = (user: string): RawBuilder<SqlBool> => {
  const members = sql`select from exam_session_panel p where p.exam_session_id = e.exam_session_id`
  return user === noPanel
    ? sql`not exists (${members})`
    : sql`exists (${members} and p.user_id = ${parseId(user)})`
}

/**
 * The condition on `exam e`. An exam counts for the branch that holds it. A query without days is limited to {@link lastDays}, so
 * that it does not read all exams of the school.
 */
const examCondition = (ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> => {
  const hasDays = isSet(query.start) || isSet(query.end)
  const { start, end } = hasDays ? query : lastDays(ctx.clock.today())
  const { user } = query
  return joinByAnd([
    heldIn((branchId) => inBranches(ctx.scope, query, branchId)),
    ...(isSet(start) ? [sql<SqlBool>`e.exam_date >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`e.exam_date <= ${end}::date`] : []),
    ...(isSet(user) ? [ofPanel(user)] : []),
  ])
}

/** The condition on a value `v` of the item `t`. */
const itemCondition = ({
  type,
  category,
  evaluate_id,
  scale,
  value,
}: ValueQuery): RawBuilder<SqlBool> =>
  joinByAnd([
    sql`true`,
    ...(isSet(type)
      ? [sql<SqlBool>`t.type = ${choiceOf(evaluationTypes, 'type', type) && type}`]
      : []),
    ...(isSet(category) ? [sql<SqlBool>`t.category = ${category}`] : []),
    ...(evaluate_id === undefined ? [] : [sql<SqlBool>`t.evaluate_id = ${evaluate_id}`]),
    ...(scale === undefined ? [] : [sql<SqlBool>`t.scale = ${scale}`]),
    ...(value === undefined ? [] : [sql<SqlBool>`v.value = ${value}`]),
  ])

/** All values of the exams of a query. */
const values = (ctx: UserContext, query: ListQuery): RawBuilder<unknown> => sql`
  select e.exam_id, e.right_id, ${hostBranch} as branch_id, e.exam_date, e.exam_session_id, g.evaluate_id, g.value, false as by_candidate
  from exam e join exam_item g using (exam_id) where ${examCondition(ctx, query)}
  union all
  select e.exam_id, e.right_id, ${hostBranch} as branch_id, e.exam_date, e.exam_session_id, g.evaluate_id, g.value, true
  from exam e join satisfaction s using (exam_id) join satisfaction_answer g using (satisfaction_id)
  where ${examCondition(ctx, query)}`

/** How often the values 0 to 5 of `v` occur. */
const counts = sql`array[${sql.join(
  [0, 1, 2, 3, 4, 5].map((value) => sql`count(*) filter (where v.value = ${sql.lit(value)})`),
)}]::int[]`

const maxGroups = 1000

/**
 * The key and name of a group, the tables that these need, the condition for its rows, and its
 * place in the list.
 */
const groupings: Record<
  ResultGrouping,
  (query: ListQuery) => {
    key: RawBuilder<unknown>
    name: RawBuilder<unknown>
    joins?: RawBuilder<unknown>
    condition?: RawBuilder<SqlBool>
    order: RawBuilder<unknown>
    item?: true
  }
> = {
  item: () => ({
    key: sql`t.evaluate_id::text`,
    name: sql`t.title`,
    // The questions about satisfaction are one sheet; other items are on the sheets of their categories.
    order: sql`min(array_position(${Object.keys(evaluationTypes)}::text[], t.type)),
      min(case when t.type = 'satisfaction' then '' else t.category end), min(t.sort), min(t.evaluate_id)`,
    item: true,
  }),
  // A value counts for each member of the panel.
  user: ({ user }) => ({
    key: sql`coalesce(u.user_id::text, ${noPanel}::text)`,
    name: sql`coalesce(${userName('u')}, '')`,
    joins: sql`left join exam_session_panel p on p.exam_session_id = v.exam_session_id left join app_user u using (user_id)`,
    ...(isSet(user) &&
      user !== noPanel && { condition: sql<SqlBool>`u.user_id = ${parseId(user)}` }),
    order: sql`min(u.fname collate thai) nulls last, min(u.user_id)`,
  }),
  branch: () => ({
    key: sql`b.branch_id::text`,
    name: sql`b.name`,
    joins: sql`join branch b on b.branch_id = v.branch_id`,
    order: sql`min(b.name collate thai), min(b.branch_id)`,
  }),
  month: () => ({
    key: sql`to_char(v.exam_date, 'YYYY-MM')`,
    name: sql`''`,
    order: sql`min(v.exam_date)`,
  }),
}

/** How often each value was given, by group and scale. */
export const resultGroups = tunedQuery({
  columns: {
    scale: text<EvaluationScale>(),
    key: text(),
    name: text(),
    type: orNull(text<EvaluationType>()),
    category: orNull(text()),
    counts: ints(),
  },
  unnamed: true,
  sql: (ctx: UserContext, by: ResultGrouping, query: ValueQuery) => {
    const { key, name, joins, condition, order, item } = groupings[by](query)
    return sql`
      select t.scale, ${key} as key, ${name} as name,
        ${item ? sql`min(t.type)` : sql`null::text`} as type, ${item ? sql`min(t.category)` : sql`null::text`} as category,
        ${counts} as counts
      from (${values(ctx, query)}) v join evaluate t using (evaluate_id) ${joins ?? sql``}
      where ${itemCondition(query)} ${condition ? sql`and ${condition}` : sql``}
      group by 1, 2, 3 order by t.scale, ${order} limit ${maxGroups}`
  },
})

/** How often each value was given, by scale. */
export const resultTotals = tunedQuery({
  columns: { scale: text<EvaluationScale>(), counts: ints() },
  unnamed: true,
  sql: (ctx: UserContext, query: ValueQuery) => sql`
    select t.scale, ${counts} as counts from (${values(ctx, query)}) v join evaluate t using (evaluate_id)
    where ${itemCondition(query)} group by t.scale order by t.scale`,
})

/** The number of exams with values, of codes given to candidates (`asked`), and of codes with answers (`answered`). */
export const resultCoverage = tunedQuery({
  columns: { exams: int(), asked: int(), answered: int() },
  unnamed: true,
  sql: (ctx: UserContext, query: ValueQuery) => sql`
    select (select count(distinct v.exam_id)::int from (${values(ctx, query)}) v join evaluate t using (evaluate_id)
        where ${itemCondition(query)}) as exams,
      count(*)::int as asked, count(s.answered_at)::int as answered
    from exam e join satisfaction s using (exam_id) where ${examCondition(ctx, query)}`,
})

/** The names of the panel of the session `exam_session_id` of a row, separated by commas. */
const panelOf = (
  alias: string,
) => sql`coalesce((select string_agg(${userName('u')}, ', ' order by u.fname collate thai, u.user_id)
  from exam_session_panel p join app_user u using (user_id)
  where p.exam_session_id = ${sql.ref(`${alias}.exam_session_id`)}), '')`

const shownExam = {
  exam_date: day<Day>(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  panel: text(),
  branch: text(),
}

/** The values of the page, each with the count; for an empty page, one row of the count and nulls. */
export const valuePage = tunedQuery({
  columns: {
    count: int(),
    ...allOrNull({
      ...shownExam,
      by_candidate: bool(),
      title: text(),
      category: text(),
      type: text<EvaluationType>(),
      scale: text<EvaluationScale>(),
      value: int(),
      customer: text(),
      application_id: orNull(int()),
    }),
  },
  unnamed: true,
  sql: (ctx: UserContext, query: ValueQuery) => sql`
    with counted as (
      select count(*)::int as count from (
        select from (${values(ctx, query)}) v join evaluate t using (evaluate_id)
        where ${itemCondition(query)} limit ${maxCounted + 1}) bounded
    ), page as (
      select v.*, t.title, t.category, t.type, t.scale, t.sort
      from (${values(ctx, query)}) v join evaluate t using (evaluate_id)
      where ${itemCondition(query)} order by ${valueOrder('v', 't')} ${pageOf(query)}
    )
    select counted.count, e.exam_date, r.kind, r.licence_type, ${panelOf('e')} as panel, b.name as branch, e.by_candidate,
      e.title, e.category, e.type, e.scale, e.value::int as value, c.name as customer,
      case when r.branch_id = any(${[...ctx.scope.branchIds]}::int[]) then r.application_id end as application_id
    from counted left join page e on true left join exam_right r on r.right_id = e.right_id
      left join customer c on c.customer_id = r.customer_id left join branch b on b.branch_id = e.branch_id
    order by ${valueOrder('e', 'e')}`,
})

/**
 * Latest exam first. The answers of one candidate are not listed next to each other, so that nobody
 * can combine them.
 */
function valueOrder(exam: string, item: string): RawBuilder<unknown> {
  const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column(exam, 'exam_date')} desc, ${column(item, 'sort')}, ${column(exam, 'evaluate_id')},
    ${column(exam, 'value')} desc, ${column(exam, 'exam_id')}`
}

const commented = (ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> =>
  joinByAnd([
    sql`s.comment <> ''`,
    examCondition(ctx, query),
    ...containing('s', ['comment'], query),
  ])

const commentColumns = sql`e.exam_date, r.kind, r.licence_type, ${panelOf('e')} as panel, b.name as branch, s.comment,
  (select ${counts} from satisfaction_answer v join evaluate t using (evaluate_id)
   where v.satisfaction_id = s.satisfaction_id and t.scale = 'five') as counts`

const commentTables = sql`left join exam_right r on r.right_id = e.right_id left join branch b on b.branch_id = ${hostBranch}`

const comment = { ...shownExam, comment: text(), counts: ints() }

/** The comments of the page, each with the count; for an empty page, one row of the count and nulls. */
export const commentPage = tunedQuery({
  columns: { count: int(), ...allOrNull(comment) },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with counted as (
      select count(*)::int as count from (
        select from satisfaction s join exam e using (exam_id) where ${commented(ctx, query)} limit ${maxCounted + 1}) bounded
    ), page as (
      select s.* from satisfaction s join exam e using (exam_id) where ${commented(ctx, query)}
      order by e.exam_date desc, s.satisfaction_id desc ${pageOf(query)}
    )
    select counted.count, ${commentColumns}
    from counted left join page s on true left join exam e on e.exam_id = s.exam_id ${commentTables}
    order by e.exam_date desc, s.satisfaction_id desc`,
})

/** The ids of all comments of a query, in the order of the list. */
export const commentIds = (ctx: UserContext, query: ListQuery): RawBuilder<unknown> => sql`
  select s.satisfaction_id as id from satisfaction s join exam e using (exam_id) where ${commented(ctx, query)}
  order by e.exam_date desc, s.satisfaction_id desc`

/** The comments with these ids, in any order. */
export const exportedComments = tunedQuery({
  columns: { id: int(), ...comment },
  sql: (ids: readonly number[]) => sql`
    select s.satisfaction_id as id, ${commentColumns}
    from satisfaction s join exam e using (exam_id) ${commentTables}
    where s.satisfaction_id = any(${ids}::int[])`,
})

/** The people on the panels of exam sessions of the caller's branches. */
export const panelMembers = tunedQuery({
  columns: { value: int(), name: text() },
  sql: (ctx: UserContext) => sql`
    select u.user_id as value, ${userName('u')} as name from app_user u
    where exists (select from exam_session_panel p join exam_session s using (exam_session_id)
      where p.user_id = u.user_id and s.branch_id = any(${[...ctx.scope.branchIds]}::int[]))
    order by u.fname collate thai, u.sname collate thai, u.user_id`,
})
