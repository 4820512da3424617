/** Opens the bytes of a row of `file`. */
import type { Readable } from 'node:stream'
import type { Services } from '../../kernel/context.ts'

/**
 * Opens stored bytes. Bytes in the trash are moved back first: the clean-up moved them there while they had
 * no row, for example before a restore of the database.
 * @param key of an existing row
 * @returns null when the bytes are neither in the store nor in its trash
 */
export async function openFile(
  { files, log, health }: Pick<Services, 'files' | 'log' | 'health'>,
  key: string,
): Promise<Readable | null> {
  const content = await files.get(key)
  if (content !== null || !(await files.restore(key))) return content
  health.count('files_restored')
  log.info({ keys: [key] }, 'files restored from the trash')
  return files.get(key)
}
