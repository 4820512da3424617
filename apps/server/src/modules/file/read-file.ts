/** Reads an uploaded file's bytes for use by the server, such as the logo on documents. */
import { buffer } from 'node:stream/consumers'
import type { Services } from '../../kernel/context.ts'

/** The media type and the content of a file, or null when the row or the stored bytes do not exist. */
export async function readFile(
  { db, files }: Pick<Services, 'db' | 'files'>,
  fileId: number,
): Promise<{ type: string; bytes: Buffer } | null> {
  const found = await db
    .selectFrom('file')
    .select(['key', 'type'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  const content = found === undefined ? null : await files.get(found.key)
  return found === undefined || content === null
    ? null
    : { type: found.type, bytes: await buffer(content) }
}
