/** `COPY … FROM STDIN` for pg, which does not implement the COPY messages of the protocol. */
import type pg from 'pg'
import type { CopyChunk } from './copy-text.ts'

/** A protocol message: type byte, length (including the length field), body. */
function message(type: 'd' | 'c', body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Copies the rows in one statement; the text must be shorter than 1 GB. */
export function copyIn(client: pg.ClientBase, { table, columns, text }: CopyChunk): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(', ')
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) =>
        connection.query(`copy ${table} (${names}) from stdin`),
      handleCopyInResponse({ stream }: pg.Connection) {
        stream.write(message('d', text))
        stream.write(message('c'))
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    })
  })
}
