/** Answers requests that Node's HTTP parser refuses; no hook or error handler of the app sees them. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { messages } from '@khapdee/contract/messages'
import { securityHeaders } from './security-headers.ts'

/** The code of Node's error for a request that takes too long. */
export const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'

const statuses: Readonly<Record<string, number>> = {
  [requestTimeoutCode]: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Writes the answer and closes the connection; does nothing when the client has closed it. */
export function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[code] ?? 400
  const body = JSON.stringify({
    status: 'error',
    code: status === 408 ? 'TIMEOUT' : 'BAD_REQUEST',
    message: status === 408 ? 'ส่งข้อมูลช้าเกินไป กรุณาลองใหม่อีกครั้ง' : messages.invalid,
    requestId: randomUUID(),
  })
  const headers = Object.entries({
    ...securityHeaders('', '/'),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', body].join('\r\n'))
}
