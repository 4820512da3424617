/** Security headers of every answer. */
import { bridgeUrl } from '@khapdee/contract/card-bridge'
import type { FastifyInstance } from 'fastify'

/** The card reader programs on the clerk's own computer: DLTNatID and ours. */
const cardReaders = `http://localhost:21998 ${bridgeUrl}`

const contentSecurityPolicy = [
  "default-src 'self'",
  // WebAssembly of the QR reader; other code from text stays forbidden.
  "script-src 'self' 'wasm-unsafe-eval'",
  // React Aria places popovers by style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // The hidden frame in which a document is printed at once.
  'frame-src blob:',
  `connect-src 'self' ${cardReaders}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** The headers that Helmet sets, as constants, because Helmet computes them for each answer. */
const apiHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** The same headers, and others that are needed only for answers that a browser opens as a page. */
const pageHeaders = {
  ...apiHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** The headers of the answer to a path; API paths begin with `apiPrefix`. */
export const securityHeaders = (
  path: string,
  apiPrefix: string,
): Readonly<Record<string, string>> => (path.startsWith(apiPrefix) ? apiHeaders : pageHeaders)

/**
 * Sets the headers on every answer, except those to requests that fail before a route is found.
 */
export function setSecurityHeaders(app: FastifyInstance, apiPrefix: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(request.url, apiPrefix))
    done()
  })
}
