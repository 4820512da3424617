/**
 * One valid call of every endpoint, with records of one branch. The matrix sends it as every user, and
 * replaces its ids by those of another branch, one at a time.
 */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { screens } from '@khapdee/contract/entities/screens'
import { audit } from '@khapdee/contract/entities/audit'
import { branch, branchSettings } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { employee } from '@khapdee/contract/entities/employee'
import { file } from '@khapdee/contract/entities/file'
import { promotion } from '@khapdee/contract/entities/promotion'
import { role } from '@khapdee/contract/entities/role'
import { request } from '@khapdee/contract/entities/request'
import { search } from '@khapdee/contract/entities/search'
import { user } from '@khapdee/contract/entities/user'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import type { CrudEntity, Entity } from '@khapdee/domain/entities'
import { sql } from 'kysely'
import { exportCommands } from '../src/modules/export/export.module.ts'
import { demoPassword } from '../src/modules/user/passwords.ts'
import { type CrudResource, crudResources, hasBranch } from './crud-resources.ts'
import { customerInput, makeCustomer } from './make/customer.ts'
import { employeeInput, makeEmployee, makeLeave, openSessionOf } from './make/employee.ts'
import { makePromotion } from './make/promotion.ts'
import { makeRecord } from './make/record.ts'
import { importSamples } from './matrix-import-samples.ts'
import { moneySamples } from './matrix-money-samples.ts'
import { type Sample, type Side, listOf } from './matrix-side.ts'
import type { Wire } from './wire.ts'

let made = 0

const resourceOf = (table: string): CrudResource => {
  const found = crudResources.find((one) => one.table === table)
  if (found === undefined) throw new Error(`${table} is no plain record`)
  return found
}

/** The id of a new row that only the side's branch has, named after the side. */
async function idIn(
  table: CrudEntity['table'],
  { test, branch_id, mark }: Side,
  values: Wire = {},
): Promise<unknown> {
  const { api, label } = resourceOf(table)
  const own: object = { branch_id, [label]: `${mark} ${++made}`, ...values }
  const row: Wire = await makeRecord(test.db, table, own)
  return row[api.idName]
}

/** The ids of records that only the side's branch has, for every field that refers to one. */
async function referenced({ api }: CrudResource, side: Side): Promise<Wire> {
  const { references = {} }: Entity = api.entity
  const ids = Object.entries(references).map(async ([column, { entity }]) => [
    column,
    await idIn(entity as CrudEntity['table'], side),
  ])
  return Object.fromEntries(await Promise.all(ids))
}

function plainSamples(resource: CrudResource): [Endpoint, Sample][] {
  const { api, table, label, body } = resource
  const { idName } = api
  const id = async (side: Side) => ({ [idName]: await idIn(table, side) })
  const values = async (side: Side) => {
    const { branch_id, mark } = side
    return {
      ...body(++made),
      [label]: `${mark} ${made}`,
      branch_id,
      ...(await referenced(resource, side)),
    }
  }
  return [
    [api.create, { wire: values }],
    [
      api.update,
      { wire: async (side) => ({ ...(await values(side)), ...(await id(side)), version: 1 }) },
    ],
    [api.delete, { wire: async (side) => ({ ...(await id(side)), version: 1 }) }],
    [api.get, { wire: id }],
    [api.gettable, { wire: listOf }],
  ]
}

let codes = 0
const newCode = () => `X${String.fromCharCode(65 + Math.floor(++codes / 26), 65 + (codes % 26))}`

/** Another branch that all the side's people work in. */
async function branchBeside({ test, branch_id, mark }: Side): Promise<Wire> {
  const made = await test.db
    .insertInto('branch')
    .values({ code: newCode(), name: mark })
    .returning(['branch_id', 'code', 'name', 'version'])
    .executeTakeFirstOrThrow()
  await sql`
    insert into user_branch
    select user_id, ${made.branch_id}::int from app_user where branch_id = ${branch_id}`.execute(
    test.db,
  )
  test.services.access.forget()
  return made
}

const branchSamples: [Endpoint, Sample][] = [
  [
    branch.create,
    { wire: ({ branch_id, mark }) => ({ code: newCode(), name: mark, parent_id: branch_id }) },
  ],
  [
    branch.update,
    { wire: async (side) => ({ ...(await branchBeside(side)), parent_id: side.branch_id }) },
  ],
  // Its people still use it.
  [branch.delete, { wire: ({ branch_id }) => ({ branch_id, version: 1 }), status: 409 }],
  [branch.get, { wire: ({ branch_id }) => ({ branch_id }) }],
  [
    branch.sample,
    {
      wire: ({ branch_id }) => ({
        branch_id,
        promptpay_id: '',
        logo_file_id: null,
        settings: branchSettings.parse({}),
      }),
    },
  ],
  [branch.promptpay, { wire: () => ({ promptpay_id: '0812345678' }) }],
  [branch.gettable, { wire: listOf }],
]

