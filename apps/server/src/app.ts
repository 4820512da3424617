/** The HTTP server: API, files and web app on one port. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import serveStatic from '@fastify/static'
import { api } from '@khapdee/contract/api'
import { buildHeader, buildMeta } from '@khapdee/contract/build'
import { messages } from '@khapdee/contract/messages'
import { answerMessages } from '@khapdee/domain/words'
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Command } from './kernel/command.ts'
import type { Services } from './kernel/context.ts'
import { limitBodyTime } from './kernel/body-timeout.ts'
import { sharedLimit, warnOfUnknownProxy } from './kernel/client-address.ts'
import { answerClientError } from './kernel/client-error.ts'
import { AppError, notFound, sessionEnded, toAppError } from './kernel/errors.ts'
import { logRequests } from './kernel/log.ts'
import { authenticate, readBearer } from './kernel/caller.ts'
import { apiBase, mount } from './kernel/mount.ts'
import { openapi } from './kernel/openapi.ts'
import { serveHealth } from './kernel/serve-health.ts'
import { serveLive } from './kernel/serve-live.ts'
import { openapiPage } from './kernel/openapi-page.ts'
import { securityHeaders, setSecurityHeaders } from './kernel/security-headers.ts'
import { serveCardReaders } from './modules/card-reader/serve-card-readers.ts'
import { serveBackups } from './modules/backup/serve-backups.ts'
import { serveCalendars } from './modules/calendar/serve-calendars.ts'
import { serveSamples } from './modules/branch/serve-samples.ts'
import { fontRules, serveVerification } from './modules/exam/serve-verification.ts'
import { createLogos } from './modules/document/logos.ts'
import { serveExamScreen } from './modules/exam/exam-screen.ts'
import { serveDocuments } from './modules/document/serve-documents.ts'
import { serveListedForms } from './modules/application/serve-listed-forms.ts'
import { serveLeaverDocuments } from './modules/leaver-link/serve-leaver-documents.ts'
import { serveTaxCertificates } from './modules/tax-certificate/serve-tax-certificates.ts'
import { servePayrollFiles } from './modules/payroll-file/serve-payroll-files.ts'
import { servePayslips } from './modules/payslip/serve-payslips.ts'
import { serveExports } from './modules/export/serve-exports.ts'
import { serveUploads } from './modules/file/serve-uploads.ts'

/** Valid for sources and build: `src` and `dist` are both two folders below `apps/`. */
const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url))

const transportErrors: Record<number, [code: string, message: string]> = {
  400: ['BAD_REQUEST', messages.invalid],
  413: ['TOO_LARGE', 'ข้อมูลมีขนาดใหญ่เกินไป'],
  414: ['TOO_LARGE', 'ข้อมูลมีขนาดใหญ่เกินไป'],
  415: ['MEDIA_TYPE', 'รูปแบบข้อมูลไม่ถูกต้อง'],
  429: ['TOO_MANY', 'ทำรายการถี่เกินไป กรุณารอสักครู่แล้วลองอีกครั้ง'],
}

/** Converts every error to an answer; an unforeseen error reveals only the request id. */
function toAnswer(error: FastifyError | Error): AppError {
  const known = toAppError(error)
  if (known !== null) return known
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const transport = transportErrors[status]
  if (transport !== undefined) return new AppError(...transport, status)
  return new AppError('INTERNAL', answerMessages.failed, 500)
}

function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = toAnswer(error)
  // A client that hung up is not an error of the server, and gets no answer.
  const hasHungUp = request.raw.socket.destroyed
  if (answer.http >= 500 && !hasHungUp) request.log.error({ err: error }, answer.code)
  if (answer.http === 503) reply.header('retry-after', '3')
  return reply
    .code(answer.http)
    .header('cache-control', 'no-store')
    .send({
      status: 'error',
      code: answer.code,
      message: answer.message,
      ...(answer.errors === undefined ? {} : { errors: answer.errors }),
      requestId: request.id,
    })
}

/** Adds the web app's build to every answer, so that a page of an older build can reload. */
function addBuildHeader(app: FastifyInstance, page: string): void {
  const build = new RegExp(`<meta name="${buildMeta}" content="(\\w+)"`).exec(page)?.[1]
  if (build === undefined) return
  app.addHook('onRequest', (_, reply, done) => {
    reply.header(buildHeader, build)
    done()
  })
}

/** The page of the web app; null if it is not built. */
function readWebPage(webRoot: string): string | null {
  const page = join(webRoot, 'index.html')
  return existsSync(page) ? readFileSync(page, 'utf8') : null
}

/**
 * Serves the page of the web app for every other path, because the app does its own routing. The answer for
 * a missing file, such as an asset of an older build, and below the paths for operators, is 404.
 */
