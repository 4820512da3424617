/** Calls of the wire: the contract's endpoint, its input, its decoded answer. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { renewAccess, sessionOver } from './refresh.ts'
import { loseSession, tokens } from './tokens.ts'
import { type Answer, type RequestOptions, prepare, readAnswer } from './transport.ts'

/**
 * Makes one call. An answer 401 renews the session once, for all calls in flight together, and
 * repeats the call once; a second 401 ends the session. No other status is ever repeated: it could
 * repeat a payment. Source: product specification, section 1.1.
 * @param input decoded values, money in satang
 * @throws ApiError for every failure; an aborted call throws the signal's own error
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: RequestOptions = {},
): Promise<Answer<E>> {
  const send = prepare(endpoint, input, options)
  if (endpoint.access === 'public') return readAnswer(endpoint, await send(null))
  const used = tokens.access()
  const first = await send(used)
  if (first.status !== 401) return readAnswer(endpoint, first)
  const renewed = await renewAccess(used)
  const second = await send(renewed)
  if (second.status !== 401) return readAnswer(endpoint, second)
  loseSession(renewed)
  throw sessionOver()
}
