/** One request and its answer, without any knowledge of sessions. */
import {
  type Endpoint,
  type InputOf,
  type OutputOf,
  onlyReads,
  pathFields,
} from '@khapdee/contract/endpoint'
import { z } from 'zod'
import { ApiError, networkCode, serverCode } from './api-error.ts'
import { patience, whileHeard } from './patience.ts'
import { signOf, tellServerSign } from './server-signs.ts'
import './zod-config.ts'

/** Where a call is sent. @param path below /api/v1, as the contract has it */
export const addressOf = (path: string): string => `/api/v1/${path}`

const serverMessage = 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง'

/** What the server answers, decoded, with its Thai message. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message: string }

export interface RequestOptions {
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** An answer that has come whole. */
export interface Received {
  status: number
  text: string
}

export type Send = (accessToken: string | null) => Promise<Received>

/** Encodes the input once, so that a repeated request is the same to the last byte. */
export function prepare<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey, signal: caller }: RequestOptions,
): Send {
  const fields = encode(endpoint, input)
  const inPath = new Set(pathFields(endpoint.path))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(fields[name])),
  )
  const rest = Object.entries(fields).filter(
    ([name, value]) => !inPath.has(name) && value !== undefined,
  )
  const isFile = endpoint.file !== undefined
  const inQuery = endpoint.method === 'GET' || isFile
  const query = new URLSearchParams(
    inQuery
      ? rest.flatMap(([name, value]) => (name === 'file' && isFile ? [] : [[name, String(value)]]))
      : [],
  )
  const url = `${addressOf(path)}${query.size > 0 ? `?${query}` : ''}`
  const bodyOf = (): BodyInit | null => {
    // The contract has checked that it is a file's bytes.
    if (isFile) return fields['file'] as Uint8Array<ArrayBuffer>
    return inQuery ? null : JSON.stringify(Object.fromEntries(rest))
  }
  const body = bodyOf()

  return async (accessToken) => {
    const headers = new Headers({ Accept: 'application/json' })
    if (body !== null) {
      headers.set('Content-Type', isFile ? 'application/octet-stream' : 'application/json')
    }
    if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`)
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
    try {
      const silence = isFile ? patience.file : patience.plain
      return await whileHeard(silence, caller, async ({ signal, heard }) => {
        const init = { method: endpoint.method, headers, body, signal }
        const response = await fetch(url, init)
        const text = await readText(response, heard)
        tellServerSign(signOf(response))
        return { status: response.status, text }
      })
    } catch (error) {
      if (caller?.aborted) throw error
      tellServerSign(signOf(null))
      throw unreachable(onlyReads(endpoint) || idempotencyKey !== undefined)
    }
  }
}

async function readText({ body }: Response, heard: () => void): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    heard()
    const part = await reader?.read()
    if (part === undefined || part.done) return text + decoder.decode()
    text += decoder.decode(part.value, { stream: true })
  }
}

/**
 * The failure of a request that no whole answer came to.
 * @param isRepeatable doing it again does nothing twice
 */
export const unreachable = (isRepeatable: boolean): ApiError =>
  new ApiError('เชื่อมต่อระบบไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต', {
    code: networkCode,
    status: 0,
    mayBeDone: !isRepeatable,
  })

function encode<E extends Endpoint>(endpoint: E, input: InputOf<E>): Record<string, unknown> {
  const result = z.safeEncode(endpoint.input, input)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ApiError(errors[0]?.message ?? serverMessage, {
    code: 'VALIDATION',
    status: 400,
    errors,
  })
}

/** Decodes an answer. @throws ApiError when it is a failure or cannot be understood. */
export function readAnswer<E extends Endpoint>(endpoint: E, { status, text }: Received): Answer<E> {
  const json = parse(text)
  if (status < 200 || status > 299) throw failure(status, json)
  const decoded = z.safeDecode(endpoint.output, json as z.input<E['output']>)
  if (!decoded.success) throw failure(status, null)
  const message = z.object({ message: z.string() }).safeParse(json).data?.message ?? ''
  return { ...(decoded.data as OutputOf<E>), message }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const failureBody = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
})

/** A gateway's own page, or silence, counts as the server failing. */
function failure(status: number, json: unknown): ApiError {
  const body = failureBody.safeParse(json).data
  if (body === undefined) return new ApiError(serverMessage, { code: serverCode, status })
  return new ApiError(body.message, { ...body, status })
}
