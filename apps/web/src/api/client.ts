/** Calls of the contract's endpoints, with the session's access token renewed when it has expired. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { user } from '@khapdee/contract/entities/user'
import { ApiError, asApiError, networkCode } from './api-error.ts'
import { loseSession, tokens } from './tokens.ts'
import { type Answer, prepare, readAnswer, type RequestOptions } from './transport.ts'

let flight: { used: string | null; promise: Promise<string> } | undefined

/**
 * An access token to use instead of `used`, which the server refused. Requests in flight share one
 * refresh; a token that another tab has fetched meanwhile is used as it is.
 * @throws ApiError when there is none: the session is then lost, unless the network was.
 */
function renewAccess(used: string | null): Promise<string> {
  if (flight?.used === used) return flight.promise
  const promise = withRefreshLock(() => renew(used)).finally(() => {
    if (flight?.promise === promise) flight = undefined
  })
  flight = { used, promise }
  return promise
}

/**
 * Tabs must not spend the same refresh token twice: the server takes that for theft. Browsers offer
 * locks only to secure pages (https and localhost).
 */
function withRefreshLock<T>(run: () => Promise<T>): Promise<T> {
  // The types promise locks everywhere; plain http pages have none.
  const locks = navigator.locks as LockManager | null | undefined
  return locks ? locks.request('khapdee.refresh', run) : run()
}

async function renew(used: string | null): Promise<string> {
  const current = tokens.access()
  if (current !== null && current !== used) return current
  const refreshToken = tokens.refresh()
  try {
    if (refreshToken === null) throw sessionOver()
    const send = prepare(user.refresh, { refreshToken }, {})
    const { data } = readAnswer(user.refresh, await send(null))
    // The user signed out, or another one signed in, while the request was under way.
    if (tokens.refresh() !== refreshToken) throw sessionOver()
    tokens.save(data)
    return data.accessToken
  } catch (cause) {
    const error = asApiError(cause)
    if (error.code === networkCode) throw error
    loseSession(used)
    throw sessionOver()
  }
}

/** The failure that every call of a lost session ends with. */
function sessionOver(): ApiError {
  return new ApiError('หมดเวลาการใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง', {
    code: 'UNAUTHENTICATED',
    status: 401,
  })
}

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
