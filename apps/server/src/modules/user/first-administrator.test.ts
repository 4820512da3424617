import { createHash } from 'node:crypto'
import { firstAdministrator } from '@khapdee/contract/entities/first-administrator'
import { user } from '@khapdee/contract/entities/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { createSetupLink } from './first-administrator.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await test.db.deleteFrom('app_user').execute()
})
afterAll(() => test.close())

const formInput = (token: string) => ({
  token,
  school_name: 'โรงเรียนสอนขับรถตัวอย่าง',
  branch_code: 'HQ',
  branch_name: 'สำนักงานใหญ่',
  username: 'somchai',
  password: 'ม้าแก่กินหญ้าอ่อน',
  fname: 'สมชาย',
  sname: 'ใจดี',
})
const newToken = async () => (await createSetupLink(test.db))?.split('token=')[1] ?? ''

const stateOf = async (token = '') => {
  const { body } = await test.call(firstAdministrator.state, { token })
  return body.data
}

describe('the first administrator', () => {
  it('is announced as missing, and a link as valid until a later start replaces it', async () => {
    const old = await newToken()
    expect(await stateOf(old)).toEqual({ is_empty: true, is_valid: true })
    const token = await newToken()
    expect(await stateOf(old)).toEqual({ is_empty: true, is_valid: false })
    expect(await stateOf(token)).toEqual({ is_empty: true, is_valid: true })
    expect(await stateOf()).toEqual({ is_empty: true, is_valid: false })
  })

  it('cannot be created with a guessed link or a link that a later start replaced', async () => {
    const old = await newToken()
    await newToken()
    for (const token of ['', 'guess', old]) {
      expect((await test.call(firstAdministrator.setup, formInput(token))).body).toMatchObject({
        code: 'SETUP_LINK',
      })
    }
  })

  it('is created once with the link, and can sign in with permission to change branches', async () => {
    const token = await newToken()
    const both = await Promise.all([
      test.call(firstAdministrator.setup, formInput(token)),
      test.call(firstAdministrator.setup, {
        ...formInput(token),
        username: 'other',
        branch_code: 'TWO',
      }),
    ])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    const made = both[0].status === 200 ? 'somchai' : 'other'
    const signedIn = await test.raw('POST', user.login.path, {
      username: made,
      password: 'ม้าแก่กินหญ้าอ่อน',
    })
    expect(signedIn.body.data.userData.ability).toContainEqual({
      action: 'update',
      subject: 'branch',
    })
    expect(await createSetupLink(test.db)).toBeNull()
    expect(await stateOf(token)).toEqual({ is_empty: false, is_valid: false })
  })

  it('cannot be created with an earlier link once there are users', async () => {
    const token_hash = createHash('sha256').update('earlier').digest('hex')
    await test.db
      .insertInto('setting')
      .values({ key: 'setup', value: JSON.stringify({ token_hash }) })
      .execute()
    const { body } = await test.call(firstAdministrator.setup, {
      ...formInput('earlier'),
      branch_code: 'NEW',
    })
    expect(body.code).toBe('SETUP_LINK')
    expect(await stateOf('earlier')).toEqual({ is_empty: false, is_valid: false })
  })
})
