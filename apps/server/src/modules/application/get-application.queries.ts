/** SQL that reads one application for its screen. */
import type { ShownExam } from '@khapdee/contract/entities/exams'
import type { RequestedRefund } from '@khapdee/contract/entities/application-shapes'
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import type { FollowUpSource } from '@khapdee/domain/application/agreed-day'
import type {
  ApplicationKind,
  ApplicationStatus,
  LineStatus,
  PaymentStatus,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { ExamRight } from '@khapdee/domain/exam-right'
import type { Exam } from '@khapdee/domain/exams'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { bigint, bool, day, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import type { Placeholder } from '../../db/statements.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { RequestKind, RequestState } from '@khapdee/domain/application/approval-request'
import type { UserContext } from '../../kernel/context.ts'
import { refundNeedsApproval } from '../four-eyes.ts'
import { isRefundPending, requestedRefund } from '../refund-requests.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { isMissing } from './missing-documents.ts'
import { lastExamOf } from '../booking/open-booking.ts'

interface StoredLine {
  line_id: number
  status: LineStatus
  end_note: string
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
  written_off: Satang
  refund_pending: boolean
  pay_type: 'cash' | 'transfer' | null
  pay_types: ('cash' | 'transfer')[]
  permission_date: Day | null
  payment_id: number | null
  replaced_lines: number[]
  note: string
  right: (Exam & { right_id: number }) | null
}

/** An exam right as stored. */
interface StoredRight extends Exam, ExamRight {
  right_id: number
  line_id: number
  valid_from: Day
  last_exam: ShownExam | null
}

/** A payment as stored; the amount of a refund is negative. */
export interface StoredPayment {
  payment_id: number
  payment_code: string
  kind: 'receipt' | 'refund' | 'moved'
  pay_type: 'cash' | 'transfer'
  paid: Satang
  status: PaymentStatus
  bank_reference: string
  slip_file_id: number | null
  pay_type_edited_at: string | null
  pay_type_edited_by: string
  pay_type_note: string
  note: string
  closing_id: number | null
  payee_bank: string
  payee_account: string
  payee_name: string
  over_cap: boolean
  created_by: number
  /** The signed amounts by line. */
  lines: { line_id: number; paid: Satang }[]
  user: string
  createdAt: string
  version: number
}

export interface StoredDocument {
  application_document_id: number
  name: string
  valid_days: number
  document_day: Day | null
  valid_until: Day | null
  file_id: number | null
  ticked_at: string | null
  ticked_by: string
  missing: boolean
  proposal: { application_code: string; document_day: Day | null; valid_until: Day | null } | null
}

/**
 * The document of the same name as `d` that the customer of `a` brought for another application and that is not too old for
 * `d`; the longest valid one.
 */
const earlierDocument = (ctx: UserContext, today: Day | Placeholder) => sql`(
  select jsonb_build_object('application_code', ea.application_code, 'document_day', e.document_day,
    'valid_until', e.valid_until)
  from application_document e join application ea on ea.application_id = e.application_id
  where ea.customer_id = a.customer_id and ${ctx.scope.visible('application', 'ea')}
    and e.application_document_id <> d.application_document_id and e.name = d.name
    and e.ticked_at is not null and (e.document_day >= ${today}::date - d.valid_days or d.valid_days = 0)
  order by coalesce(e.valid_until, 'infinity') desc, e.ticked_at desc limit 1)`

interface StoredFollowUp {
  follow_up_id: number
  source: FollowUpSource
  note: string
  next_date: Day | null
  clears_date: boolean
  user: string
  createdAt: string
}

interface NamedLine {
  name: string
  net: Satang
}

/** An amendment as stored, with the lines that it added, removed and replaced. */
interface StoredAmendment {
  revision: number
  added: NamedLine[]
  removed: NamedLine[]
  replaced: (Pick<NamedLine, 'net'> & { from: string; to: string; moved: Satang })[]
  customer_before: string
  vehicle_before: string
  note: string
  created_by: number
  user: string
  createdAt: string
}

/** The lines `l` of the application of the amendment `m` that satisfy a condition. */
const namedLines = (condition: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'net', l.cost - l.discount) order by l.position), '[]')
  from application_line l where l.application_id = m.application_id and ${condition})`

/** The changes of course by the amendment `m`: old line `o`, new line `l`, and the amount that moved between them. */
const replacedLines = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('from', o.name, 'to', l.name, 'net', l.cost - l.discount,
      'moved', coalesce((select pl.paid from payment_line pl join payment p using (payment_id) join payment_line ol
          on ol.payment_id = p.payment_id and ol.line_id = o.line_id
        where pl.line_id = l.line_id and p.kind = 'moved'), 0)) order by l.position), '[]')
  from application_line l join application_line o on o.line_id = l.replaces
  where l.application_id = m.application_id and l.added_in = m.revision)`

