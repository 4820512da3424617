/** The lines that a refund ends, or for which it pays back kept money, with their amounts. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import { type LineRefund, divideRefund } from '@khapdee/domain/application/refund'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { type Satang, bahtWithUnit, sumSatang } from '@khapdee/domain/money'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { type OpenApplication, assertHasLines } from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'

type Input = Pick<InputOf<typeof application.refund>, 'lines' | 'value'>

/** A line of the application with `value`, its refund. */
export type RefundLine = OpenLine & LineRefund

function refundMax(path: string, max: Satang): AppError {
  const message = messages.refundMax(bahtWithUnit(max))
  return new AppError('REFUND_MAX', message, 400, { errors: [{ path, message }] })
}

/** Checks the lines of the call. @throws VALIDATION, NOT_FOUND, REFUND_MAX */
function chosenLines(
  { lines }: OpenApplication,
  chosen: NonNullable<Input['lines']>,
  value: Satang,
): RefundLine[] {
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const seen = new Set<number>()
  const refunded = chosen.map((part, i) => {
    const line = byId.get(part.line_id)
    if (line === undefined) throw notFound()
    if (seen.has(part.line_id)) {
      throw invalid([{ path: `lines.${i}.line_id`, message: messages.repeatedLine }])
    }
    seen.add(part.line_id)
    if (part.value > line.paid) throw refundMax(`lines.${i}.value`, line.paid)
    if (part.value === 0 && !isOpenLine(line)) {
      throw invalid([{ path: `lines.${i}.value`, message: messages.positive }])
    }
    return { ...line, ...part }
  })
  if (sumSatang(chosen.map((part) => part.value)) !== value) {
    throw invalid([{ path: 'value', message: messages.refundSum }])
  }
  return refunded
}

/**
 * The lines that end or are refunded, in the order of the application. Without `lines` these are
 * all open ones.
 * @throws VALIDATION, NOT_FOUND, REFUND_MAX; STATE for a line that was removed
 */
export async function refundedLines(
  ctx: UserContext,
  app: OpenApplication,
  { lines, value }: Input,
): Promise<RefundLine[]> {
  if (lines !== undefined) {
    await assertHasLines(
      ctx,
      app,
      lines.map(({ line_id }) => line_id),
    )
    const chosen = new Map(chosenLines(app, lines, value).map((line) => [line.line_id, line]))
    return app.lines.flatMap(({ line_id }) => chosen.get(line_id) ?? [])
  }
  if (value > app.paid) throw refundMax('value', app.paid)
  const parts = new Map(divideRefund(value, app.lines).map((part) => [part.line_id, part]))
  return app.lines.flatMap((line) => {
    const part = parts.get(line.line_id)
    return part === undefined ? [] : [{ ...line, ...part }]
  })
}
