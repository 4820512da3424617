import { api } from '@khapdee/contract/api'
import { type Endpoint, isPermitted } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { approval } from '@khapdee/contract/entities/approval'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { defaultRoles } from '@khapdee/domain/permissions'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, startApp } from './app.ts'
import { branchAdmin, makeBranchAdmin } from './make/branch-admin.ts'
import { usernames } from './make/school.ts'
import { samples } from './matrix-samples.ts'
import { type BranchFixture, khonKaen } from './branch-fixture.ts'
import { sendWire } from './send-wire.ts'
import type { Wire } from './wire.ts'
import { signAnHourAgo, bearer, openSession } from './session.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await makeBranchAdmin(test)
})
afterAll(() => test.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = api.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const guarded = endpoints.filter(([, { access }]) => access !== 'public')

const fixtures = {
  kkn: (): BranchFixture => khonKaen(test),
  bpi: (): BranchFixture => ({
    test,
    branch_id: test.school.branch.BPI,
    mark: 'บ้านไผ่',
    clerk: 'manager.bpi',
    registrar: 'registrar.bpi',
  }),
}
const branchCodeOf = (username: string) => (username.endsWith('.bpi') ? 'bpi' : 'kkn')

function sampleOf(endpoint: Endpoint) {
  const sample = samples.get(endpoint)
  if (sample === undefined) throw new Error(`${nameOf(endpoint)} needs a row in matrix-samples.ts`)
  return sample
}

const newHeaders = async (username: string) => bearer((await openSession(test, username)).token)

/** The sessions that calls share; a session for each call took most of the time. */
const headersOf = new Map<string, ReturnType<typeof newHeaders>>()

/** The headers of a user's session: a new one for endpoints that end or replace it. */
function asUser(username: string, endpoint?: Endpoint): ReturnType<typeof newHeaders> {
  if (endpoint !== undefined && /^(user|jwt)\//.test(endpoint.path)) return newHeaders(username)
  const headers = headersOf.get(username) ?? newHeaders(username)
  headersOf.set(username, headers)
  return headers
}

const jwtPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const roleOf = (username: string) =>
  defaultRoles.find(({ key }) => key === username.replace(/\..*/, ''))

const mayCall = (endpoint: Endpoint, username: string): boolean =>
  isPermitted(endpoint, (permission) => roleOf(username)?.permissions.includes(permission) === true)

/**
 * The input of calls that are refused before the input is checked; if it were checked, it would be
 * refused as invalid.
 */
const unread: Wire = {}

it.each(endpoints)('%s has a sample', (_, endpoint) => {
  expect(samples.has(endpoint)).toBe(true)
})

describe('a call without a valid session', () => {
  async function badHeaders(): Promise<Record<string, Record<string, string>>> {
    const { user_id, session_id, token } = await openSession(test, 'admin')
    const [header = '', claims = '', signature = ''] = token.split('.')
    const signed = { sub: String(user_id), sid: session_id }
    const { tokens } = test.services
    const printedAt = '2026-11-21T03:00:00Z'
    return {
      none: {},
      empty: bearer(''),
      garbage: bearer('x.y.z'),
      scheme: { authorization: `Basic ${token}` },
      unsigned: bearer(`${header}.${claims}.`),
      'alg none': bearer(`${jwtPart({ alg: 'none', typ: 'JWT' })}.${claims}.`),
      'alg None': bearer(`${jwtPart({ alg: 'None', typ: 'JWT' })}.${claims}.${signature}`),
      'other key': bearer(createSigner({ key: 'x'.repeat(64) })(signed)),
      'named key': bearer(
        `${jwtPart({ alg: 'HS256', kid: '../../dev/null' })}.${claims}.${signature}`,
      ),
      'other claims': bearer(`${header}.${jwtPart({ ...signed, sub: '1' })}.${signature}`),
      expired: bearer(signAnHourAgo(() => tokens.signAccess(user_id, session_id))),
      'no such session': bearer(tokens.signAccess(user_id, '00000000-0000-4000-8000-000000000000')),
      link: bearer(tokens.signDocument({ documents: [1], mark: 'original', printedAt })),
    }
  }

  let bad: Awaited<ReturnType<typeof badHeaders>>
  beforeAll(async () => {
    bad = await badHeaders()
  })

  it.each(guarded)('to %s returns 401', async (_, endpoint) => {
    const answers = await Promise.all(
      Object.entries(bad).map(async ([name, headers]) => {
        const { status, body } = await sendWire(test, endpoint, unread, headers)
        return [name, status, body.code]
      }),
    )
    expect(answers).toEqual(Object.keys(bad).map((name) => [name, 401, 'SESSION']))
  })
})

describe('permissions of each role', () => {
  /** Refusals do not depend on the branch, so roles of single branches are tested in one branch, and managers in both. */
  const callers = usernames.filter(
    (username) => branchCodeOf(username) === 'kkn' || username === 'manager.bpi',
  )

  /**
   * The users with an endpoint's permission and the fewest other permissions: one of the whole
   * school, one of each branch.
   */
  function permitted(endpoint: Endpoint): string[] {
    const fewest = new Map<string, { username: string; count: number }>()
    for (const username of callers.filter((name) => mayCall(endpoint, name))) {
      const role = roleOf(username)
      const scope = role?.all_branches === true ? 'school' : branchCodeOf(username)
      const count = role?.permissions.length ?? 0
      if (count < (fewest.get(scope)?.count ?? Infinity)) fewest.set(scope, { username, count })
    }
    return [...fewest.values()].map(({ username }) => username)
  }

  it.each(endpoints)(
    '%s succeeds for users with its permission and returns 403 for all others',
    async (_, endpoint) => {
      const { wire, status = 200, onlyCreator = false, otherStatus = 403 } = sampleOf(endpoint)
      const send = async (username: string, input: Wire) =>
        (await sendWire(test, endpoint, input, await asUser(username, endpoint))).status
      const answers: [string, number][] = []
      const expected: [string, number][] = []
      const clerks = onlyCreator ? [fixtures.kkn().clerk] : []
      for (const username of new Set([...permitted(endpoint), ...clerks])) {
        const fixture = fixtures[branchCodeOf(username)]()
        const may = mayCall(endpoint, username) && (!onlyCreator || username === fixture.clerk)
        answers.push([username, await send(username, await wire(fixture))])
        expected.push([username, may ? status : otherStatus])
      }
      for (const username of callers.filter((name) => !mayCall(endpoint, name))) {
        answers.push([username, await send(username, unread)])
        expected.push([username, 403])
      }
      expect(answers).toEqual(expected)
    },
  )
})

/** The paths of the ids in an input, for example `course.0.course_id` or `branch`. */
function idPaths(schema: z.core.JSONSchema.BaseSchema, path: string[] = []): string[] {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    typeof property === 'object' ? idPaths(property, [...path, name]) : [],
  )
  const items =
    typeof schema.items === 'object' && !Array.isArray(schema.items)
      ? idPaths(schema.items, [...path, '0'])
      : []
  const name = path.at(-1) ?? ''
  const isId =
    /_id$|^branch$|^user$|^promotion_code$/.test(name) &&
    // A file belongs to the user who uploaded it, not to a branch: see logo.test.ts and slips.test.ts.
    !/^(tax|payee_tax|promptpay|logo_file|slip_file)_id$/.test(name)
  return [...(isId ? [path.join('.')] : []), ...properties, ...items]
}
const idPathsOf = ({ input }: Endpoint) =>
  idPaths(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))

