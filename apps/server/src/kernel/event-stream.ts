/** Answers a request with server-sent events. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** An event with a text of one line. */
export const message = (data: string) => `data: ${data}\n\n`
/** Keeps proxies from closing a silent connection. */
export const heartbeat = ': \n\n'

/** Sends the head of the answer; the caller writes messages and ends it. */
export function openEventStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply
  // A write to a connection that has just been closed is no fault.
  raw.on('error', () => {})
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise nginx collects the messages.
    'x-accel-buffering': 'no',
  })
  return raw
}