async function serveWeb(app: FastifyInstance, webRoot: string, page: string | null): Promise<void> {
  const isBuilt = page !== null
  if (isBuilt) {
    addBuildHeader(app, page)
    await app.register(serveStatic, {
      root: webRoot,
      wildcard: false,
      index: false,
      // Otherwise the plugin's header replaces the one set below.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isImmutable = path.startsWith(join(webRoot, 'assets'))
        reply.setHeader(
          'cache-control',
          isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      request.method === 'GET' &&
      !/^\/((api|files|assets)\/|(metrics|healthz|readyz)\b)/.test(request.url)
    if (!isBuilt || !isScreen) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  })
}

/** The OpenAPI document and its page, for sessions only unless the configuration opens it. */
function serveOpenApi(app: FastifyInstance, services: Services): void {
  const assertMayRead = async (request: FastifyRequest) => {
    if (services.config.apiDocs === 'public') return
    if ((await authenticate(services, request)) === null) throw sessionEnded()
  }
  // Built at the first request, to keep the start short.
  let document: string | undefined
  app.get(`${apiBase}/openapi.json`, async (request, reply) => {
    await assertMayRead(request)
    document ??= JSON.stringify(openapi(api))
    return reply.type('application/json').send(document)
  })
  app.get(`${apiBase}/docs`, async (request, reply) => {
    await assertMayRead(request)
    return reply.type('text/html').send(openapiPage(api))
  })
}

export interface AppOptions {
  commands: readonly Command[]
  /** Folder of the built web app. */
  webRoot?: string
  /** Replaces the limits of the time in which a request must arrive. */
  requestSeconds?: { body: number; upload: number }
}

const apiPrefix = `${apiBase}/`

/** Times in seconds in which a whole request must arrive; `upload` is enough for the largest file on a slow line. */
const requestSeconds = { body: 60, upload: 120 }

const noRateLimitHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** Builds the server, ready to listen or for injected requests. The caller closes `services`. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const seconds = options.requestSeconds ?? requestSeconds
  const app = Fastify({
    loggerInstance: services.log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // Without trusted proxies the IP address is the connection's, and parsing headers is skipped.
    trustProxy:
      services.config.trustedProxies === 0
        ? false
        : (_, hop) => hop < services.config.trustedProxies,
    // A link to a sample receipt contains the branch's settings.
    routerOptions: { maxParamLength: 4000 },
    // An unreadable path fails before there is a route with an error handler.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(request.url, apiPrefix))
      void answerError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
    requestTimeout: seconds.upload * 1000,
    // Node looks for late requests at this interval.
    http: { connectionsCheckingInterval: Math.min(5, seconds.upload) * 1000 },
    // A stopping server accepts no new connections, and finishes the requests on those that it has.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // Node swaps `headersTimeout` and `requestTimeout` if the former is longer.
  app.server.headersTimeout = Math.min(app.server.headersTimeout, seconds.upload * 1000)
  limitBodyTime(app, seconds.body * 1000)
  setSecurityHeaders(app, apiPrefix)
  warnOfUnknownProxy(app, services)
  await app.register(rateLimit, {
    max: sharedLimit(services, services.config.rateLimit.all),
    timeWindow: '1 minute',
    // Clerks of one branch share an IP address, so requests count per session, whose token is signed.
    keyGenerator: (request) =>
      readBearer(services.tokens, request)?.sessionId ?? normalizeIP(request.ip),
    // The answers do not state the remaining requests; a refused request still gets retry-after.
    addHeaders: noRateLimitHeaders,
    addHeadersOnExceeding: noRateLimitHeaders,
  })
  await app.register(compress, { threshold: 16 * 1024, encodings: ['gzip', 'deflate'] })
  logRequests(app)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  serveHealth(app, services)
  serveOpenApi(app, services)
  mount(app, services, options.commands)
  serveLive(app, services)
  serveExamScreen(app, services)
  serveCardReaders(app, services)
  const logos = createLogos(services)
  serveDocuments(app, services, logos)
  servePayslips(app, services, logos)
  servePayrollFiles(app, services)
  serveTaxCertificates(app, services, logos)
  serveLeaverDocuments(app, services, logos)
  serveListedForms(app, services)
  serveExports(app, services)
  serveBackups(app, services)
  serveCalendars(app, services)
  serveUploads(app, services)
  serveSamples(app, services, logos)
  const webRoot = options.webRoot ?? builtWeb
  const page = readWebPage(webRoot)
  serveVerification(app, services, fontRules(page ?? ''))
  await serveWeb(app, webRoot, page)
  return app
}
