/** The file of an import, in memory. */
import { readFile } from 'node:fs/promises'
import type { Services } from '../../kernel/context.ts'
import type { Upload } from '../../kernel/upload.ts'

/** Reads an upload as a Uint8Array: for the idempotency key, a Buffer would be hashed by its `toJSON`, not by its bytes. */
export const bytesHandler = {
  async prepare(_services: Services, { path }: Upload): Promise<Uint8Array> {
    const { buffer, byteOffset, length } = await readFile(path)
    return new Uint8Array(buffer, byteOffset, length)
  },
}
