/** Reads the stream of changes over a real connection, for tests. */
import { type IncomingMessage, get } from 'node:http'
import { livePath } from '@khapdee/contract/live'
import type { FastifyInstance } from 'fastify'
import { apiBase } from '../src/kernel/mount.ts'

export interface LiveClient {
  status: number
  headers: IncomingMessage['headers']
  /** Every message received so far. */
  messages: string[]
  /** Whether the server has ended the stream. */
  isEnded(): boolean
  close(): void
}

/** Lets a server listen on a free port. @returns its origin */
export const listenOn = (app: FastifyInstance): Promise<string> =>
  app.listen({ port: 0, host: '127.0.0.1' })

/** Opens a stream; rejects when no answer begins. @param path below /api/v1 */
export const openLive = (
  origin: string,
  headers: Record<string, string>,
  path: string = livePath,
): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const request = get(`${origin}${apiBase}/${path}`, { headers, agent: false }, (response) => {
      let isEnded = false
      let pending = ''
      const messages: string[] = []
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const lines = (pending + text).split('\n')
        pending = lines.pop() ?? ''
        for (const line of lines) if (line.startsWith('data: ')) messages.push(line.slice(6))
      })
      const end = () => void (isEnded = true)
      response.on('end', end).on('error', end)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        messages,
        isEnded: () => isEnded,
        close: () => void request.destroy(),
      })
    })
    request.on('error', reject)
  })
