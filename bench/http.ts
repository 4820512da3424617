/** Sends HTTP requests, and measures the throughput of concurrent clients. */
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** Sends one request and returns the body; rejects unless the status is 200. */
export function send(call: HttpCall): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      call.url,
      { method: call.method, headers: call.headers, agent },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200) resolve(text)
          else reject(new Error(`${response.statusCode} ${call.url}: ${text.slice(0, 300)}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(call.body)
  })
}

/** Runs the task with `clients` concurrent clients for `ms` milliseconds; returns the tasks per second. */
export async function throughput(
  task: () => Promise<unknown>,
  clients: number,
  ms: number,
): Promise<number> {
  const end = performance.now() + ms
  let done = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await task()
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - start)
}
