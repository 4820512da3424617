/** One call over a real connection, told apart by how it ended. */
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** Longer than anything the server may take, its own patience with the database included. */
const patienceMs = 30_000

export interface Call {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** Breaks the connection off so long after sending, as a clerk who closes his browser. */
  hangUpAfterMs?: number
}

/** `lost`: the connection broke before the whole answer was there. `silent`: nothing came at all. */
export type Outcome =
  | { kind: 'answer'; status: number; text: string; retryAfter: string | undefined }
  | { kind: 'lost' }
  | { kind: 'silent' }

/** Sends one request; never rejects. */
export function call({ method, url, headers, body, hangUpAfterMs }: Call): Promise<Outcome> {
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
    outgoing.setTimeout(patienceMs, () => {
      resolve({ kind: 'silent' })
      outgoing.destroy()
    })
    outgoing.on('error', () => resolve({ kind: 'lost' }))
    outgoing.end(body)
    if (hangUpAfterMs !== undefined) setTimeout(() => outgoing.destroy(), hangUpAfterMs)
  })
}