/** A role without users. */
async function spareRole({ test }: Side): Promise<{ role_id: number; name: string }> {
  return test.db
    .insertInto('role')
    .values({ name: `บทบาท ${++made}` })
    .returning(['role_id', 'name'])
    .executeTakeFirstOrThrow()
}
const roleId = async (side: Side) => ({ role_id: (await spareRole(side)).role_id })

const roleSamples: [Endpoint, Sample][] = [
  [role.create, { wire: () => ({ name: `บทบาท ${++made}` }), ofSchool: true }],
  [
    role.update,
    { wire: async (side) => ({ ...(await spareRole(side)), version: 1 }), ofSchool: true },
  ],
  [
    role.delete,
    { wire: async (side) => ({ ...(await roleId(side)), version: 1 }), ofSchool: true },
  ],
  [role.get, { wire: roleId, ofSchool: true }],
  [role.gettable, { wire: listOf, ofSchool: true }],
  [role.people, { wire: roleId, ofSchool: true }],
]

const person = ({ test, branch_id, mark }: Side, values: { idcard?: string } = {}) =>
  makeCustomer(test.db, branch_id, { sname: mark, ...values })

/** Every id that an application can hold, each of something that only this branch has. */
async function registration(side: Side) {
  const id = (table: CrudEntity['table'], price: number) => idIn(table, side, { price })
  const { test, branch_id } = side
  const { code: promotion_code } = await makePromotion(test.db, { branch_id, type: 'all' })
  const unpaid = { paid: 0, pay_type: 'cash' }
  const { customer_id } = await person(side)
  return {
    branch_id,
    customer: { ...customerInput({ sname: side.mark }), customer_id },
    course: [
      { course_id: await id('course', 100_000), cost: 1000, promotion_code, ...unpaid, paid: 100 },
    ],
    other_fee: [
      { other_fee_id: await id('other_fee', 10_000), cost: 100, promotion_code, ...unpaid },
    ],
    request_fee: [
      { request_fee_id: await id('request_fee', 10_000), cost: 100, promotion_code, ...unpaid },
    ],
  }
}

const checkPromotion = async (side: Side): Promise<Wire> => {
  const { branch_id, course, other_fee, request_fee } = await registration(side)
  return {
    branch_id,
    promotion_code: course[0]?.promotion_code,
    course_id: course[0]?.course_id,
    other_fee_id: other_fee[0]?.other_fee_id,
    request_fee_id: request_fee[0]?.request_fee_id,
    cost: 1000,
  }
}

const only = async (side: Side, lines: 'other_fee' | 'request_fee') => {
  const { branch_id, customer, [lines]: own } = await registration(side)
  return { branch_id, customer, [lines]: own }
}

const applicationSamples: [Endpoint, Sample][] = [
  [application.create, { wire: registration }],
  [applicationFee.create, { wire: (side) => only(side, 'other_fee') }],
  [request.create, { wire: (side) => only(side, 'request_fee') }],
  [application.checkpromotion, { wire: checkPromotion }],
]

/** Two records of one customer, the second without an ID number. */
const samePerson = async (side: Side) => ({
  customer_id: (await person(side)).customer_id,
  other_id: (await person(side, { idcard: '' })).customer_id,
})

const customerSamples: [Endpoint, Sample][] = [
  [customer.check, { wire: ({ mark }) => ({ text: mark }) }],
  [
    customer.updateprofile,
    {
      wire: async (side) => {
        const { customer_id } = await person(side)
        const { idcard: _, passport: __, ...values } = customerInput({ sname: side.mark })
        return { ...values, customer_id, version: 1 }
      },
    },
  ],
  [customer.reveal, { wire: async (side) => ({ customer_id: (await person(side)).customer_id }) }],
  [customer.mockreadercard, { wire: () => ({}) }],
  [customerRecord.gettable, { wire: listOf }],
  [
    customerRecord.get,
    { wire: async (side) => ({ customer_id: (await person(side)).customer_id }) },
  ],
  [
    customerRecord.giveNotice,
    { wire: async (side) => ({ customer_id: (await person(side)).customer_id, version: 1 }) },
  ],
  [customerMerge.duplicates, { wire: () => ({}) }],
  [customerMerge.preview, { wire: samePerson }],
  [
    customerMerge.merge,
    { wire: async (side) => ({ ...(await samePerson(side)), version: 1, other_version: 1 }) },
  ],
]

