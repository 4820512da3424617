import { user } from '@khapdee/contract/entities/user'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { png } from '../../../test/make/file.ts'
import { upload } from '../../../test/make/upload.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** A user with few permissions. */
const username = 'instructor.kkn'

const readStored = () =>
  test.db
    .selectFrom('app_user')
    .select(['photo', 'version'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

it('sets and removes the photo of a caller without special permissions', async () => {
  const { version } = await readStored()
  const { file_id } = await upload(test, username, png(20, 20))
  const { data } = await test.call(user.photo, { photo: file_id }, username)
  expect((await test.raw('GET', data.photo ?? '')).headers['content-type']).toBe('image/jpeg')
  expect((await test.call(user.me, {}, username)).data.photo).toMatch(/^\/files\/uploads\//)
  // The higher version makes an employee form that was opened earlier stale.
  expect(await readStored()).toEqual({ photo: file_id, version: version + 1 })
  expect((await test.call(user.photo, { photo: null }, username)).data).toEqual({ photo: null })
  expect((await test.call(user.me, {}, username)).data.photo).toBeNull()
  const trail = await test.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('call', '=', 'PUT user/photo')
    .orderBy('audit_id')
    .execute()
  expect(trail).toEqual([
    { before: { photo: null }, after: { photo: file_id } },
    { before: { photo: file_id }, after: { photo: null } },
  ])
})

it('refuses a photo that another user uploaded', async () => {
  const { file_id } = await upload(test, 'manager.kkn', png(4, 4))
  const { status, body } = await test.call(user.photo, { photo: file_id }, username)
  expect([status, body.errors[0].path]).toEqual([400, 'photo'])
  expect((await readStored()).photo).toBeNull()
})
