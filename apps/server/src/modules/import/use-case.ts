/** Saves an imported row with the use case that a form calls, so that the same rules and audit apply. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { Values } from './import-kind.ts'

/**
 * Runs the command of an endpoint in the current transaction.
 * @param values input decoded by the endpoint's schema
 * @returns the answer's data
 */
export async function runUseCase(
  commands: readonly Command[],
  endpoint: Endpoint,
  ctx: UserContext,
  values: Values,
): Promise<Values> {
  const found = commands.find((candidate) => candidate.endpoint === endpoint)
  if (found === undefined) throw new Error(`no command for ${endpoint.path}`)
  const answer = (await found.run(ctx, values)) as { data: Values }
  return answer.data
}
