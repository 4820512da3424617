/** A row is saved by the use case of its form. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { Values } from './import-kind.ts'

/**
 * Runs the command of an endpoint as its call would, in the transaction at hand.
 * @param values as the endpoint's schema has decoded them
 * @returns the answer's data
 */
export async function runUseCase(
  commands: readonly Command[],
  endpoint: Endpoint,
  ctx: UserContext,
  values: Values,
): Promise<Values> {
  const found = commands.find((each) => each.endpoint === endpoint)
  if (found === undefined) throw new Error(`nobody answers ${endpoint.path}`)
  const answer = (await found.run(ctx, values)) as { data: Values }
  return answer.data
}
