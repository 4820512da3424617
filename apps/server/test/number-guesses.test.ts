/**
 * Callers who may not reveal ID numbers cannot guess a hidden number by writing calls. Their wrong
 * numbers are counted like searches, even when the call is refused, and customers of other branches
 * that they find are audited.
 */
import { application } from '@khapdee/contract/entities/application'
import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { imports } from '@khapdee/contract/entities/import'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { applicationInput } from './make/application.ts'
import { type CustomerInput, customerInput, makeCustomer } from './make/customer.ts'
import { moneyDesk } from './make/money.ts'
import { csvFile } from './make/sheet.ts'

/** A user who may register and change customers of one branch, but not reveal numbers. */
const clerk = 'cashier.kkn'
/** A user like {@link clerk} without the permission to change customers. */
const registrar = 'registrar.kkn'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await sql`delete from role_permission using role
    where role.role_id = role_permission.role_id and key in ('cashier', 'registrar') and permission = 'customer.reveal'
      or role.role_id = role_permission.role_id and key = 'registrar' and permission = 'customer.update'`.execute(
    test.db,
  )
  await sql`insert into role_permission select role_id, permission
    from role, unnest(array['customer.merge', 'exam.grant']) permission where key = 'cashier'`.execute(
    test.db,
  )
})
afterAll(() => test.close())
beforeEach(() => sql`delete from number_miss`.execute(test.db))

/** A valid number without a customer. */
const nextNumber = (): string => customerInput().idcard

const misses = async (): Promise<number> =>
  (await test.db.selectFrom('number_miss').selectAll().execute()).length

/** A customer of the branch. */
async function newCustomer(branch: 'KKN' | 'BPI') {
  const person = customerInput()
  const { customer_id } = await makeCustomer(test.db, test.school.branch[branch], person)
  return { id: customer_id, person }
}

const disclosures = (id: number) =>
  test.db
    .selectFrom('audit_log')
    .select(['call', 'after'])
    .where('entity', '=', 'customer')
    .where('entity_id', '=', String(id))
    .where(sql<boolean>`after ? 'number_found'`)
    .execute()

const register = (customer: CustomerInput, as = clerk) =>
  test.call(application.create, applicationInput(test.school, { customer }), as)

describe('customer/updateprofile', () => {
  const change = (id: number, person: object, version: number) =>
    test.call(
      customer.updateprofile,
      { ...customerInput(), ...person, customer_id: id, version },
      clerk,
    )

  it('counts numbers without a customer, and locks after 30 of them', async () => {
    const { id, person } = await newCustomer('KKN')
    for (let n = 0; n < 30; n++) {
      expect((await change(id, { ...person, idcard: nextNumber() }, n + 1)).status).toBe(200)
    }
    const last = await change(id, { ...person, idcard: nextNumber() }, 31)
    expect(last.body).toMatchObject({ code: 'NUMBER_LOCKED' })
  })

  it('does not count the stored number', async () => {
    const { id, person } = await newCustomer('KKN')
    expect((await change(id, { ...person, phone_1: '0891112223' }, 1)).status).toBe(200)
    expect(await misses()).toBe(0)
  })

  it('audits that a customer of another branch has the number, although it is refused', async () => {
    const other = await newCustomer('BPI')
    const { id, person } = await newCustomer('KKN')
    const { body } = await change(id, { ...person, idcard: other.person.idcard }, 1)
    expect(body).toMatchObject({ code: 'DUPLICATE' })
    expect(await disclosures(other.id)).toEqual([
      { call: 'PUT customer/updateprofile', after: { number_found: 'idcard' } },
    ])
    expect(await misses()).toBe(0)
  })
})

describe('application/create', () => {
  it('counts the number of a new customer', async () => {
    expect((await register(customerInput())).status).toBe(200)
    expect(await misses()).toBe(1)
  })

  it('counts a wrong number of a stored customer although the call is refused', async () => {
    const { id, person } = await newCustomer('KKN')
    const guess = { ...person, idcard: nextNumber(), customer_id: id, version: 1 }
    expect((await register(guess, registrar)).status).toBe(400)
    expect(await misses()).toBe(1)
  })

  it('counts a wrong number for the id of a customer of another branch', async () => {
    const { id, person } = await newCustomer('BPI')
    const guess = { ...person, idcard: nextNumber(), customer_id: id }
    expect((await register(guess)).status).toBe(404)
    expect(await misses()).toBe(1)
  })

  it('audits the right number for the id of a customer of another branch', async () => {
    const { id, person } = await newCustomer('BPI')
    expect((await register({ ...person, customer_id: id })).status).toBe(200)
    expect(await disclosures(id)).toMatchObject([{ call: 'POST application/create' }])
  })

  it('does not count the numbers of users who may reveal them', async () => {
    expect((await register(customerInput(), 'manager.kkn')).status).toBe(200)
    expect(await misses()).toBe(0)
  })
})

describe('application/amend', () => {
  it('counts a wrong number for the id of a customer of another branch', async () => {
    const { id } = await newCustomer('BPI')
    const { application_id } = await moneyDesk(test).register({ paid: [0, 0], as: 'manager.kkn' })
    const refused = await test.call(
      application.amend,
      { application_id, version: 1, customer_id: id, idcard: nextNumber(), note: 'ผิดคน' },
      clerk,
    )
    expect(refused.status).toBe(404)
    expect(await misses()).toBe(1)
  })
})

describe('customer/mergewalkin', () => {
  it('counts numbers without a customer, and audits those of another branch although it is refused', async () => {
    const { id } = await newCustomer('KKN')
    const other = await newCustomer('BPI')
    const merge = (idcard: string) =>
      test.call(customerMerge.mergeWalkIn, { customer_id: id, version: 1, idcard }, clerk)
    expect((await merge(nextNumber())).status).toBe(404)
    expect(await misses()).toBe(1)
    expect((await merge(other.person.idcard)).body).toMatchObject({ code: 'STATE' })
    expect(await disclosures(other.id)).toMatchObject([{ call: 'POST customer/mergewalkin' }])
  })
})

describe.each(['customer', 'exam-right'] as const)('the import of kind %s', (kind) => {
  it('is refused to users who may not reveal numbers', async () => {
    const { preview, confirm } = imports[kind]
    const file = csvFile([['เลขประจำตัวประชาชน'], [nextNumber()]])
    expect((await test.call(preview, { file }, clerk)).status).toBe(403)
    expect((await test.call(confirm, { file, digest: 'x' }, clerk)).status).toBe(403)
  })
})
