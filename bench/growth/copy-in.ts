/** `COPY … FROM STDIN` through pg, which speaks the protocol's other messages only. */
import type pg from 'pg'
import type { CopyPiece } from './copy-text.ts'

/** A message of the protocol: its letter, its length with the length itself, its body. */
function message(letter: 'd' | 'c', body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5, letter)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Copies rows, less than a gigabyte of them, in one statement. */
export function copyIn(client: pg.ClientBase, { table, columns, text }: CopyPiece): Promise<void> {
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
