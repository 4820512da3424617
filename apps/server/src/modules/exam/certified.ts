/** The certificates of exam rights: SQL, and the conditions for issuing one. */
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import type { CertificateOfRight } from '@khapdee/contract/entities/certificate'
import { unsettledProblem } from '@khapdee/domain/exam-booking'
import type { Satang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

export type StoredCertificate = NonNullable<CertificateOfRight>

/** The valid certificate of the right of a row, by its alias, as JSON; null without one. */
export const certificateOf = (alias: string): RawBuilder<StoredCertificate | null> => sql`(
  select jsonb_build_object('certificate_id', t.certificate_id, 'certificate_code', t.certificate_code, 'day', t.day)
  from certificate t where t.certificate_id = ${sql.ref(`${alias}.certificate_id`)})`

/**
 * Whether the exam of the right in a row (by its alias) was passed, all other rights of its line
 * were passed or are disabled, and none of these rights has a certificate. `certificateProblem` has
 * the same requirements for the rights of a line.
 */
export const isLinePassed = (alias: string): RawBuilder<SqlBool> => sql`(
  ${sql.ref(`${alias}.used_at`)} is not null and ${sql.ref(`${alias}.certificate_id`)} is null
  and not exists (select from exam_right other
    where other.line_id = ${sql.ref(`${alias}.line_id`)}
      and (other.used_at is null and other.disabled_at is null or other.certificate_id is not null)
    -- Prevents a join, which would read all rights: the subquery runs for each row.
    offset 0))`

/** The balance of the applications with retake fees for the rights of a line, without the application `r.application_id`. */
export const retakeFees: RawBuilder<number> = sql`(
  select coalesce(sum(f.balance), 0)::bigint from application f
  where f.application_id is distinct from r.application_id and f.application_id in (
    select fl.application_id from application_line fl join exam_right lr on lr.right_id = fl.right_id
    where (lr.line_id = r.line_id or lr.right_id = r.right_id) and fl.exam_use = 'retake' and fl.status = 'open'))`

/**
 * The amount owed for the exams of the line `l` of the right `r` of the application `a`; null if the line cannot be certified even
 * when nothing is owed, because it is not open or {@link isLinePassed} is false.
 */
export const certifiableBalance: RawBuilder<number | null> = sql`(
  case when ${isLinePassed('r')} and coalesce(l.status = 'open', true) then coalesce(a.balance, 0) + ${retakeFees} end)`

const fullPaymentSetting: keyof BranchSettings = 'exam_requires_full_payment'

/** Whether a branch, by its alias, requires payment before it books or certifies. */
export const needsFullPayment = (alias: string): RawBuilder<boolean> =>
  sql`coalesce((${sql.ref(`${alias}.settings`)} ->> ${sql.lit(fullPaymentSetting)})::boolean,
    ${sql.lit(branchSettings.parse({})[fullPaymentSetting])})`

/** The facts on which the certificate of a line depends. */
interface CertifiableLine {
  /** Owed for its exams, in satang; null if the line cannot be certified even when nothing is owed. */
  certifiable_balance: Satang | null
  needs_full_payment: boolean
  refund_pending: boolean
}

/** Whether the caller can issue the certificate of a line now, as `certificate/issue` checks it. */
export const mayCertify = (ctx: UserContext, line: CertifiableLine): boolean =>
  ctx.may('exam.certificate') &&
  line.certifiable_balance !== null &&
  unsettledProblem({
    balance: line.certifiable_balance,
    needsFullPayment: line.needs_full_payment,
    refundPending: line.refund_pending,
  }) === null
