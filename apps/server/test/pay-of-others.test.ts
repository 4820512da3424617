/**
 * Without the permission, users must not see the pay of others: in any list, record, chart, export,
 * document, audit entry or announcement. Every call that reads is made as users who may not see the
 * pay of two people, and no answer may contain their amounts.
 */
import { api } from '@khapdee/contract/api'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { audit } from '@khapdee/contract/entities/audit'
import { search } from '@khapdee/contract/entities/search'
import { statement } from '@khapdee/contract/entities/statement'
import { type Permission, allPermissions, defaultRoles } from '@khapdee/domain/permissions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { khonKaen } from './branch-fixture.ts'
import { type LiveClient, listenOn, openLive } from './live-client.ts'
import { makeEmployee } from './make/employee.ts'
import { type PlantedPay, plantPay, secretName } from './make/planted-pay.ts'
import { makePayrollMonth } from './make/payslip.ts'
import { samples } from './matrix-samples.ts'
import { answerText, readingEndpoints } from './read-answers.ts'
import { bearer, openSession } from './session.ts'
import type { Wire } from './wire.ts'

const isOfPay = (permission: Permission) => /^payroll\.|\.(view-salary|reveal)$/.test(permission)
/** Users with the permissions of a role except those of pay, in all branches. */
const withoutPay = {
  'accountant.without.pay': defaultRoles
    .find(({ key }) => key === 'accountant')
    ?.permissions.filter((permission) => !isOfPay(permission)),
  'all.without.pay': allPermissions.filter((permission) => !isOfPay(permission)),
}
const colleague = 'colleague'

/** Users who may see no pay in Khon Kaen except their own. */
const strangers = [
  'registrar.kkn',
  'cashier.kkn',
  'instructor.kkn',
  'manager.bpi',
  ...Object.keys(withoutPay),
  colleague,
]
/** Users who may see pay, but not that of a person with a role above their own. */
const subordinates = ['hr', 'accountant', 'manager.kkn']

let test: TestApp
let planted: Record<'staff' | 'owner', PlantedPay>
const live = new Map<string, LiveClient>()

async function makeReader(username: string, permissions: readonly Permission[] = []) {
  const { role_id } = await test.db
    .insertInto('role')
    .values({ name: username, all_branches: true })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role_id, permission })))
    .execute()
  await makeEmployee(test, test.school.branch.KKN, { username, role_id })
}

beforeAll(async () => {
  test = await startApp()
  for (const [username, permissions] of Object.entries(withoutPay))
    await makeReader(username, permissions)
  const { user_id } = await makeEmployee(test, test.school.branch.KKN, { username: colleague })
  await makePayrollMonth(test, user_id)
  const origin = await listenOn(test.app)
  for (const username of [...strangers, ...subordinates, 'admin']) {
    const { token } = await openSession(test, username)
    live.set(username, await openLive(origin, bearer(token)))
  }
  planted = await plantPay(test, ['staff', 'owner'])
})
afterAll(async () => {
  for (const client of live.values()) client.close()
  await test.close()
})

/** Calls that link to a document of pay. */
const documentEndpoints = api.filter(
  ({ method, path }) => /^payroll\/.*(pdf|open)$/.test(path) && method === 'POST',
)
const auditTypes = [
  'payroll_month',
  'payroll_loan',
  'payroll_opening',
  'payroll_standing',
  'payroll_work_rate',
  'payroll_file',
  'tax_certificate',
  'account_entry',
  'app_user',
]
/** The days of the approved month, of its loans and of today. */
const period = { start: '2026-09-01', end: '2026-12-31' }

/** Sample inputs, made once because calls that read change nothing. */
const sampleWires = new Map<Endpoint, Promise<Wire>>()
function sampleWire(endpoint: Endpoint): Promise<Wire> {
  const made =
    sampleWires.get(endpoint) ?? Promise.resolve(samples.get(endpoint)?.wire(khonKaen(test)) ?? {})
  sampleWires.set(endpoint, made)
  return made
}

