/** Referring to an uploaded file from a record. */
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

/**
 * Locks a picture that a record will refer to, so that the clean-up job cannot delete it.
 * A file may be attached only by the user who uploaded it, so a guessed id grants no access.
 * @param field name of the wire field for the error
 * @param before the file that the record refers to now; keeping it is always allowed
 * @throws VALIDATION where the file is deleted, uploaded by another user or not a picture
 */
export async function attachImage(
  ctx: UserContext,
  field: string,
  fileId: number | null,
  before: number | null,
): Promise<void> {
  if (fileId === null || fileId === before) return
  const found = await ctx.tx
    .selectFrom('file')
    .select('file_id')
    .where('file_id', '=', fileId)
    .where('made_by', '=', ctx.actor.user_id)
    .where('type', 'in', ['image/jpeg', 'image/png'])
    .forKeyShare()
    .executeTakeFirst()
  if (found !== undefined) return
  throw invalid([{ path: field, message: 'ไม่พบไฟล์ที่อัปโหลด กรุณาเลือกไฟล์ใหม่' }])
}
