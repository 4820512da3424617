/**
 * Sells a fee for an exam right together with its use (booking, move, extension): an application
 * with one line that refers to the right.
 */
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import { type ExamUse, examUses } from '@khapdee/domain/fee-kinds'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden, invalid } from '../../kernel/errors.ts'
import { registerApplication } from '../application/create-application.ts'
import type { LockedRight } from './lock-right.ts'

type SoldFee = InputOf<typeof examBooking.retake>['fee']

/** The application of a fee, as the calls answer it. */
type Sold = OutputOf<typeof examBooking.retake>['data']['application']

interface Sale {
  fee: SoldFee
  use: ExamUse
  /** The day and the session that the fee of a retake books. */
  exam_date?: Day
  exam_session_id?: number | null | undefined
  /** The days by which the fee of an extension extends the right. */
  extend_days?: number
  note: string
  override_reason?: string
}

/** Refuses a fee item of another use. @throws VALIDATION */
async function assertUse(ctx: UserContext, { other_fee_id }: SoldFee, use: ExamUse): Promise<void> {
  const found = await ctx.tx
    .selectFrom('other_fee')
    .select('exam_use')
    .where('other_fee_id', '=', other_fee_id)
    .executeTakeFirst()
  if (found?.exam_use === use) return
  const message = `กรุณาเลือกค่าธรรมเนียม${examUses[use].label}`
  throw invalid([{ path: 'fee.other_fee_id', message }])
}

/** The paths of errors of the application, in the call that sells the fee. */
const pathInCall = (path: string): string =>
  path.startsWith('other_fee.0.exam_')
    ? path.slice('other_fee.0.'.length)
    : path.startsWith('other_fee.0.')
      ? `fee.${path.slice('other_fee.0.'.length)}`
      : `fee.${path}`

/**
 * Registers the application of a fee at the branch of the right, which is locked. A paid fee books
 * or extends immediately; a fee that must be paid first, when it is paid.
 * @throws FORBIDDEN without the permission to register applications; the codes of {@link
 * registerApplication}
 */
export async function sellFee(
  ctx: UserContext,
  right: LockedRight,
  { fee, use, exam_date, exam_session_id, extend_days, note, override_reason = '' }: Sale,
): Promise<{ sold: Sold; outcomes: readonly string[] }> {
  if (!ctx.may('application.create')) throw forbidden()
  await assertUse(ctx, fee, use)
  const { bank_reference, cash_received, ...line } = fee
  try {
    const { answer, outcomes } = await registerApplication(
      ctx,
      {
        type: 'exam',
        branch_id: right.branch_id,
        // Without a version the stored customer is not changed.
        customer: { ...right.customer, birthday: null, version: undefined },
        course: [],
        other_fee: [
          {
            ...line,
            right_id: right.right_id,
            promotion_code: '',
            exam_date: exam_date ?? null,
            exam_session_id,
            note,
          },
        ],
        request_fee: [],
        bank_reference,
        cash_received,
        due_date: null,
        note: '',
      },
      { overrideReason: override_reason, extendDays: extend_days },
    )
    return { sold: answer.data, outcomes }
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error
    const { code, message, http } = error
    throw new AppError(code, message, http, {
      errors: error.errors.map(({ path, ...rest }) => ({ ...rest, path: pathInCall(path) })),
    })
  }
}
