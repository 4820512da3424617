/** The options of filters by user: people stay selectable where they recorded something. */
import { audit } from '@khapdee/contract/entities/audit'
import { application } from '@khapdee/contract/entities/application'
import { payment } from '@khapdee/contract/entities/payment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { moneyDesk } from '../../test/make/money.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
  await moneyDesk(test).register({ paid: [100, 0], as: 'cashier.kkn' })
  await moneyDesk(test).register({ paid: [0, 0], as: 'registrar.kkn' })
})
afterAll(() => test.close())

const lists = {
  applications: application.gettable,
  payments: payment.gettable,
} as const

/** Whether the filter of the list offers the user to the manager of the branch. */
async function isOffered(
  list: keyof typeof lists,
  username: string,
  branch: 'kkn' | 'bpi',
  filtered?: string,
) {
  const query = filtered === undefined ? {} : { user: String(test.school.userId(filtered)) }
  const { answer } = await test.call(lists[list], query, `manager.${branch}`)
  const { user = [] } = answer.filter as { user?: { value: string | number }[] }
  return user.some(({ value }) => value === test.school.userId(username))
}

/** The database notifies the server of the change, which arrives a moment later. */
const change = (username: string, values: { is_delete?: boolean; branch_id?: number }) =>
  test.db
    .updateTable('app_user')
    .set(values)
    .where('user_id', '=', test.school.userId(username))
    .execute()

describe.each(Object.keys(lists) as (keyof typeof lists)[])('the list of %s', (list) => {
  it('offers a deleted user who recorded something, in that branch only', async () => {
    await change('cashier.kkn', { is_delete: true })
    expect(await isOffered(list, 'cashier.kkn', 'kkn')).toBe(true)
    expect(await isOffered(list, 'cashier.kkn', 'bpi')).toBe(false)
  })

  it('offers a user who has moved to another branch where they recorded something, not where they only work', async () => {
    await change('registrar.kkn', { branch_id: test.school.branch.BPI })
    expect(await isOffered(list, 'registrar.kkn', 'kkn')).toBe(list === 'applications')
    expect(await isOffered(list, 'registrar.kkn', 'bpi')).toBe(false)
  })

  it('omits users who recorded nothing, except the user in the current filter', async () => {
    expect(await isOffered(list, 'examiner.kkn', 'kkn')).toBe(false)
    expect(await isOffered(list, 'examiner.kkn', 'kkn', 'examiner.kkn')).toBe(true)
    expect(await isOffered(list, 'examiner.kkn', 'bpi', 'examiner.kkn')).toBe(false)
  })
})

it('offers in the audit log the users who have entries there', async () => {
  const { answer } = await test.call(audit.gettable, {}, 'admin')
  const { user = [] } = answer.filter as { user?: { value: string | number }[] }
  const offered = user.map(({ value }) => value)
  expect(offered).toContain(test.school.userId('admin'))
  expect(offered).toContain(test.school.userId('cashier.kkn'))
  expect(offered).not.toContain(test.school.userId('accountant'))
})
