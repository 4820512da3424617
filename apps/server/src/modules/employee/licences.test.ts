import { employeeLicence } from '@khapdee/contract/entities/employee-licence'
import { addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee, makeLicence } from '../../../test/make/employee.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const examiner = () => makeEmployee(test, test.school.branch.KKN)
const licence = {
  kind: 'examiner',
  subject: 'practice',
  licence_types: ['motorcycle', 'car', 'car'],
  number: 'ขก 12/2568',
} as const
const entriesOf = (licenceId: number) =>
  test.db
    .selectFrom('audit_log')
    .select(['call', 'branch_id', 'before', 'after'])
    .where('entity', '=', 'user_licence')
    .where('entity_id', '=', String(licenceId))
    .orderBy('audit_id')
    .execute()

describe('a licence of an employee', () => {
  it('is recorded, changed and deleted, each with its audit entry in the branch of the employee', async () => {
    const { user_id } = await examiner()
    const as = 'manager.kkn'
    const valid_until = addDays(test.clock.today(), 400)
    const { data } = await test.call(
      employeeLicence.create,
      { user_id, ...licence, licence_types: [...licence.licence_types] },
      as,
    )
    expect(data).toMatchObject({
      licence_types: ['car', 'motorcycle'],
      valid_until: null,
      version: 1,
    })
    const { licence_id } = data
    const values = { licence_id, ...licence, licence_types: ['car' as const], valid_until }
    const changed = await test.call(employeeLicence.update, { ...values, version: 1 }, as)
    expect(changed.data).toMatchObject({ licence_types: ['car'], valid_until, version: 2 })
    expect((await test.call(employeeLicence.list, { user_id }, as)).data).toEqual([changed.data])
    expect((await test.call(employeeLicence.delete, { licence_id, version: 1 }, as)).status).toBe(
      409,
    )
    expect((await test.call(employeeLicence.delete, { licence_id, version: 2 }, as)).status).toBe(
      200,
    )
    expect((await test.call(employeeLicence.delete, { licence_id, version: 2 }, as)).status).toBe(
      404,
    )
    const entries = await entriesOf(licence_id)
    expect(entries.map(({ call }) => call)).toEqual([
      'POST user/licence/create',
      'PUT user/licence/update',
      'DELETE user/licence/delete',
    ])
    expect(new Set(entries.map(({ branch_id }) => branch_id))).toEqual(
      new Set([test.school.branch.KKN]),
    )
    expect(entries[1]?.after).toEqual({ user_id, licence_types: ['car'], valid_until })
  })

  it.each([
    [{ licence_types: [] }, 'licence_types'],
    [{ licence_types: ['plane'] }, 'licence_types.0'],
    [{ kind: 'driver' }, 'kind'],
    [{ subject: 'fitness' }, 'subject'],
    [{ valid_until: '2026-02-30' }, 'valid_until'],
  ])('is refused with %j', async (values, path) => {
    const { user_id } = await examiner()
    const wire = { user_id, ...licence, ...values }
    const answer = await sendWire(test, employeeLicence.create, wire, await bearerOf(test, 'admin'))
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  it('is changed by only one of two users at once', async () => {
    const { user_id } = await examiner()
    const licence_id = await makeLicence(test.db, { user_id })
    const change = (number: string) =>
      test.call(
        employeeLicence.update,
        {
          licence_id,
          kind: 'examiner',
          subject: 'theory',
          licence_types: ['car'],
          number,
          version: 1,
        },
        'admin',
      )
    const answers = await Promise.all([change('1'), change('2')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
