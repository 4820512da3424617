/**
 * Salaries, bank accounts and unmasked ID numbers are never sent to users without the permission.
 */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { audit } from '@khapdee/contract/entities/audit'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { employee } from '@khapdee/contract/entities/employee'
import { satang } from '@khapdee/domain/money'
import { type Permission, allPermissions, defaultRoles } from '@khapdee/domain/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { applicationInput } from './make/application.ts'
import { customerInput } from './make/customer.ts'
import { employeeInput } from './make/employee.ts'
import { usernames } from './make/school.ts'
import { samples } from './matrix-samples.ts'
import { khonKaen } from './branch-fixture.ts'
import { answerText, readingEndpoints } from './read-answers.ts'
import type { Wire } from './wire.ts'

const userWithoutPay = 'sees.all.but.pay'
const pay = {
  salary: satang(7_777_777),
  extra_salary: satang(654_321),
  sso_salary: satang(9_876_123),
  bank: '004',
  bank_acc: '9876543210',
  branch_branch: 'สาขาธนาคารลับ',
}
/** The values as formatted on the wire, in files and in the database. */
const secretPay =
  /77,?777\.?77|6,?543\.?21|98,?761\.?23|9876543210|สาขาธนาคารลับ|"(salary|bank_acc|masked_idcard)"/
const employeeIdNumber = '1234567890121'
const customerIdNumber = '1100000000016'
const unmaskedIdNumber = new RegExp(
  `${employeeIdNumber}|${customerIdNumber}|1-2345-67890-12-1|1-1000-00000-01-6`,
)

let test: TestApp
let secretIds: Wire

/**
 * Creates an employee whose secret fields are changed and revealed, so that audit entries exist,
 * and an application of a customer with an ID number.
 */
beforeAll(async () => {
  test = await startApp()
  const permissions = allPermissions.filter(
    (permission) => !/\.(view-salary|reveal)$/.test(permission),
  )
  const { role_id } = await test.db
    .insertInto('role')
    .values({ name: 'ทุกอย่างยกเว้นเงินเดือน', all_branches: true })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role_id, permission })))
    .execute()
  const hash = test.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('username', '=', 'admin')
  await test.db
    .insertInto('app_user')
    .values({
      username: userWithoutPay,
      password_hash: hash,
      role_id,
      branch_id: test.school.branch.KKN,
      fname: 'มอง',
      sname: 'ไม่เห็น',
    })
    .execute()
  const input = { ...employeeInput(test), ...pay, idcard: employeeIdNumber }
  const { data } = await test.call(employee.create, input, 'admin')
  const { user_id, version } = data
  const { password: _, ...values } = input
  const raised = { ...values, user_id, version, salary: satang(pay.salary + 100) }
  await test.call(employee.update, raised, 'admin')
  await test.call(employee.update, { ...raised, version: version + 1, salary: pay.salary }, 'admin')
  await test.call(employee.reveal, { user_id }, 'admin')
  const customer = customerInput({ idcard: customerIdNumber })
  const made = await test.call(
    application.create,
    applicationInput(test.school, { customer }),
    'registrar.kkn',
  )
  secretIds = { user_id, application_id: made.data.application_id }
})
afterAll(() => test.close())

/** The text of an answer, with that of the file that it links to. */
const answerOf = (endpoint: Endpoint, wire: Wire, as: string) =>
  answerText(test, endpoint, wire, as)

/**
 * The input of a call: for a list its first 100 rows, for an export all rows, and for other calls the employee
 * or the application of `secretIds`.
 */
async function makeWire(endpoint: Endpoint): Promise<Wire> {
  const isList = endpoint.path.endsWith('/gettable') || endpoint.path.endsWith('/export')
  if (isList) return endpoint.path.endsWith('/export') ? {} : { perPage: 100 }
  const wire: Wire = (await samples.get(endpoint)?.wire(khonKaen(test))) ?? {}
  const own = Object.entries(secretIds).filter(([name]) => name in wire)
  return { ...wire, ...Object.fromEntries(own) }
}

/** The inputs, made once: calls that read change nothing. */
const wires = new Map<Endpoint, Promise<Wire>>()
function wireOf(endpoint: Endpoint): Promise<Wire> {
  const wire = wires.get(endpoint) ?? makeWire(endpoint)
  wires.set(endpoint, wire)
  return wire
}

async function readEverything(username: string) {
  const texts: [Endpoint, string][] = []
  for (const endpoint of readingEndpoints) {
    texts.push([endpoint, await answerOf(endpoint, await wireOf(endpoint), username)])
  }
  return texts
}
/** The texts of every answer to a user, which several tests search. */
const everything = new Map<string, ReturnType<typeof readEverything>>()
function textsFor(username: string): ReturnType<typeof readEverything> {
  const texts = everything.get(username) ?? readEverything(username)
  everything.set(username, texts)
  return texts
}

/**
 * A user of each role; the same role has the same rights in the other branch, which sees fewer of
 * this school's secrets.
 */
const readers = [userWithoutPay, ...usernames.filter((username) => !username.endsWith('.bpi'))]
const mayNot = (permission: Permission) => (username: string) => {
  const role = defaultRoles.find(({ key }) => key === username.split('.')[0])
  return role?.permissions.includes(permission) !== true
}

describe('salaries and bank accounts', () => {
  it('are sent to users who may see them, which proves that the patterns match', async () => {
    const wire = { user_id: secretIds['user_id'] }
    expect(await answerOf(employee.get, wire, 'hr')).toMatch(secretPay)
    expect(await answerOf(employee.export, {}, 'hr')).toMatch(/7777777|77777\.77/)
    expect(await answerOf(employee.export, {}, 'hr')).toContain('9876543210')
  })

  it.each(readers.filter(mayNot('user.view-salary')))(
    'are in no list, record, file or audit entry for %s',
    async (username) => {
      for (const [endpoint, text] of await textsFor(username)) {
        expect([endpoint.path, secretPay.exec(text)?.[0]]).toEqual([endpoint.path, undefined])
      }
    },
  )

  it('are not in the answer to a change by a user who may not see them', async () => {
    const text = await answerOf(
      employee.update,
      {
        ...employeeInput(test, { username: 'renamed.one' }),
        password: undefined,
        user_id: secretIds['user_id'],
        version: 3,
      },
      userWithoutPay,
    )
    expect(text).toContain('renamed.one')
    expect(text).not.toMatch(secretPay)
  })

  it('have audit entries that hide the values from all users', async () => {
    for (const text of [
      await answerOf(audit.gettable, { perPage: 100 }, 'admin'),
      await answerOf(audit.export, {}, 'admin'),
    ]) {
      expect(text).toContain('เงินเดือน')
      expect(text).not.toMatch(secretPay)
      expect(text).not.toMatch(unmaskedIdNumber)
    }
  })
})

it.each(readers)('no list, record or file shows an unmasked ID number to %s', async (username) => {
  const revealing = /(reveal|mockreadercard)$/
  // The export of customers has unmasked numbers for users who may reveal them, and audits that.
  const unmasked = mayNot('customer.reveal')(username) ? [] : [customerRecord.export.path]
  for (const [endpoint, text] of await textsFor(username)) {
    const { path } = endpoint
    if (revealing.test(path) || unmasked.includes(path)) continue
    expect([endpoint.path, unmaskedIdNumber.exec(text)?.[0]]).toEqual([endpoint.path, undefined])
  }
})
