/** One application with all that its screen shows. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { linesToWire } from '@khapdee/contract/entities/application-lines'
import {
  type ApplicationStatus,
  type PaymentStatus,
  can,
  mayPay,
} from '@khapdee/domain/application/status'
import { type Satang, satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { createStatements } from '../../db/statements.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { mayDecideFor } from '../four-eyes.ts'
import { aliasesOf } from './aliases.ts'
import { type StoredCustomer, toCustomerRow } from '../customer/stored-customer.ts'

interface Line {
  line_id: number
  kind: 'course' | 'other_fee' | 'request_fee'
  course_id: number | null
  other_fee_id: number | null
  request_fee_id: number | null
  name: string
  promotion_id: number | null
  promotion_code: string
  exam_date: Day | null
  cost: Satang
  discount: Satang
  net: Satang
  paid: Satang
  balance: Satang
  pay_type: 'cash' | 'transfer' | null
  permission_date: Day | null
  payment_id: number | null
  note: string
}

/** A payment as stored: a refund is negative. */
interface Payment {
  payment_id: number
  payment_code: string
  kind: 'receipt' | 'refund'
  pay_type: 'cash' | 'transfer'
  paid: Satang
  status: PaymentStatus
  bank_reference: string
  requested_by: number | null
  requester: string | null
  request_note: string
  note: string
  closing_id: number | null
  user: string
  createdAt: string
  version: number
}

type Row = Omit<
  ApplicationDetail,
  | 'customer'
  | 'course'
  | 'other_fee'
  | 'request_fee'
  | 'can'
  | 'course_id'
  | 'promotion'
  | 'promotion_id'
  | 'refunds'
  | 'payments'
  | 'status'
  | 'promptpay'
> & {
  status: ApplicationStatus
  customer: StoredCustomer
  lines: Line[]
  payments: Payment[]
  created_by: number
  promptpay_id: string
}

const statements = createStatements<Row>()
const anyId = Symbol('id')

async function readApplication(ctx: UserContext, id: number): Promise<Row> {
  const { rows } = await ctx.tx.executeQuery(
    await statements(
      ctx.scope.branchIds.join(' '),
      () => compileApplication(ctx),
      new Map([[anyId, id]]),
    ),
  )
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** One statement: the parts are small and always shown together. */
const compileApplication = (ctx: UserContext) =>
  sql<Row>`
    select a.application_id, a.application_code, a.type, a.status, a.mode, a.branch_id, b.name as branch,
      a.total, a.discount, a.net, a.paid, a.balance, a.note, a."createdAt", a."updatedAt", a.version,
      a.decision, a.decision_note, a.decided_at, coalesce(${userName('d')}, '') as decided_by,
      a.end_note, a.created_by, b.promptpay_id, ${userName('u')} as user, to_jsonb(c) as customer,
      (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object(
          'net', l.cost - l.discount,
          'balance', case when a.status = 'outstanding' then l.cost - l.discount - l.paid else 0 end,
          'permission_date', (select max(r.permission_date) from exam_right r where r.line_id = l.line_id),
          'payment_id', (select max(pl.payment_id) from payment_line pl join payment p using (payment_id)
            where pl.line_id = l.line_id and p.status <> 'deleted')
        ) order by l.position), '[]') from application_line l where l.application_id = a.application_id) as lines,
      (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('user', ${userName('pu')},
          'requester', ${userName('pr')}) order by p.payment_id), '[]')
        from payment p join app_user pu on pu.user_id = p.created_by
          left join app_user pr on pr.user_id = p.requested_by
        where p.application_id = a.application_id) as payments
    from application a join branch b using (branch_id) join customer c using (customer_id)
      join app_user u on u.user_id = a.created_by left join app_user d on d.user_id = a.decided_by
    where a.application_id = ${anyId} and ${ctx.scope.visible('application', 'a')}`.compile(ctx.tx)

function shownPayment(ctx: UserContext, status: ApplicationStatus, payment: Payment) {
  const isNormal = payment.status === 'normal'
  const isOpen = payment.closing_id === null && can(status, 'request_delete')
  return {
    ...payment,
    requested_by: payment.requester ?? '',
    closed: payment.closing_id !== null,
    can: {
      edit_pay_type: isOpen && isNormal && ctx.may('payment.edit-pay-type'),
      request_delete: isOpen && isNormal && ctx.may('payment.request-void'),
      decide_delete:
        payment.status === 'delete_requested' &&
        can(status, 'request_delete') &&
        ctx.may('payment.void') &&
        mayDecideFor(ctx, payment.requested_by),
      print: true,
    },
  }
}

/** The actions that are open to the caller in this state. */
function abilities(ctx: UserContext, row: Row) {
  const { status, decision } = row
  const active = row.payments.filter((payment) => payment.status !== 'deleted')
  const isVoidable = active.every((payment) => payment.closing_id === null)
  return {
    pay: mayPay(status, decision) && ctx.may('application.pay'),
    refund: can(status, 'refund') && row.paid > 0 && ctx.may('application.refund'),
    delete:
      can(status, 'delete') &&
      ctx.may('application.cancel') &&
      (active.length === 0 || (isVoidable && ctx.may('payment.void'))),
    approve:
      decision === 'pending' &&
      can(status, 'decide') &&
      ctx.may('application.approve') &&
      mayDecideFor(ctx, row.created_by),
    print: can(status, 'print'),
  }
}

/** One application, with the aliases of its id and code that the paths of other kinds use. */
export async function getApplication(ctx: UserContext, id: number) {
  const row = await readApplication(ctx, id)
  const { customer, payments, promptpay_id, ...shown } = row
  const lines = row.lines.map((line) => ({
    ...line,
    item_id: line.course_id ?? line.other_fee_id ?? line.request_fee_id ?? 0,
  }))
  const promoted = lines.find((line) => line.promotion_id !== null)
  return {
    data: {
      ...shown,
      ...aliasesOf(row),
      customer: toCustomerRow(ctx, customer),
      course_id: lines.find(({ kind }) => kind === 'course')?.course_id ?? null,
      promotion: promoted?.promotion_code ?? '',
      promotion_id: promoted?.promotion_id ?? null,
      ...linesToWire(lines),
      payments: payments
        .filter(({ kind }) => kind === 'receipt')
        .map((payment) => shownPayment(ctx, row.status, payment)),
      refunds: payments
        .filter(({ kind }) => kind === 'refund')
        .map(({ paid, ...refund }) => ({ ...refund, value: satang(-paid) })),
      promptpay: promptpay_id !== '' && mayPay(row.status, row.decision),
      can: abilities(ctx, row),
    },
  }
}