/**
 * The inputs with which a call could reveal pay: lists of all rows and of its month, and records of
 * the person.
 */
async function wiresOf(endpoint: Endpoint, { keys, username }: PlantedPay): Promise<Wire[]> {
  const { path } = endpoint
  const { month } = keys
  if (path.endsWith('/export')) return [path.startsWith('payroll/') ? { month } : period]
  if (endpoint === audit.gettable) return auditTypes.map((type) => ({ perPage: 100, type }))
  if (path.endsWith('/gettable')) {
    const paging = { perPage: 100 }
    return [paging, { ...paging, ...(path.startsWith('payroll/') ? { month } : period) }]
  }
  if (endpoint === search.find) return [{ text: username }, { text: secretName }]
  const wire = await sampleWire(endpoint)
  const own = Object.entries(keys).filter(([name]) => name in wire)
  return [{ ...wire, ...Object.fromEntries(own) }]
}

type Role = keyof typeof planted

/**
 * The amounts of the pay of people with these roles that a user finds in any answer, each with the
 * call that reveals it. The books show only sums of months that were approved together, so that
 * they do not reveal the pay of a single person.
 */
async function revealed(
  roles: readonly Role[],
  as: string,
  endpoints = [...readingEndpoints, ...documentEndpoints],
): Promise<string[]> {
  const found: string[] = []
  const lookIn = (where: string, text: string) => {
    for (const role of roles) {
      const { pattern, payouts } = planted[role]
      // Transfers from an account are matched with its statement, without a name.
      const isNameless = where === statement.documents.path && !text.includes(secretName)
      const match = pattern.exec(isNameless ? text.replaceAll(payouts, '') : text)
      if (match !== null) found.push(`${where}: ${match[0]} of the ${role}`)
    }
  }
  for (const endpoint of endpoints) {
    const wires = await Promise.all(roles.map((role) => wiresOf(endpoint, planted[role])))
    const different = new Map(wires.flat().map((wire) => [JSON.stringify(wire), wire]))
    for (const wire of different.values())
      lookIn(endpoint.path, await answerText(test, endpoint, wire, as))
  }
  for (const message of live.get(as)?.messages ?? []) lookIn('live', message)
  return found
}

it('users who may see the pay find it, which proves that the amounts and the calls are right', async () => {
  expect(planted.staff.amounts.length).toBeGreaterThan(12)
  const ofPeople = [...readingEndpoints, ...documentEndpoints].filter(({ path }) =>
    /^(payroll|list-payroll|user)/.test(path),
  )
  const found = await revealed(['staff'], 'admin', ofPeople)
  const paths = found.map((text) => text.split(': ', 1)[0])
  expect([...new Set(paths)].toSorted()).toEqual([
    'list-payrollListUser/list',
    'payroll/certificate/export',
    'payroll/certificate/gettable',
    'payroll/file/open',
    'payroll/gettable',
    'payroll/loan/list',
    'payroll/opening/list',
    'payroll/payslip/gettable',
    'payroll/payslip/pdf',
    'payroll/user/:user_id',
    'payroll/userhistory/:user_id',
    'payroll/work-rate/list',
    'user/export',
    'user/get/:user_id',
  ])
  expect(live.get('admin')?.messages).not.toEqual([])
})

it.each(strangers)('the pay is hidden from %s', async (username) => {
  expect(await revealed(['staff', 'owner'], username)).toEqual([])
})

it.each(subordinates)('the pay of the owner is hidden from %s', async (username) => {
  expect(await revealed(['owner'], username)).toEqual([])
})

it('the audit trail hides the pay from everybody', async () => {
  for (const type of auditTypes) {
    const text = await answerText(test, audit.gettable, { perPage: 100, type }, 'admin')
    expect([type, planted.staff.pattern.exec(text)?.[0]]).toEqual([type, undefined])
  }
})
