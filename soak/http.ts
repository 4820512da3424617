/** Sends an HTTP request and returns its outcome: an answer, a lost connection or a timeout. */
import { Agent, request } from 'node:http'
import type { Endpoint } from '@khapdee/contract/endpoint'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** Longer than any timeout of the server, its database timeouts included. */
const timeoutMs = 30_000

export interface Call {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body?: string
  /** Closes the connection after this delay, like a closed browser. */
  disconnectAfterMs?: number
}

/** `lost`: the connection was closed before the end of the answer. `timeout`: no answer for 30 seconds. */
export type Outcome =
  | { kind: 'answer'; status: number; text: string; retryAfter: string | undefined }
  | { kind: 'lost' }
  | { kind: 'timeout' }

/** Sends one request; never rejects. */
export function call({ method, url, headers, body, disconnectAfterMs }: Call): Promise<Outcome> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve({ kind: 'lost' }))
      response.on('aborted', () => resolve({ kind: 'lost' }))
      response.on('end', () =>
        resolve({
          kind: 'answer',
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          retryAfter: response.headers['retry-after'],
        }),
      )
    })
    outgoing.setTimeout(timeoutMs, () => {
      resolve({ kind: 'timeout' })
      outgoing.destroy()
    })
    outgoing.on('error', () => resolve({ kind: 'lost' }))
    outgoing.end(body)
    if (disconnectAfterMs !== undefined) setTimeout(() => outgoing.destroy(), disconnectAfterMs)
  })
}
