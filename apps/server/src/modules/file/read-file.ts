/** An uploaded file's bytes, for what the server itself makes of them. */
import { buffer } from 'node:stream/consumers'
import type { Services } from '../../kernel/context.ts'

/** Null where there is no such file, also where the storage has lost it. */
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
