/** One customer with all that the school has to do with him. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import type { CustomerRecord, customerRecord } from '@khapdee/contract/entities/customer-record'
import { type ExamRight, examRightStatus } from '@khapdee/domain/exam-right'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { customerTrail } from '../audit/audit.queries.ts'
import { type StoredCustomer, toCustomerRow } from './customer.queries.ts'
import { keptId } from './kept-customer.ts'

type Person = StoredCustomer & { branch: string; notice_by: string }
type Right = Omit<NonNullable<CustomerRecord['exams']>[number], 'status'> & ExamRight

type History = Pick<CustomerRecord, 'applications' | 'payments' | 'documents'> & {
  exams: Right[]
}

async function readPerson(ctx: UserContext, id: number): Promise<Person> {
  const { rows } = await sql<Person>`
    select c.*, b.name as branch, coalesce(${userName('u')}, '') as notice_by
    from customer c join branch b using (branch_id) left join app_user u on u.user_id = c.privacy_notice_by
    where c.customer_id = ${id} and ${ctx.scope.visible('customer', 'c')}`.execute(ctx.tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** In one statement, so that the parts agree; each newest first. */
async function readHistory(ctx: UserContext, id: number): Promise<History> {
  const { rows } = await sql<History>`
    with own as (
      select a.*, ${userName('u')} as user, b.name as branch
      from application a join app_user u on u.user_id = a.created_by join branch b on b.branch_id = a.branch_id
      where a.customer_id = ${id} and ${ctx.scope.visible('application', 'a')}
    ), movement as (
      select p.payment_id, p.payment_code, p.application_id, own.application_code, own.type as kind,
        p.kind = 'refund' as refund, p.pay_type, p.paid, p.status, ${userName('u')} as user, p."createdAt"
      from payment p join own using (application_id) join app_user u on u.user_id = p.created_by
    ), issued as (
      select d.document_id, d.kind, d.number, d.application_id, own.type, d.payment_id, d.prints, d."createdAt"
      from issued_document d join own using (application_id)
    ), rights as (
      select r.right_id, r.application_id, own.application_code, own.type, l.name, r.kind, r.valid_from,
        r.permission_date, r.disabled_at is not null as disabled, r.used_at is not null as used
      from exam_right r join own using (application_id) join application_line l using (line_id)
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(own) order by application_id desc), '[]') from own) as applications,
      (select coalesce(jsonb_agg(to_jsonb(movement) order by payment_id desc), '[]') from movement) as payments,
      (select coalesce(jsonb_agg(to_jsonb(issued) order by document_id desc), '[]') from issued) as documents,
      (select coalesce(jsonb_agg(to_jsonb(rights) order by right_id desc), '[]') from rights) as exams`.execute(
    ctx.tx,
  )
  if (rows[0] === undefined) throw new Error('a statement without a row')
  return rows[0]
}

const nothing = { totals: null, applications: null, payments: null, documents: null, exams: null }

/** What is hidden from whoever may not see applications is not read. */
async function historyOf(ctx: UserContext, id: number) {
  if (!ctx.may('application.view')) return nothing
  const { applications, payments, documents, exams } = await readHistory(ctx, id)
  const today = ctx.clock.today()
  // Of what was given back or cancelled nothing is owed, and what it cost is no sum of his.
  const open = (applications ?? []).filter(({ status }) => /^(outstanding|paid)$/.test(status))
  const sum = (name: 'net' | 'paid' | 'balance') =>
    satang(open.reduce((total, application) => total + application[name], 0))
  return {
    totals: { net: sum('net'), paid: sum('paid'), balance: sum('balance') },
    applications,
    payments,
    documents,
    exams: exams.map((right) => ({ ...right, status: examRightStatus(right, today) })),
  }
}

/** @throws NOT_FOUND */
export async function readRecord(
  ctx: UserContext,
  asked: number,
): Promise<OutputOf<typeof customerRecord.get>> {
  const person = await readPerson(ctx, await keptId(ctx, asked))
  const { notice_by, branch, createdAt, updatedAt } = person
  return {
    data: {
      customer: {
        ...toCustomerRow(ctx, person),
        branch,
        privacy_notice_by: notice_by,
        createdAt,
        updatedAt,
      },
      ...(await historyOf(ctx, person.customer_id)),
      changes: ctx.may('customer.update') ? await customerTrail(ctx, person.customer_id) : null,
    },
  }
}
