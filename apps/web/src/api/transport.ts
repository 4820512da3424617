/** Sends one request and decodes its answer, independent of sessions. */
import {
  type Endpoint,
  type InputOf,
  inQuery,
  onlyReads,
  type OutputOf,
  pathFields,
} from '@khapdee/contract/endpoint'
import { answerMessages } from '@khapdee/domain/words'
import { z } from 'zod'
import { ApiError, networkCode, serverCode } from './api-error.ts'
import { idleTimeoutMs, type Received, sendFile, sendPlain, withIdleTimeout } from './send.ts'
import { reportServerStatus, serverStatusOf } from './server-status.ts'
import './zod-config.ts'

/** @param path the endpoint's path with its fields filled in */
export const urlOf = (path: string): string => `/api/v1/${path}`

const failedMessage = answerMessages.failed

/** The decoded answer with its Thai message. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message: string }

export interface RequestOptions {
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Lets the browser complete the request when the page is closed; for at most 64 KB. */
  keepalive?: boolean | undefined
  /** The file of a call that uploads one. */
  file?: File | undefined
  /** Receives the fraction of the file that has been sent, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/**
 * Encodes the input of a call.
 * @returns a function that sends the request with an access token, or without for null. It may be called
 * again and then sends identical bytes; it throws ApiError NETWORK without a complete answer
 * @throws ApiError VALIDATION for an input that the endpoint's schema refuses
 */
export function prepareRequest<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey, signal: callerSignal, keepalive = false, file, onProgress }: RequestOptions,
): (accessToken: string | null) => Promise<Received> {
  const fields = encode(endpoint, input)
  const fieldsInPath = new Set(pathFields(endpoint.path))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(fields[name])),
  )
  const remaining = Object.entries(fields).filter(
    ([name, value]) => !fieldsInPath.has(name) && value !== undefined,
  )
  const query = new URLSearchParams(
    inQuery(endpoint) ? remaining.map(([name, value]) => [name, String(value)]) : [],
  )
  const url = `${urlOf(path)}${query.size > 0 ? `?${query}` : ''}`
  const body = inQuery(endpoint) ? null : JSON.stringify(Object.fromEntries(remaining))

  return async (accessToken) => {
    const headers = new Headers({ Accept: 'application/json' })
    if (body !== null) headers.set('Content-Type', 'application/json')
    if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`)
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
    const { method } = endpoint
    try {
      const idleMs = file === undefined ? idleTimeoutMs.plain : idleTimeoutMs.file
      const received = await withIdleTimeout(idleMs, callerSignal, (idleTimer) =>
        file === undefined
          ? sendPlain(url, { method, headers, body, keepalive }, idleTimer)
          : sendFile(url, { method, headers, file, onProgress }, idleTimer),
      )
      reportServerStatus(serverStatusOf(received))
      return received
    } catch (error) {
      if (callerSignal?.aborted) throw error
      reportServerStatus(serverStatusOf(null))
      throw unreachable(onlyReads(endpoint) || idempotencyKey !== undefined)
    }
  }
}

/**
 * The error of a request without a complete answer.
 * @param isRepeatable whether the request can be repeated without repeating its effect
 */
const unreachable = (isRepeatable: boolean): ApiError =>
  new ApiError('เชื่อมต่อระบบไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต', {
    code: networkCode,
    status: 0,
    retryMayDuplicate: !isRepeatable,
  })

function encode<E extends Endpoint>(endpoint: E, input: InputOf<E>): Record<string, unknown> {
  const result = z.safeEncode(endpoint.input, input)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ApiError(errors[0]?.message ?? failedMessage, {
    code: 'VALIDATION',
    status: 400,
    errors,
  })
}

/** Decodes an answer. @throws ApiError when it is a failure or does not match the endpoint's schema */
export function readAnswer<E extends Endpoint>(endpoint: E, { status, text }: Received): Answer<E> {
  const json = parse(text)
  if (status < 200 || status > 299) throw failure(status, json)
  const decoded = z.safeDecode(endpoint.output, json as z.input<E['output']>)
  if (!decoded.success) throw failure(status, null)
  const message = messageBody.safeParse(json).data?.message ?? ''
  return { ...(decoded.data as OutputOf<E>), message }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const messageBody = z.object({ message: z.string() })

const failureBody = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
})

/** The error of a failed call. A body in another format, such as a gateway's page, results in the code SERVER. */
function failure(status: number, json: unknown): ApiError {
  const body = failureBody.safeParse(json).data
  if (body === undefined) return new ApiError(failedMessage, { code: serverCode, status })
  return new ApiError(body.message, { ...body, status })
}
