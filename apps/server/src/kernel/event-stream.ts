/** Answers a request with server-sent events. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** An event with a text of one line. */
export const message = (data: string) => `data: ${data}\n\n`
/** Keeps proxies from closing a silent connection. */
export const heartbeat = ': \n\n'

/** A client that has not read the end of its stream within this time is disconnected. */
const endGraceMs = 5_000

/**
 * Sends the head of the answer; the caller writes messages and ends it.
 * @returns null when the client disconnected while the request was checked, because its `close`
 * event is then in the past
 */
export function openEventStream(reply: FastifyReply): ServerResponse | null {
  const { raw } = reply
  // A write to a connection that has just been closed is not an error.
  raw.on('error', () => {})
  reply.hijack()
  if (raw.destroyed) return null
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise nginx collects the messages.
    'x-accel-buffering': 'no',
  })
  return raw
}

/** Ends a stream, and its connection if the client does not read the end. */
export function endEventStream(raw: ServerResponse): void {
  raw.end()
  setTimeout(() => raw.destroy(), endGraceMs).unref()
}
