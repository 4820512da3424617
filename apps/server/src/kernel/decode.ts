/** Decodes a request with the schema of its endpoint. */
import { type Endpoint, inQuery } from '@khapdee/contract/endpoint'
import { messages } from '@khapdee/contract/messages'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from './errors.ts'

function toFieldErrors(issues: readonly z.core.$ZodIssue[]) {
  return issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    return {
      path: [...issue.path, ...unknown].join('.'),
      message: issue.code === 'unrecognized_keys' ? messages.unknownField : issue.message,
    }
  })
}

/**
 * Replaces lone surrogates in the texts of a request by U+FFFD, in place. `JSON.stringify` would
 * escape them, and PostgreSQL's `jsonb` refuses that escape. Iterative, because a hostile body may be
 * nested too deeply for recursion.
 */
function replaceLoneSurrogates(request: unknown): void {
  const pending = [request]
  while (pending.length > 0) {
    const parent = pending.pop()
    if (typeof parent !== 'object' || parent === null) continue
    const values = parent as Record<string, unknown>
    for (const [key, value] of Object.entries(values)) {
      if (typeof value === 'string') values[key] = value.toWellFormed()
      else pending.push(value)
    }
  }
}

/**
 * The fields of a request as they were sent, from the path and from the query or the body.
 * @param inPath names of the fields in the path
 */
export function sentFields(
  endpoint: Endpoint,
  inPath: readonly string[],
  { query, body, params }: FastifyRequest,
): unknown {
  const sent = inQuery(endpoint) ? query : (body ?? {})
  replaceLoneSurrogates(sent)
  if (inPath.length === 0) return sent
  const path = params as Record<string, string>
  return { ...(sent as object), ...Object.fromEntries(inPath.map((name) => [name, path[name]])) }
}

/**
 * The endpoint's input.
 * @param sent see {@link sentFields}
 * @throws VALIDATION, which names every wrong or unknown field
 */
export function decode(endpoint: Endpoint, sent: unknown): unknown {
  // Zod's default messages are English, so errors without a message in the contract get a Thai one.
  const result = endpoint.input.safeParse(sent, { error: () => messages.invalid })
  if (result.success) return result.data
  throw invalid(toFieldErrors(result.error.issues))
}
