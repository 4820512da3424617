/** Referring to an uploaded file from a record. */
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

/**
 * Holds on to a picture that a record is about to refer to, so that no clean-up takes it away.
 * Only who uploaded a file may attach it: a number alone gives nobody the file of another.
 * @param field of the wire, which an error names
 * @param before what the record refers to now; to keep that is nobody's business
 * @throws VALIDATION where it is gone, somebody else's or no picture
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
