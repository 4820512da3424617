/** Mounts commands on the HTTP server; {@link bindCommand} runs them. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { bindCommand } from './bind-command.ts'
import { limitedByAddress, sharedLimit } from './client-address.ts'
import type { Command } from './command.ts'
import type { Services } from './context.ts'
import { enableUploads, uploadsPerMinute } from './upload.ts'

export const apiBase = '/api/v1'

/** The route of an endpoint, such as `/api/v1/course/get/:course_id`. */
export const routeOf = (endpoint: Endpoint): string => `${apiBase}/${endpoint.path}`

/** Lower rate limits for uploads and public calls. */
function rateLimitOf(services: Services, { access, file }: Endpoint): { config?: object } {
  if (file !== undefined)
    return { config: { rateLimit: { max: sharedLimit(services, uploadsPerMinute) } } }
  // Public calls are used to guess passwords.
  return access === 'public' ? limitedByAddress(services, services.config.rateLimit.login) : {}
}

/** Mounts every command at its endpoint's path. */
export function mount(
  app: FastifyInstance,
  services: Services,
  commands: readonly Command[],
): void {
  const mountOne = (scope: FastifyInstance, command: Command) => {
    const handle = bindCommand(services, command)
    scope.route({
      method: command.endpoint.method,
      url: routeOf(command.endpoint),
      ...rateLimitOf(services, command.endpoint),
      handler: async (request, reply) => {
        const body = await handle(request)
        return reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
          })
          .send(body)
      },
    })
  }
  const takesFile = ({ upload }: Command) => upload !== undefined
  for (const command of commands) if (!takesFile(command)) mountOne(app, command)
  // A separate scope, so that other calls do not parse multipart bodies.
  void app.register(async (scope) => {
    enableUploads(scope)
    for (const command of commands.filter(takesFile)) mountOne(scope, command)
  })
}
