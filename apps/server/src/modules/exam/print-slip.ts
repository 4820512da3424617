/** Prints the appointment slip of a booking. Source: product specification, section 6.2. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { examDocument } from '@khapdee/contract/entities/exam-document'
import { admittedUntil } from '@khapdee/domain/check-in'
import { identityDocument, movesLeftText } from '@khapdee/domain/exam-documents'
import { examName } from '@khapdee/domain/exams'
import { maskIdCard } from '@khapdee/domain/id-card'
import { bahtWithUnit } from '@khapdee/domain/money'
import { fullName } from '@khapdee/domain/person-name'
import { timeInBangkok } from '@khapdee/domain/thai-date'
import { stateWords } from '@khapdee/domain/words'
import type { ExamSlipView } from '../../adapters/pdf/exam-view.ts'
import type { RowOf } from '../../db/columns.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { type BranchHeader, readBranchHeader } from '../branch-header.ts'
import { examFileName, printView } from '../document/print-view.ts'
import { slipOfBooking } from './slip.queries.ts'

type Slip = RowOf<typeof slipOfBooking.columns>

/** `09:00–11:00 น.`; empty without a session. */
const timeOf = ({ starts_at, ends_at }: Pick<Slip, 'starts_at' | 'ends_at'>): string =>
  starts_at === null || ends_at === null
    ? ''
    : `${timeInBangkok(starts_at)}–${timeInBangkok(ends_at)} น.`

/**
 * Notes for the candidate, in addition to the last day of the right.
 * @param settings of the branch that holds the exam
 * @param seesBalance whether the caller may see what is owed for the right
 */
function noticesOf(slip: Slip, settings: BranchSettings, seesBalance: boolean): string[] {
  const { starts_at, ends_at, balance, moves } = slip
  const { exam_max_moves } = storedBranchSettings(slip.right_settings)
  const lateUntil =
    starts_at === null || ends_at === null
      ? null
      : timeInBangkok(new Date(admittedUntil({ starts_at, ends_at }, settings.exam_late_minutes)))
  return [
    lateUntil === null
      ? 'ยังไม่กำหนดรอบสอบ โรงเรียนจะแจ้งเวลาให้ทราบ'
      : `ลงทะเบียนเข้าสอบได้ถึงเวลา ${lateUntil} น.`,
    movesLeftText(moves, exam_max_moves),
    ...(balance > 0 && seesBalance
      ? [`${stateWords.outstanding} ${bahtWithUnit(balance)} กรุณาชำระก่อนวันสอบ`]
      : []),
  ]
}

function slipView(
  slip: Slip,
  header: BranchHeader,
  { issuedAt, seesBalance }: { issuedAt: string; seesBalance: boolean },
): ExamSlipView {
  const { settings, school, full_idcard } = header
  const shownNumber = (number: string) => (full_idcard.form ? number : maskIdCard(number))
  const { idcard, passport } = slip
  return {
    school,
    // The slip is never larger than A5.
    size: settings.receipt_size === '80mm' ? '80mm' : 'A5',
    code: slip.slip_code,
    application_code: slip.application_code,
    issued_at: issuedAt,
    candidate: {
      name: fullName(slip),
      ...(idcard !== '' && { idcard: shownNumber(idcard) }),
      ...(passport !== '' && { passport: shownNumber(passport) }),
      address: '',
      phone: slip.phone_1,
    },
    exam: examName(slip),
    item: slip.item,
    exam_date: slip.exam_date,
    time: timeOf(slip),
    place: [slip.place, slip.branch].filter(Boolean).join(' · '),
    bring: [identityDocument(slip.is_foreigner), ...slip.missing_documents],
    last_day: slip.permission_date,
    notices: noticesOf(slip, settings, seesBalance),
  }
}

/**
 * Returns a link to the slip of an open booking.
 * @throws NOT_FOUND; STATE for a booking that is cancelled, has a result, or has lost its session
 */
export async function printSlip(
  ctx: UserContext,
  { exam_id }: InputOf<typeof examDocument.slip>,
): Promise<Answer<typeof examDocument.slip>> {
  const slip = await slipOfBooking.first(ctx.tx, ctx, exam_id)
  if (slip === undefined) throw notFound()
  if (!slip.open) throw stateError('การจองนี้ยกเลิกหรือมีผลสอบแล้ว')
  if (slip.displaced) throw stateError('การจองนี้ไม่มีรอบสอบแล้ว กรุณาเปลี่ยนวันสอบก่อนพิมพ์ใบนัด')
  const header = await readBranchHeader(ctx, slip.branch_id)
  const view = slipView(slip, header, {
    issuedAt: ctx.clock.now().toISOString(),
    seesBalance: ctx.may('application.view') && ctx.scope.branchIds.includes(slip.right_branch_id),
  })
  ctx.audit({
    entity: 'exam_right',
    id: slip.right_id,
    branch: slip.branch_id,
    after: { exam_date: slip.exam_date },
  })
  const { logo_file_id } = header
  const name = slip.application_code || examFileName(header.code, slip.exam_date, exam_id)
  return { data: await printView(ctx, { kind: 'exam_slip', view }, { logo_file_id, name }) }
}
