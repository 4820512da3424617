/** Cancels certificates. Source: product specification, section 6.2b. */
import type { UserContext } from '../../kernel/context.ts'
import { stateError } from '../../kernel/errors.ts'
import { cancelCertificate } from './certificate.queries.ts'
import { stampOf } from '../booking/right-events.ts'

/**
 * Cancels the valid certificate of a locked right; its number stays, and its public page says that it is cancelled.
 * @param note why
 * @returns its number; null if the right has none
 */
export async function cancelCertificateOf(
  ctx: UserContext,
  { right_id, branch_id }: { right_id: number; branch_id: number },
  note: string,
): Promise<string | null> {
  const right = await ctx.tx
    .selectFrom('exam_right')
    .select('certificate_id')
    .where('right_id', '=', right_id)
    .executeTakeFirst()
  const id = right?.certificate_id ?? null
  if (id === null) return null
  const stamp = stampOf(ctx)
  const cancelled = await cancelCertificate.first(ctx.tx, id, note, stamp)
  if (cancelled === undefined) throw stateError('หนังสือรับรองนี้ยกเลิกแล้ว')
  ctx.audit({
    entity: 'certificate',
    id,
    branch: branch_id,
    before: { status: 'valid' },
    after: { status: 'cancelled', note },
  })
  return cancelled.certificate_code
}
