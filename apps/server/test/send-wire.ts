/** Sends raw wire values, valid or invalid, to any endpoint. */
import { randomUUID } from 'node:crypto'
import { type Endpoint, pathFields } from '@khapdee/contract/endpoint'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TestApp } from './app.ts'
import { formHeaders, formOf, pdf } from './make/file.ts'
import type { Wire } from './wire.ts'

/** The authorization header of a user, who is signed in once per app. */
export const bearerOf = async (test: TestApp, username: string) => ({
  authorization: `Bearer ${(await test.login(username)).accessToken}`,
})

/**
 * Calls an endpoint with these wire values. An endpoint that accepts a file gets the bytes in `file`, by default a
 * small PDF.
 * @param headers authorization and other headers
 */
export async function sendWire(
  test: TestApp,
  endpoint: Endpoint,
  wire: Wire,
  headers: Readonly<Record<string, string>> = {},
) {
  const inPath = new Set(pathFields(endpoint.path))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(wire[name])),
  )
  const rest = Object.fromEntries(Object.entries(wire).filter(([name]) => !inPath.has(name)))
  const key = endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}
  const all = { ...key, ...headers }
  const { file = endpoint.file && pdf, ...fields } = rest
  const query = Object.entries(fields).map(([name, value]) => [name, String(value)])
  const withQuery = `${path}?${new URLSearchParams(query)}`
  const { method } = endpoint
  const answer =
    file instanceof Uint8Array
      ? await test.raw(method, withQuery, formOf({ bytes: Buffer.from(file) }), {
          ...formHeaders,
          ...all,
        })
      : method === 'GET'
        ? await test.raw(method, withQuery, undefined, all)
        : await test.raw(method, path, rest, all)
  if (answer.status === 200) {
    expect({ [path]: z.safeDecode(endpoint.output, answer.body).error }).toEqual({
      [path]: undefined,
    })
  }
  return answer
}
