/** Referring to an uploaded file from a record. */
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

/** Locks the files of these ids that the caller uploaded, so that the clean-up job cannot delete them. */
const lockOwnFiles = (ctx: UserContext, ids: readonly number[], types: readonly string[]) =>
  ctx.tx
    .selectFrom('file')
    .select('file_id')
    .where('file_id', 'in', ids)
    .where('made_by', '=', ctx.actor.user_id)
    .where('type', 'in', types)
    .forKeyShare()
    .execute()

const missingFile = (field: string) =>
  invalid([{ path: field, message: 'ไม่พบไฟล์ที่อัปโหลด กรุณาเลือกไฟล์ใหม่' }])

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
  const found = await lockOwnFiles(ctx, [fileId], ['image/jpeg', 'image/png'])
  if (found.length === 0) throw missingFile(field)
}

/**
 * Like {@link attachImage}, for several pictures and PDFs.
 * @throws VALIDATION also when a file is given twice
 */
export async function attachFiles(
  ctx: UserContext,
  field: string,
  fileIds: readonly number[],
  before: readonly number[],
): Promise<void> {
  if (new Set(fileIds).size < fileIds.length) throw missingFile(field)
  const added = fileIds.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const found = await lockOwnFiles(ctx, added, ['image/jpeg', 'image/png', 'application/pdf'])
  if (found.length < added.length) throw missingFile(field)
}