const login = async ({ test, clerk }: Side): Promise<{ refreshToken: string }> =>
  (await test.call(user.login, { username: clerk, password: demoPassword })).data
const refresh = async (side: Side) => ({ refreshToken: (await login(side)).refreshToken })

const userSamples: [Endpoint, Sample][] = [
  [user.login, { wire: ({ clerk }) => ({ username: clerk, password: demoPassword }) }],
  [user.refresh, { wire: refresh }],
  [user.refreshVariant, { wire: refresh }],
  [user.photo, { wire: () => ({ photo: null }) }],
  [user.logout, { wire: () => ({}) }],
  [user.me, { wire: () => ({}) }],
  [
    user.password,
    { wire: () => ({ old_password: 'wrong', new_password: 'long-enough-1' }), status: 400 },
  ],
  [
    user.setup,
    {
      wire: () => ({
        token: 'x',
        school_name: 'โรงเรียน',
        branch_code: newCode(),
        branch_name: 'สาขา',
        username: 'first.admin',
        password: 'long-enough-1',
        fname: 'ผู้ดูแล',
        sname: 'ระบบ',
      }),
      status: 400,
    },
  ],
]

const employeeId = async ({ test, branch_id, mark }: Side): Promise<Wire> => ({
  user_id: (await makeEmployee(test, branch_id, { sname: mark })).user_id,
})
const newEmployee = ({ test, branch_id, mark }: Side) =>
  employeeInput(test, { branch_id, sname: mark })

const employeeSamples: [Endpoint, Sample][] = [
  [employee.create, { wire: newEmployee }],
  [
    employee.update,
    {
      wire: async (side) => {
        const { password: _, ...values } = newEmployee(side)
        return { ...values, ...(await employeeId(side)), version: 1 }
      },
    },
  ],
  [employee.delete, { wire: async (side) => ({ ...(await employeeId(side)), version: 1 }) }],
  [employee.gettable, { wire: listOf }],
  [employee.get, { wire: employeeId }],
  [employee.listforregister, { wire: () => ({}) }],
  [employee.reveal, { wire: employeeId }],
  [employee.resetPassword, { wire: employeeId }],
  [employee.sessions, { wire: employeeId }],
  [
    employee.endSessions,
    { wire: async (side) => openSessionOf(side.test, await employeeId(side)) },
  ],
  [employee.leave, { wire: employeeId }],
  [
    employee.addLeave,
    {
      wire: async (side) => ({
        ...(await employeeId(side)),
        start: '2026-12-01',
        end: '2026-12-02',
        reason: side.mark,
      }),
    },
  ],
  [
    employee.removeLeave,
    { wire: async (side) => ({ leave_id: await makeLeave(side.test, await employeeId(side)) }) },
  ],
  [user.sessions, { wire: () => ({}) }],
  [
    user.endSession,
    {
      // A session of another user than the caller.
      wire: async (side) => ({
        session_id: (await openSessionOf(side.test, await employeeId(side))).session_id,
      }),
      status: 404,
    },
  ],
]

/** By endpoint: every endpoint of the contract has one. */
export const samples: ReadonlyMap<Endpoint, Sample> = new Map<Endpoint, Sample>([
  ...userSamples,
  ...employeeSamples,
  ...branchSamples,
  ...roleSamples,
  [audit.gettable, { wire: listOf, ofSchool: true }],
  ...crudResources.filter(hasBranch).flatMap(plainSamples),
  [course.type, { wire: () => ({}) }],
  [promotion.type, { wire: () => ({}) }],
  ...[expenseItem, evaluation, vehicle].map(({ list }): [Endpoint, Sample] => [
    list,
    { wire: () => ({}) },
  ]),
  ...customerSamples,
  ...applicationSamples,
  ...moneySamples,
  ...exportCommands.map(({ endpoint }): [Endpoint, Sample] => [
    endpoint,
    {
      wire: (side) =>
        Object.fromEntries(Object.entries(listOf(side)).map(([name, id]) => [name, String(id)])),
    },
  ]),
  ...importSamples,
  [file.upload, { wire: () => ({}) }],
  [search.find, { wire: ({ mark }) => ({ text: mark }) }],
  ...Object.values(screens).map((endpoint): [Endpoint, Sample] => [
    endpoint,
    { wire: ({ branch_id }) => ({ branch: branch_id }) },
  ]),
])
