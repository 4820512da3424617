/** Issues, prints and cancels certificates of training and test results. Source: product specification, 6.2 and 6.2b. */
import { randomBytes } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { certificate } from '@khapdee/contract/entities/certificate'
import { certificateProblem } from '@khapdee/domain/certificate'
import { balanceFirstWith } from '@khapdee/domain/exam-booking'
import { examName } from '@khapdee/domain/exams'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type Satang, satang } from '@khapdee/domain/money'
import { fullName } from '@khapdee/domain/person-name'
import { sql } from 'kysely'
import type { CertificateView } from '../../adapters/pdf/exam-view.ts'
import type { RowOf } from '../../db/columns.ts'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { type BranchHeader, readBranchHeader } from '../branch-header.ts'
import { insertRightEvents } from '../booking/right-events.ts'
import { documentLink } from '../document/document-link.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { printDocuments } from '../document/print-document.ts'
import { cancelCertificateOf } from './cancel-certificate.ts'
import { certifiedPerson, rightsOfLine } from './certificate.queries.ts'
import { type LockedRight, lockRight } from './lock-right.ts'

/** 192 random bits, so that the address of the public page cannot be guessed. */
const newToken = (): string => randomBytes(24).toString('base64url')

/**
 * The requirements for handing over a certificate.
 * @param owed what is owed for retakes, besides the application, and whether a refund of either is requested
 * @throws REFUND_PENDING, BALANCE_FIRST
 */
function assertSettled(
  { app }: LockedRight,
  { settings }: BranchHeader,
  owed: { retake_fees: Satang; refund_pending: boolean },
): void {
  if (owed.refund_pending) {
    const message = 'มีคำขอคืนเงินของใบสมัครนี้อยู่ ออกหนังสือรับรองไม่ได้'
    throw new AppError('REFUND_PENDING', message, 409)
  }
  const balance = satang(app.balance + owed.retake_fees)
  if (!settings.exam_requires_full_payment || balance <= 0) return
  throw new AppError('BALANCE_FIRST', balanceFirstWith(balance), 400)
}

type Person = RowOf<typeof certifiedPerson.columns>
type PassedRight = RowOf<typeof rightsOfLine.columns>

function certificateView(
  ctx: UserContext,
  { customer, application_code, item, is_course }: Person,
  rights: readonly PassedRight[],
  { header, number, at }: { header: BranchHeader; number: string; at: string },
): CertificateView {
  const shownNumber = (value: string) => (header.full_idcard.form ? value : maskIdCard(value))
  const { idcard, passport } = customer
  return {
    school: header.school,
    number,
    issued_at: at,
    day: ctx.clock.today(),
    holder: fullName(customer),
    ...(idcard !== '' && { idcard: shownNumber(idcard) }),
    ...(passport !== '' && { passport: shownNumber(passport) }),
    application_code,
    item,
    is_course,
    exams: rights.map((right) => ({
      name: examName(right),
      ...(right.passed_on !== null && { passed_on: right.passed_on }),
    })),
    issuer: ctx.actor.name,
  }
}

/**
 * Issues the certificate of all exams of a right's line.
 * @throws NOT_FOUND, CONFLICT; STATE while an exam is not passed or once a certificate was issued; REFUND_PENDING,
 *   BALANCE_FIRST
 */
