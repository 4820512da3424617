/** The dropdowns of every screen: one handler over one table of what each screen needs. */
import { screens } from '@khapdee/contract/entities/screens'
import { isSet } from '@khapdee/contract/wire'
import { applicationKinds, applicationStatuses, payTypes } from '@khapdee/domain/application/status'
import { licenceTypes } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { toOptions } from '../catalogue.ts'
import { userOptions } from './list-applications.ts'

type Lists = Answer<typeof screens.register>['data']
type ListName = keyof Lists

/** Active items that the branch offers, or any visible branch where none is chosen. */
async function offered<Row>(
  ctx: UserContext,
  table: 'course' | 'other_fee' | 'request_fee',
  branch: string | undefined,
) {
  const ids = ctx.scope.narrow(branch)
  const type = table === 'course' ? sql`t.type` : sql`'' as type`
  const { rows } = await sql<Row>`
    select ${sql.ref(`t.${table}_id`)}, t.name, t.price, t.branch_id, ${type}
    from ${sql.table(table)} t
    where ${ctx.scope.visible(table, 't')} and t.is_activate
      and (t.branch_id is null or t.branch_id = any(${ids}::int[]))
    order by t.name collate thai`.execute(ctx.tx)
  return rows
}

interface Offered {
  name: string
  price: Satang
  type: string
  branch_id: number | null
}

const sources: {
  [K in ListName]-?: (ctx: UserContext, branch: string | undefined) => Promise<Lists[K]> | Lists[K]
} = {
  branch: branchOptions,
  course: (ctx, branch) => offered<Offered & { course_id: number }>(ctx, 'course', branch),
  other_fee: (ctx, branch) => offered<Offered & { other_fee_id: number }>(ctx, 'other_fee', branch),
  request_fee: (ctx, branch) =>
    offered<Offered & { request_fee_id: number }>(ctx, 'request_fee', branch),
  status: () => labelOptions(applicationStatuses),
  type: () => labelOptions(applicationKinds),
  user: userOptions,
  pay_type: () => labelOptions(payTypes).slice(1),
  category: () => toOptions(licenceTypes),
}

const money: ListName[] = ['branch', 'user', 'status', 'type']

/** Which lists each screen needs. */
const needs: Record<keyof typeof screens, ListName[]> = {
  register: ['branch', 'course', 'other_fee', 'request_fee', 'pay_type'],
  overdue: money,
  paymentHistory: [...money, 'pay_type'],
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
  outstandingBalance: [...money, 'pay_type'],
  permission: ['branch', 'course', 'user'],
}

export const screenCommands: Command[] = (Object.keys(screens) as (keyof typeof screens)[]).map(
  (screen) =>
    command(screens[screen], async (ctx, { branch }) => {
      const chosen = isSet(branch) ? branch : undefined
      const lists = await Promise.all(
        needs[screen].map(async (name) => [name, await sources[name](ctx, chosen)] as const),
      )
      return { data: Object.fromEntries(lists) as Lists }
    }),
)
