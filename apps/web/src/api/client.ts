/** Calls endpoints of the contract, and renews the session's access token when it has expired. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { user } from '@khapdee/contract/entities/user'
import { answerMessages } from '@khapdee/domain/words'
import { ApiError, asApiError, networkCode } from './api-error.ts'
import { currentUserId } from './current-user.ts'
import { loseSession, tokens, userOfToken } from './tokens.ts'
import { type Answer, prepareRequest, readAnswer, type RequestOptions } from './transport.ts'

/** The running refresh, and the access token that it replaces (null for none). */
let renewal: { refusedToken: string | null; promise: Promise<string> } | undefined

/**
 * Returns an access token that replaces the refused one. Calls at the same time share one refresh, and
 * a token that another tab has fetched in the meantime is used without a refresh.
 * @param refusedToken the access token that the server refused; null when the call had none
 * @throws ApiError when the refresh fails; this ends the session, except after a network failure
 */
export function renewAccessToken(refusedToken: string | null): Promise<string> {
  if (renewal?.refusedToken === refusedToken) return renewal.promise
  const promise = withRefreshLock(() => fetchAccessToken(refusedToken)).finally(() => {
    if (renewal?.promise === promise) renewal = undefined
  })
  renewal = { refusedToken, promise }
  return promise
}

/**
 * Lets one tab at a time refresh, because the server treats the second use of a refresh token as theft.
 * Browsers offer locks only to secure pages (https and localhost).
 */
function withRefreshLock<T>(run: () => Promise<T>): Promise<T> {
  // The DOM types declare `locks` as always present, but plain http pages have none.
  const locks = navigator.locks as LockManager | null | undefined
  return locks ? locks.request('khapdee.refresh', run) : run()
}

async function fetchAccessToken(refusedToken: string | null): Promise<string> {
  const current = tokens.accessToken()
  if (current !== null && current !== refusedToken) return current
  const refreshToken = tokens.refreshToken()
  try {
    if (refreshToken === null) throw sessionExpired()
    const send = prepareRequest(user.refresh, { refreshToken }, {})
    const { data } = readAnswer(user.refresh, await send(null))
    // The user signed out, or another one signed in, during the request.
    if (tokens.refreshToken() !== refreshToken) throw sessionExpired()
    tokens.save(data)
    return data.accessToken
  } catch (cause) {
    const error = asApiError(cause)
    if (error.code === networkCode) throw error
    loseSession(refusedToken)
    throw sessionExpired()
  }
}

/** The error of every call whose session cannot be renewed. */
function sessionExpired(): ApiError {
  return new ApiError(answerMessages.signedOut, {
    code: 'UNAUTHENTICATED',
    status: 401,
  })
}

/**
 * Refuses to make the call of one user with the access token of another one.
 * @throws ApiError with status 401; the session of the other user stays
 */
function assertOwnToken(token: string | null, userId: number | null): void {
  const owner = userOfToken(token)
  if (userId !== null && owner !== null && owner !== String(userId)) throw sessionExpired()
}

/**
 * Makes one call and returns its decoded answer. Status 401 renews the session, once for all calls at
 * the same time, and repeats the call once, with a token of the same user only; a second 401 ends the session. A call is not repeated after
 * any other status, because that could repeat a payment. Source: product specification, section 1.1.
 * @param input decoded values, money in satang
 * @throws ApiError for every failure; the signal's reason when the caller aborts
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: RequestOptions = {},
): Promise<Answer<E>> {
  const send = prepareRequest(endpoint, input, options)
  if (endpoint.access === 'public') return readAnswer(endpoint, await send(null))
  const usedToken = tokens.accessToken()
  // Read before the call, because another user may sign in in another tab during it.
  const userId = currentUserId()
  assertOwnToken(usedToken, userId)
  const first = await send(usedToken)
  if (first.status !== 401) return readAnswer(endpoint, first)
  const newToken = await renewAccessToken(usedToken)
  assertOwnToken(newToken, userId)
  const second = await send(newToken)
  if (second.status !== 401) return readAnswer(endpoint, second)
  loseSession(newToken)
  throw sessionExpired()
}
