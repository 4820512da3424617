/**
 * The lists of choices that screens need. One handler reads them for all screens, by the table
 * `needs`.
 */
import { screens } from '@khapdee/contract/entities/screens'
import { isSet } from '@khapdee/contract/wire'
import { applicationKinds, applicationStatuses, payTypes } from '@khapdee/domain/application/status'
import { licenceTypes } from '@khapdee/domain/licence-types'
import type { Exam } from '@khapdee/domain/exams'
import type { ExamUse, FeeKind } from '@khapdee/domain/fee-kinds'
import type { Satang } from '@khapdee/domain/money'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { OtherFee } from '../../db/types.ts'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { textFilterChoices } from '../catalogue.ts'
import { userOptions } from '../user-options.ts'
import { usablePromotions } from './promotions.ts'
import { recentSales } from './recent-sales.queries.ts'

type Lists = Answer<typeof screens.register>['data']
type ListName = keyof Lists

/** The columns that the tables of courses, other fees and request fees share. */
type Item = Pick<Selectable<OtherFee>, 'name' | 'price' | 'branch_id' | 'is_activate'>

/** The active items that the branch offers; without a branch, those of all visible branches. */
function offered<Row>(
  ctx: UserContext,
  table: 'course' | 'other_fee' | 'request_fee',
  branch: string | undefined,
) {
  const ids = ctx.scope.narrow(branch)
  return ctx.tx
    .selectFrom(sql<Item>`${sql.table(table)}`.as('t'))
    .select(sql.ref<number>(`t.${table}_id`).as(`${table}_id`))
    .select(['t.name', 't.price', 't.branch_id'])
    .select((table === 'course' ? sql<string>`t.type` : sql<string>`''`).as('type'))
    .select((table === 'request_fee' ? sql`'[]'::jsonb` : sql`t.exams`).as('exams'))
    .select((table === 'other_fee' ? sql`t.kind` : sql`null`).as('kind'))
    .select((table === 'other_fee' ? sql`t.exam_use` : sql`null`).as('exam_use'))
    .where(ctx.scope.visible(table, 't'))
    .where('t.is_activate', '=', sql.lit(true))
    .where(sql<SqlBool>`(t.branch_id is null or t.branch_id = any(${ids}::int[]))`)
    .orderBy(sql`t.name collate thai`)
    .$castTo<Row>()
    .execute()
}

interface Offered {
  name: string
  price: Satang
  type: string
  branch_id: number | null
  exams: Exam[]
}

/** The requested branch, by default that of the caller; 0 if the caller does not see it. */
const branchOf = (ctx: UserContext, branch: string | undefined) =>
  ctx.scope.narrow(branch ?? String(ctx.actor.branch_id))[0] ?? 0

async function hasPromptPay(ctx: UserContext, branch: string | undefined): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom('branch')
    .select('promptpay_id')
    .where('branch_id', '=', branchOf(ctx, branch))
    .executeTakeFirst()
  return found !== undefined && found.promptpay_id !== ''
}

const sources: {
  [K in ListName]-?: (ctx: UserContext, branch: string | undefined) => Promise<Lists[K]> | Lists[K]
} = {
  branch: branchOptions,
  course: (ctx, branch) => offered<Offered & { course_id: number }>(ctx, 'course', branch),
  other_fee: (ctx, branch) =>
    offered<Offered & { other_fee_id: number; kind: FeeKind; exam_use: ExamUse | null }>(
      ctx,
      'other_fee',
      branch,
    ),
  request_fee: (ctx, branch) =>
    offered<Offered & { request_fee_id: number }>(ctx, 'request_fee', branch),
  status: () => labelOptions(applicationStatuses),
  type: () => labelOptions(applicationKinds),
  user: userOptions,
  pay_type: () => labelOptions(payTypes).slice(1),
  category: () => textFilterChoices(licenceTypes),
  // Users who may not write applications need no codes.
  promotion: (ctx, branch) =>
    ctx.actor.permissions.has('application.create') ||
    ctx.actor.permissions.has('application.update')
      ? usablePromotions(ctx, branchOf(ctx, branch))
      : [],
  promptpay: hasPromptPay,
}

const moneyLists: ListName[] = ['branch', 'user', 'status', 'type']

/** The lists that each screen needs. */
const needs: Record<keyof typeof screens, ListName[]> = {
  register: ['branch', 'course', 'other_fee', 'request_fee', 'pay_type', 'promotion', 'promptpay'],
  overdue: moneyLists,
  paymentHistory: [...moneyLists, 'pay_type'],
  payrollList: ['branch', 'user'],
  payrollManage: ['branch', 'user'],
  evaluateManage: ['course', 'other_fee'],
  manageBranch: ['branch'],
  manageCourse: ['branch', 'category'],
  manageDiscount: ['branch', 'course', 'other_fee', 'request_fee'],
  managePayType: ['branch', 'user', 'pay_type'],
  manageOther: ['branch'],
  manageExpenses: ['branch', 'user'],
  manageExam: ['branch', 'course', 'other_fee', 'status'],
  manageVehicleCheck: ['branch', 'other_fee', 'status'],
  manageVehicleDetail: ['branch'],
  outstandingBalance: [...moneyLists, 'pay_type'],
  permission: ['branch', 'course', 'user'],
}

/**
 * The lists, beginning with the items that the branch sold most lately; the others stay in Thai
 * order.
 */
async function mostSoldFirst(ctx: UserContext, branch: string | undefined, lists: Lists) {
  const sales = await recentSales.rows(ctx.tx, ctx.scope.narrow(branch))
  const ordered = <
    Key extends 'course_id' | 'other_fee_id' | 'request_fee_id',
    Row extends Record<Key, number>,
  >(
    key: Key,
    rows: readonly Row[] = [],
  ): Row[] => {
    const sold = new Map(sales.map((row) => [row[key], row.sold]))
    return rows.toSorted((a, b) => (sold.get(b[key]) ?? 0) - (sold.get(a[key]) ?? 0))
  }
  return {
    ...lists,
    course: ordered('course_id', lists.course),
    other_fee: ordered('other_fee_id', lists.other_fee),
    request_fee: ordered('request_fee_id', lists.request_fee),
  }
}

export const screenCommands: Command[] = (Object.keys(screens) as (keyof typeof screens)[]).map(
  (screen) =>
    command(screens[screen], async (ctx, { branch }) => {
      const chosen = isSet(branch) ? branch : undefined
      const lists = await Promise.all(
        needs[screen].map(async (name) => [name, await sources[name](ctx, chosen)] as const),
      )
      const data = Object.fromEntries(lists) as Lists
      return { data: screen === 'register' ? await mostSoldFirst(ctx, chosen, data) : data }
    }),
)
