import { file } from '@khapdee/contract/entities/file'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { type FakeUpload, fakeUploads } from '../../test/fake-upload.ts'
import { call } from './client.ts'
import { onServerStatus } from './server-status.ts'
import { tokens } from './tokens.ts'
import type { RequestOptions } from './transport.ts'

const picture = new File(['x'], 'รูป.png', { type: 'image/png' })
const stored = { file_id: 5, name: 'รูป.png', type: 'image/png', size: 1, link: '/files/uploads/x' }

let uploads: FakeUpload[]
beforeEach(() => {
  localStorage.clear()
  tokens.save({ accessToken: 'old', refreshToken: 'r1' })
  uploads = fakeUploads()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = (options: RequestOptions = {}) => call(file.upload, {}, { ...options, file: picture })

/** Waits until this many uploads have started and returns the last. */
const nthUpload = async (count: number) => {
  await vi.waitFor(() => expect(uploads).toHaveLength(count))
  const last = uploads.at(-1)
  if (last === undefined) throw new Error('nothing was sent')
  return last
}

/** The error with which a call rejects. */
const failureOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'no failure',
    (error: unknown) => error,
  )

it('sends the file, reports its progress and returns the answer', async () => {
  const onProgress = vi.fn<(fraction: number) => void>()
  const answer = send({ onProgress })
  const upload = await nthUpload(1)
  expect(upload).toMatchObject({ method: 'POST', path: '/api/v1/file/upload' })
  expect(upload.headers.get('Authorization')).toBe('Bearer old')
  expect(upload.file.name).toBe('รูป.png')
  upload.progress(0.25)
  upload.progress(1)
  upload.answer(200, ok(stored).body)
  expect((await answer).data).toEqual(stored)
  expect(onProgress.mock.calls).toEqual([[0.25], [1]])
})

it('renews the session once and sends the same file again', async () => {
  fakeFetch(() => ok({ accessToken: 'new', refreshToken: 'r2' }))
  const answer = send()
  ;(await nthUpload(1)).answer(401, fail(401, 'SESSION').body)
  const secondUpload = await nthUpload(2)
  expect([secondUpload.headers.get('Authorization'), secondUpload.file.name]).toEqual([
    'Bearer new',
    'รูป.png',
  ])
  secondUpload.answer(200, ok(stored).body)
  expect((await answer).data.file_id).toBe(5)
})

it('ends the session when the new token is refused too', async () => {
  fakeFetch(() => ok({ accessToken: 'new', refreshToken: 'r2' }))
  const failure = failureOf(send())
  ;(await nthUpload(1)).answer(401, fail(401, 'SESSION').body)
  ;(await nthUpload(2)).answer(401, fail(401, 'SESSION').body)
  expect(await failure).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(tokens.accessToken()).toBeNull()
})

it("throws the server's error, and NETWORK when it is unreachable", async () => {
  const onStatus = vi.fn<(status: object) => void>()
  const stop = onServerStatus(onStatus)
  const refusal = failureOf(send())
  ;(await nthUpload(1)).answer(413, fail(413, 'TOO_LARGE').body)
  expect(await refusal).toMatchObject({ code: 'TOO_LARGE', status: 413 })
  const networkFailure = failureOf(send())
  ;(await nthUpload(2)).fail()
  expect(await networkFailure).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(onStatus.mock.calls).toMatchObject([
    [{ isUnavailable: false, build: 'abc' }],
    [{ isUnavailable: true }],
  ])
  stop()
})

it('aborts an upload after one idle minute, and not before', async () => {
  vi.useFakeTimers()
  const failure = failureOf(send())
  const upload = await nthUpload(1)
  for (const transfer of [
    () => upload.progress(0.5),
    () => upload.progress(1),
    () => upload.receive(),
  ]) {
    await vi.advanceTimersByTimeAsync(59_000)
    expect(upload.aborted).toBe(false)
    transfer()
  }
  await vi.advanceTimersByTimeAsync(59_999)
  expect(upload.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(upload.aborted).toBe(true)
  expect(await failure).toMatchObject({ code: 'NETWORK', status: 0 })
})

it("aborts an upload on the caller's signal", async () => {
  const controller = new AbortController()
  const failure = failureOf(send({ signal: controller.signal }))
  const upload = await nthUpload(1)
  controller.abort()
  expect(await failure).toMatchObject({ name: 'AbortError' })
  expect(upload.aborted).toBe(true)
})
