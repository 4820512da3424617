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
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Command } from './kernel/command.ts'
import type { Services } from './kernel/context.ts'
import { AppError, notFound, toAppError } from './kernel/errors.ts'
import { logRequests } from './kernel/log.ts'
import { readBearer } from './kernel/caller.ts'
import { apiBase, mount } from './kernel/mount.ts'
import { openapi } from './kernel/openapi.ts'
import { openapiPage } from './kernel/openapi-page.ts'
import { setSecurityHeaders } from './kernel/security-headers.ts'
import { serveSamples } from './modules/branch/serve-samples.ts'
import { createLogos } from './modules/document/logos.ts'
import { serveDocuments } from './modules/document/serve-documents.ts'
import { serveExports } from './modules/export/serve-exports.ts'
import { serveUploads } from './modules/file/serve-uploads.ts'

/** The same from the sources and from the build: both lie two folders below apps/. */
const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url))

const transportErrors: Record<number, [code: string, message: string]> = {
  400: ['BAD_REQUEST', messages.invalid],
  413: ['TOO_LARGE', 'ข้อมูลมีขนาดใหญ่เกินไป'],
  414: ['TOO_LARGE', 'ข้อมูลมีขนาดใหญ่เกินไป'],
  415: ['MEDIA_TYPE', 'รูปแบบข้อมูลไม่ถูกต้อง'],
  429: ['TOO_MANY', 'ทำรายการถี่เกินไป กรุณารอสักครู่แล้วลองอีกครั้ง'],
}

/** Every way a call can fail ends here; what was not foreseen tells nothing but its number. */
function toAnswer(error: FastifyError | Error): AppError {
  const known = toAppError(error)
  if (known !== null) return known
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const transport = transportErrors[status]
  if (transport !== undefined) return new AppError(...transport, status)
  return new AppError('INTERNAL', 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง', 500)
}

function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = toAnswer(error)
  if (answer.http >= 500) request.log.error({ err: error }, answer.code)
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

/** Every answer names the web app's build, so that a page of an older one notices. */
function addBuildHeader(app: FastifyInstance, page: string): void {
  const build = new RegExp(`<meta name="${buildMeta}" content="(\\w+)"`).exec(page)?.[1]
  if (build === undefined) return
  app.addHook('onRequest', (_, reply, done) => {
    reply.header(buildHeader, build)
    done()
  })
}

/**
 * Every other path is a screen of the web app, which finds its own way. A file that is gone, as an
 * older build's are, is no screen.
 */
async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  const page = join(webRoot, 'index.html')
  const built = existsSync(page)
  if (built) {
    addBuildHeader(app, readFileSync(page, 'utf8'))
    await app.register(serveStatic, {
      root: webRoot,
      wildcard: false,
      index: false,
      // Its own header would take the place of ours.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forever = path.startsWith(join(webRoot, 'assets'))
        reply.setHeader(
          'cache-control',
          forever ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const screen = request.method === 'GET' && !/^\/(api|files|assets)\//.test(request.url)
    if (!built || !screen) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  })
}

function serveHealth(app: FastifyInstance, services: Services): void {
  const unlimited = { config: { rateLimit: false } }
  app.get('/healthz', unlimited, () => ({ status: 'ok' }))
  app.get('/readyz', unlimited, async () => {
    await services.db.selectFrom('branch').select('branch_id').limit(1).execute()
    return { status: 'ok' }
  })
}

function serveDescription(app: FastifyInstance): void {
  // Made when it is first asked for: a start that has been waited for has better to do.
  let document: string | undefined
  app.get(`${apiBase}/openapi.json`, (_, reply) => {
    document ??= JSON.stringify(openapi(api))
    return reply.type('application/json').send(document)
  })
  app.get(`${apiBase}/docs`, (_, reply) => reply.type('text/html').send(openapiPage(api)))
}

export interface AppOptions {
  commands: readonly Command[]
  logger?: FastifyServerOptions['logger']
  /** Folder of the built web app. */
  webRoot?: string
}

const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** Builds the server, ready to listen or to be injected into. Whoever made `services` ends them. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger ?? false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // With nobody to trust the address is the connection's; to look for it in headers takes time.
    trustProxy:
      services.config.trustedProxies === 0
        ? false
        : (_, hop) => hop < services.config.trustedProxies,
    // A link to a sample carries the settings it shows.
    routerOptions: { maxParamLength: 4000 },
    // An unreadable path fails before there is a route with an error handler.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    // A stopping server answers what it has begun and takes nothing new.
    forceCloseConnections: 'idle',
  })
  setSecurityHeaders(app, `${apiBase}/`)
  await app.register(rateLimit, {
    max: services.config.rateLimit.all,
    timeWindow: '1 minute',
    // Clerks of one branch share an address; each has a session of his own, which none can forge.
    keyGenerator: (request) =>
      readBearer(services.tokens, request)?.sessionId ?? normalizeIP(request.ip),
    // How much is left interests nobody until nothing is: then retry-after says it.
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  })
  await app.register(compress, { threshold: 16 * 1024, encodings: ['gzip', 'deflate'] })
  logRequests(app)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  serveHealth(app, services)
  serveDescription(app)
  mount(app, services, options.commands)
  const logos = createLogos(services, app.log)
  serveDocuments(app, services, logos)
  serveExports(app, services)
  serveUploads(app, services)
  serveSamples(app, services, logos)
  await serveWeb(app, options.webRoot ?? builtWeb)
  return app
}
