/** Reads an uploaded file's bytes for use by the server, such as the logo on documents. */
import { buffer } from 'node:stream/consumers'
import type { Services } from '../../kernel/context.ts'
import { openFile } from './open-file.ts'

/** The media type and the content of a file, or null when the row or the stored bytes do not exist. */
export async function readStoredFile(
  services: Pick<Services, 'db' | 'files' | 'log' | 'health'>,
  fileId: number,
): Promise<{ type: string; bytes: Buffer } | null> {
  const found = await services.db
    .selectFrom('file')
    .select(['key', 'type'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  const content = found === undefined ? null : await openFile(services, found.key)
  return found === undefined || content === null
    ? null
    : { type: found.type, bytes: await buffer(content) }
}