export async function issueCertificate(
  ctx: UserContext,
  { right_id, version }: InputOf<typeof certificate.issue>,
): Promise<Answer<typeof certificate.issue>> {
  const right = await lockRight(ctx, { right_id, version })
  // The lock of the application prevents changes of the other rights of the line.
  const rights = await rightsOfLine.rows(ctx.tx, right_id)
  const problem = certificateProblem(rights, right.lineIsOpen)
  if (problem !== null) throw stateError(problem)
  const { branch_id, app } = right
  const header = await readBranchHeader(ctx, branch_id)
  const person = await certifiedPerson.one(ctx.tx, right_id)
  assertSettled(right, header, {
    retake_fees: person.retake_fees,
    refund_pending: rights.some(({ refund_pending }) => refund_pending),
  })
  const passed = rights.filter(({ used }) => used)
  const at = ctx.clock.now().toISOString()
  const today = ctx.clock.today()
  const { user_id } = ctx.actor
  const { nextId, numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: today,
    numbers: { CT: 1 },
    ids: { certificate: 1, issued_document: 1 },
  })
  const [number = ''] = numbers('CT', header.code)
  const [certificate_id, document_id] = [nextId('certificate'), nextId('issued_document')]
  const view = certificateView(ctx, person, passed, { header, number, at })
  const rightIds = passed.map((row) => row.right_id)
  const document = {
    document_id,
    kind: 'certificate' as const,
    number,
    ...(app.application_id !== null && { application_id: app.application_id }),
    certificate_id,
    snapshot: view,
    printed: true,
  }
  await writeTogether(ctx.tx, [
    sql`
      insert into certificate (certificate_id, certificate_code, branch_id, holder, day, token, created_by, "createdAt")
      overriding system value
      values (${certificate_id}, ${number}, ${branch_id}, ${view.holder}, ${today}, ${newToken()}, ${user_id}, ${at})`,
    sql`
      update exam_right set certificate_id = ${certificate_id}, version = version + 1
      where right_id = any(${rightIds}::int[])`,
    insertRightEvents(
      rightIds.map((id) => ({
        right_id: id,
        event: 'certified',
        detail: { certificate_id, note: number },
      })),
      { user_id, at },
    ),
    issueDocuments([document], { branch_id, at }),
  ])
  ctx.audit({
    entity: 'certificate',
    id: certificate_id,
    branch: branch_id,
    after: { certificate_code: number, holder: view.holder },
  })
  const link = { documents: [document_id], mark: 'original' as const, printedAt: at }
  return {
    message: `ออกหนังสือรับรองเลขที่ ${number} เรียบร้อยแล้ว`,
    data: { certificate_id, certificate_code: number, pdf: documentLink(ctx, link, number) },
  }
}

/** Returns a link to a certificate as it was issued, marked as a copy. @throws NOT_FOUND */
export const printCertificate = async (
  ctx: UserContext,
  { certificate_id }: InputOf<typeof certificate.pdf>,
): Promise<Answer<typeof certificate.pdf>> => ({
  data: await printDocuments(ctx, 'certificate', { certificate_id }),
})

/**
 * Cancels a certificate. The results stay, and another certificate can be issued.
 * @throws NOT_FOUND; STATE for one that is cancelled
 */
export async function cancelCertificate(
  ctx: UserContext,
  { certificate_id, note }: InputOf<typeof certificate.cancel>,
): Promise<Answer<typeof certificate.cancel>> {
  const stored = await ctx.tx
    .selectFrom('certificate as t')
    .leftJoin('exam_right as r', 'r.certificate_id', 't.certificate_id')
    .select(['t.branch_id', 'r.right_id'])
    .where('t.certificate_id', '=', certificate_id)
    .where('t.branch_id', '=', sql<number>`any(${[...ctx.scope.branchIds]}::int[])`)
    .orderBy('r.right_id')
    .limit(1)
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  const cancelled = stateError('หนังสือรับรองนี้ยกเลิกแล้ว')
  if (stored.right_id === null) throw cancelled
  const { right_id, branch_id } = await lockRight(ctx, { right_id: stored.right_id })
  // Another user may have cancelled it and issued a new one while the lock was awaited.
  const { certificate_id: present } = await ctx.tx
    .selectFrom('exam_right')
    .select('certificate_id')
    .where('right_id', '=', right_id)
    .executeTakeFirstOrThrow()
  if (present !== certificate_id) throw cancelled
  const code = await cancelCertificateOf(ctx, { right_id, branch_id }, note)
  return { message: `ยกเลิกหนังสือรับรองเลขที่ ${code ?? ''} เรียบร้อยแล้ว`, data: null }
}