type Tree = Record<string, unknown>
const valueAt = (tree: Wire, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Tree | undefined)?.[key], tree)

function withValue(tree: Wire, path: string, value: unknown): Wire {
  const copy: Tree = structuredClone(tree)
  const keys = path.split('.')
  const parent = keys.slice(0, -1).reduce((node, key) => node[key] as Tree, copy)
  parent[keys.at(-1) ?? ''] = value
  return copy
}

describe('an id of another branch', () => {
  /**
   * Ids that do not depend on a branch: the kind of a line, roles, files (which belong to their uploader), lines that an
   * endpoint always refuses, holidays of all branches, bookings that a sample sends instead of rights, and the filters of
   * saved views, which the lists check.
   * Ids whose branch other tests check: sessions of new lines (register-exams.test.ts), their rights (exam-fees.test.ts),
   * fees in the settings of a branch (settings.test.ts), full sessions for which candidates of a cancelled one wait
   * (waiting-moves.test.ts), accounts of transfers (bank-account.test.ts, drawer.test.ts), and employees of recurring
   * entries (recurring-entry.test.ts).
   */
  const withoutBranch =
    /^(POST application\/create request_fee\..*|POST application(fee)?\/amend add\.request_fee\..*|POST request\/amend (add\.(course|other_fee)|replace)\..*|POST application\/checkpromotion (course|other_fee|request_fee)_id|(POST user\/register|PUT user\/update) role_id|POST application\/document\/tick file_id|POST (application|applicationfee|request)\/(create|amend) .*\.exam_session_id|POST exam\/(extend|disable|enable) exam_id|POST application(fee)?\/(create|amend) .*\.right_id|(POST branch\/(create|sample)|PUT branch\/update) settings\.exam_fees\..*|POST exam-session\/cancel moves\.0\.waiting_session_id|POST holiday\/open holiday_id|POST (drawer\/move|pettycash\/spend) file_id|POST (application|applicationfee|request)\/(create|paybalance|refund|refund\/payout) bank_account_id|(POST|PUT) (income|expenses|Account)\/(create|update) bank_account_id|POST (drawer\/move|wht\/remit|closing\/close) bank_account_id|(POST|PUT) recurring-entry\/(create|update) employee_id|PUT list-view\/save filters\.user)$/
  const withIds = guarded
    .filter(([, endpoint]) => sampleOf(endpoint).ofSchool !== true)
    .flatMap(([name, endpoint]) =>
      idPathsOf(endpoint).map((path) => [name, path, endpoint] as const),
    )
    .filter(([name, path]) => !withoutBranch.test(`${name} ${path}`))
  /** Messages that do not reveal whether the record exists. */
  const unknownMessage =
    /^(ไม่พบข้อมูลที่ต้องการ|ไม่พบรายการนี้ หรือปิดใช้งานแล้ว|ไม่พบรหัสส่วนลดนี้|หัวข้อนี้ไม่อยู่ในใบให้คะแนนของการสอบนี้)$/

  /**
   * Inputs of an endpoint: one of the other branch, and one of the own branch, made after an equal
   * one was accepted.
   */
  async function prepare(endpoint: Endpoint, headers: Record<string, string>, path?: string) {
    const { wire, status = 200 } = sampleOf(endpoint)
    const narrow = (whole: Wire) => (path === undefined ? whole : { [path]: whole[path] })
    const valid = narrow(await wire(fixtures.kkn()))
    const foreign = await wire(fixtures.bpi())
    expect((await sendWire(test, endpoint, valid, headers)).status).toBe(status)
    return { foreign, own: narrow(await wire(fixtures.kkn())) }
  }
  /** The inputs, shared by all fields of an endpoint, because refused calls change nothing. */
  const prepared = new Map<Endpoint, ReturnType<typeof prepare>>()

  it.each(withIds)('in %s, field %s, is treated as unknown', async (_, path, endpoint) => {
    const { anyFieldSuffices, onlyCreator = false } = sampleOf(endpoint)
    const headers = await asUser(onlyCreator ? fixtures.kkn().clerk : branchAdmin, endpoint)
    const preparing =
      anyFieldSuffices === true
        ? prepare(endpoint, headers, path)
        : (prepared.get(endpoint) ?? prepare(endpoint, headers))
    if (anyFieldSuffices !== true) prepared.set(endpoint, preparing)
    const { own, foreign } = await preparing
    const value = valueAt(foreign, path)
    expect([typeof valueAt(own, path), typeof value]).not.toContain('undefined')
    const answer = await sendWire(test, endpoint, withValue(own, path, value), headers)
    expect(answer.bytes.toString()).not.toContain('บ้านไผ่')
    // The branches of an exported file are checked when it is opened; see export.test.ts.
    const isList = endpoint.method === 'GET' || endpoint.path.endsWith('/export')
    if (isList && answer.status === 200) return
    expect([400, 404]).toContain(answer.status)
    expect(answer.body.message).toMatch(unknownMessage)
  })

  const moneyLists = [
    ...[application, applicationFee, request, closing, approval].map(({ gettable }) => gettable),
    payment.gettable,
    payment.owed,
    payment.overdue,
  ].map((endpoint) => [nameOf(endpoint), endpoint] as const)

  it.each(moneyLists)('is not included in %s or its totals', async (_, endpoint) => {
    const fixture = fixtures.bpi()
    // The samples of these calls create an application of each kind and a day close in the other branch.
    for (const call of [application.get, closing.get, applicationFee.create, request.create]) {
      await sendWire(test, call, await sampleOf(call).wire(fixture), await asUser('manager.bpi'))
    }
    await sampleOf(payment.decideDelete).wire(fixture)
    const list = async (as: string) =>
      (await sendWire(test, endpoint, { branch: fixture.branch_id }, await asUser(as))).body
    const { data, meta, total = {} } = await list(branchAdmin)
    expect({ data, count: meta.total }).toEqual({ data: [], count: 0 })
    expect(Object.values(total).filter((sum) => sum !== 0)).toEqual([])
    expect((await list('admin')).meta.total).toBeGreaterThan(0)
  })
})

describe('a dropdown', () => {
  const branchFilters = ['', 'all', 'ทั้งหมด', '0', '-1', '1 or 1=1', 'บ']
  const lists = endpoints.filter(([, { path }]) => path.startsWith('application/getfor'))

  it.each(lists)('of %s has no records or users of another branch', async (_, endpoint) => {
    const { KKN, BPI } = test.school.branch
    for (const username of usernames.filter((name) => name.endsWith('.kkn'))) {
      for (const branch of [...branchFilters, KKN, BPI]) {
        const answer = await sendWire(test, endpoint, { branch }, await asUser(username))
        expect(answer.status).toBe(200)
        expect(answer.bytes.toString()).not.toContain('บ้านไผ่')
      }
    }
    const everything = await sendWire(test, endpoint, {}, await asUser('admin'))
    expect(everything.bytes.toString()).toContain('บ้านไผ่')
  })
})