/** The ids of the line `l` and of the lines that it replaced, directly or through earlier changes of course. */
const lineHistory = sql`(
  with recursive history (line_id, replaces) as (
    select l.line_id, l.replaces
    union all select o.line_id, o.replaces from history h join application_line o on o.line_id = h.replaces)
  select line_id from history)`

/** A request as stored, with the names of its users. */
export interface StoredRequest {
  request_id: number
  kind: RequestKind
  state: RequestState
  payment_id: number | null
  payment_code: string
  note: string
  requested_by: number
  user: string
  createdAt: string
  decided_by: string
  decided_at: string | null
  decision_note: string
  ended_by: string
  ended_at: string | null
  end_note: string
  refund: RequestedRefund | null
}

/**
 * An application with its customer, lines and payments. They are read in one statement, because they are
 * small and always shown together.
 */
export const applicationDetail = tunedQuery({
  columns: {
    application_id: int(),
    application_code: text(),
    type: text<ApplicationKind>(),
    status: text<ApplicationStatus>(),
    over_cap: bool(),
    mode: text(),
    branch_id: int(),
    branch: text(),
    total: bigint<Satang>(),
    discount: bigint<Satang>(),
    net: bigint<Satang>(),
    paid: bigint<Satang>(),
    written_off: bigint<Satang>(),
    balance: bigint<Satang>(),
    due_date: orNull(day<Day>()),
    follow_ups: jsonb<StoredFollowUp[]>(),
    documents: jsonb<StoredDocument[]>(),
    note: text(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
    decision: orNull(text<RequestDecision>()),
    refund_due: bool(),
    end_note: text(),
    created_by: int(),
    revision: int(),
    amendments: jsonb<StoredAmendment[]>(),
    promptpay_id: text(),
    refund_needs_approval: bool(),
    user: text(),
    customer: jsonb<StoredCustomer>(),
    vehicle: orNull(jsonb<CheckedVehicle>()),
    lines: jsonb<StoredLine[]>(),
    payments: jsonb<StoredPayment[]>(),
    requests: jsonb<StoredRequest[]>(),
    exam_rights: jsonb<StoredRight[]>(),
  },
  sql: (ctx: UserContext, applicationId: number | Placeholder, today: Day | Placeholder) => sql`
    select a.application_id, a.application_code, a.type, a.status, a.over_cap, a.mode, a.branch_id, b.name as branch,
      a.total, a.discount, a.net, a.paid, a.written_off, a.balance, a.due_date, a.note, a."createdAt", a."updatedAt",
      a.version, a.decision, a.refund_due, a.end_note, a.created_by, a.revision, b.promptpay_id,
      ${refundNeedsApproval('b')} as refund_needs_approval, ${userName('u')} as user, to_jsonb(c) as customer,
      (select to_jsonb(v) from application_vehicle v where v.application_id = a.application_id) as vehicle,
      (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object(
          'net', l.cost - l.discount,
          'balance', case l.status when 'open' then l.cost - l.discount - l.paid else 0 end,
          'written_off', case l.status when 'open' then 0 else l.cost - l.discount - l.paid end,
          'refund_pending', ${isRefundPending('l')},
          'pay_types', (select coalesce(jsonb_agg(distinct p.pay_type order by p.pay_type), '[]')
            from payment_line pl join payment p using (payment_id)
            where pl.line_id in ${lineHistory} and p.kind = 'receipt' and p.status <> 'deleted'),
          'permission_date', (select max(r.permission_date) from exam_right r where r.line_id = l.line_id),
          'payment_id', (select max(pl.payment_id) from payment_line pl join payment p using (payment_id)
            where pl.line_id in ${lineHistory} and p.kind = 'receipt' and p.status <> 'deleted'),
          'right', (select jsonb_build_object('right_id', r.right_id, 'kind', r.kind, 'licence_type', r.licence_type)
            from exam_right r where r.right_id = l.right_id),
          'replaced_lines', array(select line_id from ${lineHistory} history where line_id <> l.line_id order by line_id)
        ) order by l.position), '[]') from application_line l
        where l.application_id = a.application_id and l.status <> 'removed') as lines,
      (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('user', ${userName('pu')},
            'slip_file_id', (select s.file_id from payment_slip s where s.payment_id = p.payment_id),
            'pay_type_edited_by', coalesce(${userName('pe')}, ''), 'lines', (
            select coalesce(jsonb_agg(jsonb_build_object('line_id', line_id, 'paid', pl.paid) order by line_id), '[]')
            from payment_line pl where pl.payment_id = p.payment_id)) order by p.payment_id), '[]')
        from payment p join app_user pu on pu.user_id = p.created_by
          left join app_user pe on pe.user_id = p.pay_type_edited_by
        where p.application_id = a.application_id) as payments,
      (select coalesce(jsonb_agg(jsonb_build_object('follow_up_id', f.follow_up_id, 'source', f.source,
          'note', f.note, 'next_date', f.next_date, 'clears_date', f.clears_date, 'user', ${userName('fu')}, 'createdAt', f."createdAt")
          order by f.follow_up_id desc), '[]')
        from application_follow_up f join app_user fu on fu.user_id = f.created_by
        where f.application_id = a.application_id) as follow_ups,
      (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('user', ${userName('ru')}, 'createdAt', r.requested_at,
          'refund', ${requestedRefund('r')}, 'payment_code', coalesce(rp.payment_code, ''), 'decided_by', coalesce(${userName('rd')}, ''),
          'ended_by', coalesce(${userName('re')}, '')) order by r.request_id), '[]')
        from approval_request r join app_user ru on ru.user_id = r.requested_by
          left join app_user rd on rd.user_id = r.decided_by left join app_user re on re.user_id = r.ended_by
          left join payment rp on rp.payment_id = r.payment_id
        where r.application_id = a.application_id) as requests,
      (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('disabled', r.disabled_at is not null,
          'used', r.used_at is not null, 'forfeited', r.forfeited_at is not null, 'last_exam', ${lastExamOf('r')}) order by r.right_id), '[]')
        from exam_right r join application_line l using (line_id)
        where r.application_id = a.application_id and l.status <> 'removed') as exam_rights,
      (select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('user', ${userName('mu')},
          'added', ${namedLines(sql`l.added_in = m.revision and l.replaces is null`)},
          'removed', ${namedLines(sql`l.removed_in = m.revision
            and not exists (select from application_line n where n.replaces = l.line_id)`)},
          'replaced', ${replacedLines}) order by m.revision), '[]')
        from application_amendment m join app_user mu on mu.user_id = m.created_by
        where m.application_id = a.application_id) as amendments,
      (select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('ticked_by', coalesce(${userName('du')}, ''),
          'missing', ${isMissing('d', today)}, 'proposal', case when ${isMissing('d', today)} then ${earlierDocument(ctx, today)} end)
          order by d.application_document_id), '[]')
        from application_document d left join app_user du on du.user_id = d.ticked_by
        where d.application_id = a.application_id) as documents
    from application a join branch b using (branch_id) join customer c using (customer_id)
      join app_user u on u.user_id = a.created_by
    where a.application_id = ${applicationId} and ${ctx.scope.visible('application', 'a')}`,
})
