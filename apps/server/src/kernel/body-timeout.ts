/** Ends requests whose body does not arrive in time. */
import type { FastifyInstance } from 'fastify'
import { answerClientError, requestTimeoutCode } from './client-error.ts'

/**
 * Answers a request with 408 and closes its connection when its body has not arrived `ms` milliseconds after its
 * header. Uploads have the longer limit of the server, `requestTimeout`.
 */
export function limitBodyTime(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    done()
    const { raw, headers } = request
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers
    if (!hasBody || headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => {
      const timeout = Object.assign(new Error('The body took too long'), {
        code: requestTimeoutCode,
      })
      if (!raw.complete) answerClientError(timeout, raw.socket)
    }, ms).unref()
    const clear = () => clearTimeout(timer)
    raw.once('end', clear).once('close', clear)
    // A request that is refused before its body is read gets no second answer.
    reply.raw.once('finish', clear)
  })
}
