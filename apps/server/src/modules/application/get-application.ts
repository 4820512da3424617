/** One application with everything the form shows. */
import { application, type ApplicationDetail } from '@khapdee/contract/entities/application'
import { type ApplicationStatus, can } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { type StoredCustomer, toCustomerRow } from '../customer/customer.queries.ts'

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
  | 'status'
> & {
  status: ApplicationStatus
  customer: StoredCustomer
  lines: Line[]
}

/** One statement: the parts are small and always shown together. */
async function readApplication(ctx: UserContext, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select a.application_id, a.application_code, a.type, a.status, a.mode, a.branch_id, b.name as branch,
      a.total, a.discount, a.net, a.paid, a.balance, a.note, a."createdAt", a."updatedAt", a.version,
      u.fname || ' ' || u.sname as user, to_jsonb(c) as customer,
      (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object(
          'net', l.cost - l.discount,
          'balance', case when a.status = 'outstanding' then l.cost - l.discount - l.paid else 0 end,
          'permission_date', (select max(r.permission_date) from exam_right r where r.line_id = l.line_id),
          'payment_id', (select max(pl.payment_id) from payment_line pl join payment p using (payment_id)
            where pl.line_id = l.line_id and p.status <> 'deleted')
        ) order by l.position), '[]') from application_line l where l.application_id = a.application_id) as lines,
      (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('user', pu.fname || ' ' || pu.sname)
        order by p.payment_id), '[]')
        from payment p join app_user pu on pu.user_id = p.created_by
        where p.application_id = a.application_id) as payments
    from application a join branch b using (branch_id) join customer c using (customer_id)
      join app_user u on u.user_id = a.created_by
    where a.application_id = ${id} and ${ctx.scope.visible('application', 'a')}`.execute(ctx.tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

export const get = command(application.get, async (ctx, { application_id }) => {
  const { lines, customer, ...row } = await readApplication(ctx, application_id)
  const of = <K extends Line['kind']>(kind: K) => lines.filter((line) => line.kind === kind)
  const promoted = lines.find((line) => line.promotion_id !== null)
  return {
    data: {
      ...row,
      customer: toCustomerRow(ctx, customer),
      course_id: of('course')[0]?.course_id ?? null,
      promotion: promoted?.promotion_code ?? '',
      promotion_id: promoted?.promotion_id ?? null,
      course: of('course').map((line) => ({
        ...line,
        course_id: line.course_id ?? 0,
        course_name: line.name,
      })),
      other_fee: of('other_fee').map((line) => ({
        ...line,
        other_fee_id: line.other_fee_id ?? 0,
        other_fee_name: line.name,
      })),
      request_fee: of('request_fee').map((line) => ({
        ...line,
        request_fee_id: line.request_fee_id ?? 0,
        request_fee_name: line.name,
      })),
      refunds: [],
      can: {
        pay: can(row.status, 'pay') && ctx.may('application.pay'),
        refund: false,
        delete: false,
        print: can(row.status, 'print'),
      },
    },
  }
})
