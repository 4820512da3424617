import { afterEach, expect, it, vi } from 'vitest'
import { cameraProblem, hasLight, openCamera, setLight } from './camera.ts'

afterEach(() => vi.unstubAllGlobals())

const allowCamera = (getUserMedia: () => Promise<unknown>) => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
}

it.each([
  ['NotAllowedError', /ไม่ได้รับอนุญาตให้ใช้กล้อง/],
  ['NotFoundError', /ไม่พบกล้อง/],
  ['NotReadableError', /กล้องถูกใช้อยู่ในโปรแกรมอื่น/],
  ['UnknownError', /เปิดกล้องไม่ได้/],
])('says in Thai why the camera cannot be used: %s', async (name, text) => {
  allowCamera(() => Promise.reject(new DOMException('', name)))
  const cause = await openCamera().catch((error: unknown) => error)
  expect(cameraProblem(cause)).toMatch(text)
})

it('does not open the camera on a page without https, and shows the reason', async () => {
  vi.stubGlobal('isSecureContext', false)
  const cause = await openCamera().catch((error: unknown) => error)
  expect(cameraProblem(cause)).toContain('https')
})

it('turns on the light of a camera that has one', async () => {
  const applyConstraints = vi.fn(async () => {})
  const streamOf = (track: object) => ({ getVideoTracks: () => [track] }) as unknown as MediaStream
  const lit = streamOf({ getCapabilities: () => ({ torch: true }), applyConstraints })
  expect([hasLight(lit), hasLight(streamOf({}))]).toEqual([true, false])
  expect(await setLight(lit, true)).toBe(true)
  expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
  applyConstraints.mockRejectedValueOnce(new Error('busy'))
  expect(await setLight(lit, true)).toBe(false)
})
