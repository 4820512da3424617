/**
 * A valid call of every endpoint, with records of one branch. `matrix.test.ts` sends it as every user, and
 * replaces its ids, one at a time, by those of another branch.
 */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { screens } from '@khapdee/contract/entities/screens'
import { audit } from '@khapdee/contract/entities/audit'
import { backup } from '@khapdee/contract/entities/backup'
import { branch, branchSettings } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { evaluationResult } from '@khapdee/contract/entities/evaluation-result'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { payrollRate } from '@khapdee/contract/entities/payroll-rate'
import { addDays, day } from '@khapdee/domain/thai-date'
import { customer } from '@khapdee/contract/entities/customer'
import { customerExam } from '@khapdee/contract/entities/customer-exam'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { employee } from '@khapdee/contract/entities/employee'
import { employeeLicence } from '@khapdee/contract/entities/employee-licence'
import { otherFee } from '@khapdee/contract/entities/fees'
import { file } from '@khapdee/contract/entities/file'
import { holiday } from '@khapdee/contract/entities/holiday'
import { listView } from '@khapdee/contract/entities/list-view'
import { promotion } from '@khapdee/contract/entities/promotion'
import { role } from '@khapdee/contract/entities/role'
import { request } from '@khapdee/contract/entities/request'
import { school } from '@khapdee/contract/entities/school'
import { dashboard } from '@khapdee/contract/entities/dashboard'
import { setup } from '@khapdee/contract/entities/setup'
import { search } from '@khapdee/contract/entities/search'
import { firstAdministrator } from '@khapdee/contract/entities/first-administrator'
import { user } from '@khapdee/contract/entities/user'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import type { CrudEntity, Entity } from '@khapdee/domain/entities'
import { sql } from 'kysely'
import { exportCommands } from '../src/modules/export/export.module.ts'
import { demoPassword } from '../src/modules/user/passwords.ts'
import { type CrudResource, crudResources, hasBranch } from './crud-resources.ts'
import { applicationInput, lineInput } from './make/application.ts'
import { customerInput, makeCustomer } from './make/customer.ts'
import {
  employeeInput,
  makeEmployee,
  makeLeave,
  makeLicence,
  openSessionOf,
} from './make/employee.ts'
import { makePromotion } from './make/promotion.ts'
import { makeRecord } from './make/record.ts'
import { payslipSamples } from './matrix-payslip-samples.ts'
import { statementSamples } from './matrix-statement-samples.ts'
import { accountSamples } from './matrix-account-samples.ts'
import { drawerSamples } from './matrix-drawer-samples.ts'
import { payrollSamples } from './matrix-payroll-samples.ts'
import { calendarSamples } from './matrix-calendar-samples.ts'
import { examSessionSamples, rosterExportSample } from './matrix-exam-samples.ts'
import { importSamples } from './matrix-import-samples.ts'
import { moneySamples } from './matrix-money-samples.ts'
import { type Sample, type BranchFixture, listFilters } from './branch-fixture.ts'
import type { Wire } from './wire.ts'

let serial = 0

const resourceOf = (table: string): CrudResource => {
  const found = crudResources.find((resource) => resource.table === table)
  if (found === undefined) throw new Error(`${table} is not a CRUD entity`)
  return found
}

/** Inserts a row that belongs only to the fixture's branch, with its mark in the name, and returns the id. */
async function newId(
  table: CrudEntity['table'],
  { test, branch_id, mark }: BranchFixture,
  values: Wire = {},
): Promise<unknown> {
  const { api, nameField } = resourceOf(table)
  const ownValues: object = { branch_id, [nameField]: `${mark} ${++serial}`, ...values }
  const row: Wire = await makeRecord(test.db, table, ownValues)
  return row[api.idName]
}

/** For every field that refers to a record, the id of a new one that belongs only to the fixture's branch. */
async function referencedIds({ api }: CrudResource, fixture: BranchFixture): Promise<Wire> {
  const { references = {} }: Entity = api.entity
  const ids = Object.entries(references).map(async ([column, { entity }]) => [
    column,
    await newId(entity as CrudEntity['table'], fixture),
  ])
  return Object.fromEntries(await Promise.all(ids))
}

/** The samples of the five calls of a CRUD entity whose records have a branch. */
function branchRecordSamples(resource: CrudResource): [Endpoint, Sample][] {
  const { api, table, nameField, body } = resource
  const { idName } = api
  const id = async (fixture: BranchFixture) => ({ [idName]: await newId(table, fixture) })
  const values = async (fixture: BranchFixture) => {
    const { branch_id, mark } = fixture
    return {
      ...body(++serial),
      [nameField]: `${mark} ${serial}`,
      branch_id,
      ...(await referencedIds(resource, fixture)),
    }
  }
  return [
    [api.create, { wire: values }],
    [
      api.update,
      {
        wire: async (fixture) => ({
          ...(await values(fixture)),
          ...(await id(fixture)),
          version: 1,
        }),
      },
    ],
    [api.delete, { wire: async (fixture) => ({ ...(await id(fixture)), version: 1 }) }],
    [api.get, { wire: id }],
    [api.gettable, { wire: listFilters }],
  ]
}

let codes = 0
const newCode = () => `X${String.fromCharCode(65 + Math.floor(++codes / 26), 65 + (codes % 26))}`

/** Inserts another branch, in which all users of the fixture's branch work. */
async function secondBranch({ test, branch_id, mark }: BranchFixture): Promise<Wire> {
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
  test.services.access.clearCache()
  return made
}

const schoolUpdate = async ({ test, mark }: BranchFixture): Promise<Wire> => ({
  name: mark,
  version: (await test.call(school.get, {}, 'admin')).data.version,
})

const schoolSamples: [Endpoint, Sample][] = [
  [school.get, { wire: () => ({}), ofSchool: true }],
  [school.update, { wire: schoolUpdate, ofSchool: true }],
  [setup.get, { wire: () => ({}), ofSchool: true }],
  [setup.update, { wire: () => ({ dismissed: false, skipped: ['hours'] }), ofSchool: true }],
  [backup.list, { wire: () => ({}), ofSchool: true }],
  // The server of the tests has no folder for backups.
  [backup.start, { wire: () => ({}), ofSchool: true, status: 409 }],
  [backup.open, { wire: () => ({ name: 'khapdee-2026-11-28.zip' }), ofSchool: true, status: 404 }],
  [dashboard.get, { wire: ({ branch_id }) => ({ branch: String(branch_id) }) }],
  [setup.receipt, { wire: ({ branch_id }) => ({ branch_id }) }],
]

const branchSamples: [Endpoint, Sample][] = [
  [
    branch.create,
    { wire: ({ branch_id, mark }) => ({ code: newCode(), name: mark, parent_id: branch_id }) },
  ],
  [
    branch.update,
    {
      wire: async (fixture) => ({ ...(await secondBranch(fixture)), parent_id: fixture.branch_id }),
    },
  ],
  // The branch has users, which prevents its deletion.
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
  [branch.gettable, { wire: listFilters }],
]

/** Inserts a role without users. */
async function unusedRole({ test }: BranchFixture): Promise<{ role_id: number; name: string }> {
  return test.db
    .insertInto('role')
    .values({ name: `บทบาท ${++serial}` })
    .returning(['role_id', 'name'])
    .executeTakeFirstOrThrow()
}
const roleId = async (fixture: BranchFixture) => ({ role_id: (await unusedRole(fixture)).role_id })

const roleSamples: [Endpoint, Sample][] = [
  [role.create, { wire: () => ({ name: `บทบาท ${++serial}` }), ofSchool: true }],
  [
    role.update,
    { wire: async (fixture) => ({ ...(await unusedRole(fixture)), version: 1 }), ofSchool: true },
  ],
  [
    role.delete,
    { wire: async (fixture) => ({ ...(await roleId(fixture)), version: 1 }), ofSchool: true },
  ],
  [role.get, { wire: roleId, ofSchool: true }],
  [role.gettable, { wire: listFilters, ofSchool: true }],
  [role.people, { wire: roleId, ofSchool: true }],
]

const insertCustomer = (
  { test, branch_id, mark }: BranchFixture,
  values: { idcard?: string; is_walk_in?: boolean } = {},
) => makeCustomer(test.db, branch_id, { sname: mark, ...values })

/** The input of an application with every kind of id, each of a record that belongs only to the fixture's branch. */
async function registrationInput(fixture: BranchFixture) {
  const id = (table: CrudEntity['table'], price: number) => newId(table, fixture, { price })
  const { test, branch_id } = fixture
  const { code: promotion_code } = await makePromotion(test.db, { branch_id, type: 'all' })
  const unpaid = { paid: 0, pay_type: 'cash' }
  const { customer_id } = await insertCustomer(fixture)
  return {
    branch_id,
    customer: { ...customerInput({ sname: fixture.mark, idcard: '' }), customer_id },
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

const checkPromotion = async (fixture: BranchFixture): Promise<Wire> => {
  const { branch_id, course, other_fee, request_fee } = await registrationInput(fixture)
  return {
    branch_id,
    promotion_code: course[0]?.promotion_code,
    course_id: course[0]?.course_id,
    other_fee_id: other_fee[0]?.other_fee_id,
    request_fee_id: request_fee[0]?.request_fee_id,
    cost: 1000,
  }
}

const inputWithFees = async (fixture: BranchFixture, lines: 'other_fee' | 'request_fee') => {
  const { branch_id, customer, [lines]: ownLines } = await registrationInput(fixture)
  return { branch_id, customer, [lines]: ownLines }
}

/** An amendment that adds lines, removes one, replaces another and changes the customer, with records of the branch. */
async function amendment(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, mark, registrar } = fixture
  const lesson = { course_id: test.school.course.lesson, ...lineInput(120_000) }
  const input = applicationInput(test.school, {
    branch_id,
    customer: customerInput({ sname: mark }),
    course: [lesson, lesson],
  })
  const { application_id } = (await test.call(application.create, input, registrar)).data
  const { data } = await test.call(application.get, { application_id }, registrar)
  const [removed, replaced] = data.course
  const { course, other_fee } = await unpaidLines(fixture)
  return {
    application_id,
    version: data.version,
    add: { course, other_fee },
    remove: [removed?.line_id],
    replace: [{ line_id: replaced?.line_id, by: course[0] }],
    note: 'ผู้สมัครขอแก้ไข',
    customer_id: (await insertCustomer(fixture)).customer_id,
  }
}

/** An amendment of a request fee. */
async function amendedRequest(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, mark, registrar } = fixture
  const input = {
    branch_id,
    customer: customerInput({ sname: mark }),
    request_fee: [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }],
  }
  const { application_id } = (await test.call(request.create, input, registrar)).data
  const { data } = await test.call(request.get, { application_id }, registrar)
  return {
    application_id,
    version: data.version,
    add: { request_fee: (await unpaidLines(fixture)).request_fee },
    remove: data.request_fee.map(({ line_id }) => line_id),
    note: 'ผู้สมัครขอแก้ไข',
    customer_id: (await insertCustomer(fixture)).customer_id,
  }
}

/** The lines of {@link registrationInput} without payment. */
async function unpaidLines(fixture: BranchFixture) {
  const { course, other_fee, request_fee } = await registrationInput(fixture)
  const withoutPayment = ({ cost, promotion_code }: { cost: number; promotion_code: string }) => ({
    cost,
    promotion_code,
  })
  return {
    course: course.map(({ course_id, ...line }) => ({ course_id, ...withoutPayment(line) })),
    other_fee: other_fee.map(({ other_fee_id, ...line }) => ({
      other_fee_id,
      ...withoutPayment(line),
    })),
    request_fee: request_fee.map(({ request_fee_id, ...line }) => ({
      request_fee_id,
      ...withoutPayment(line),
    })),
  }
}

const examFee = {
  kind: 'exam',
  exam_use: 'first',
  exams: JSON.stringify([{ kind: 'theory', licence_type: 'any' }]),
}

const feeSamples: [Endpoint, Sample][] = [
  [
    otherFee.missingRights,
    {
      wire: async (fixture) => ({ other_fee_id: await newId('other_fee', fixture, examFee) }),
    },
  ],
  [
    otherFee.grantRights,
    {
      wire: async (fixture) => ({
        other_fee_id: await newId('other_fee', fixture, examFee),
        version: 1,
      }),
    },
  ],
]

const applicationSamples: [Endpoint, Sample][] = [
  [
    application.create,
    { wire: async (fixture) => ({ ...(await registrationInput(fixture)), request_fee: [] }) },
  ],
  [applicationFee.create, { wire: (fixture) => inputWithFees(fixture, 'other_fee') }],
  [request.create, { wire: (fixture) => inputWithFees(fixture, 'request_fee') }],
  [application.amend, { wire: amendment }],
  [applicationFee.amend, { wire: amendment }],
  [request.amend, { wire: amendedRequest }],
  [application.checkpromotion, { wire: checkPromotion }],
  [
    application.lastvehicle,
    { wire: async (fixture) => ({ customer_id: (await insertCustomer(fixture)).customer_id }) },
  ],
]

/** Inserts two records of one customer, the second without an ID number. */
const samePerson = async (fixture: BranchFixture) => ({
  customer_id: (await insertCustomer(fixture)).customer_id,
  other_id: (await insertCustomer(fixture, { idcard: '' })).customer_id,
})

/** Inserts a walk-in, and the customer with an ID number into which the walk-in is merged. */
const walkInWithNumber = async (fixture: BranchFixture) => {
  const { idcard } = await insertCustomer(fixture)
  const walkIn = await insertCustomer(fixture, { idcard: '', is_walk_in: true })
  return { customer_id: walkIn.customer_id, version: walkIn.version, idcard }
}

const customerSamples: [Endpoint, Sample][] = [
  [customer.check, { wire: ({ mark }) => ({ text: mark }) }],
  [
    customer.updateprofile,
    {
      wire: async (fixture) => {
        const { customer_id } = await insertCustomer(fixture)
        const { idcard: _, passport: __, ...values } = customerInput({ sname: fixture.mark })
        return { ...values, customer_id, version: 1 }
      },
    },
  ],
  [
    customer.reveal,
    { wire: async (fixture) => ({ customer_id: (await insertCustomer(fixture)).customer_id }) },
  ],
  [customer.mockreadercard, { wire: () => ({}) }],
  [customerRecord.gettable, { wire: listFilters }],
  [
    customerRecord.get,
    { wire: async (fixture) => ({ customer_id: (await insertCustomer(fixture)).customer_id }) },
  ],
  [
    customerRecord.giveNotice,
    {
      wire: async (fixture) => ({
        customer_id: (await insertCustomer(fixture)).customer_id,
        version: 1,
      }),
    },
  ],
  [customerMerge.duplicates, { wire: () => ({}) }],
  [
    customerExam.get,
    { wire: async (fixture) => ({ customer_id: (await insertCustomer(fixture)).customer_id }) },
  ],
  [customerMerge.find, { wire: ({ mark }) => ({ text: mark }) }],
  [customerMerge.preview, { wire: samePerson }],
  [
    customerMerge.merge,
    { wire: async (fixture) => ({ ...(await samePerson(fixture)), version: 1, other_version: 1 }) },
  ],
  [customerMerge.mergeWalkIn, { wire: walkInWithNumber }],
]

const login = async ({ test, clerk }: BranchFixture): Promise<{ refreshToken: string }> =>
  (await test.call(user.login, { username: clerk, password: demoPassword })).data
const refresh = async (fixture: BranchFixture) => ({
  refreshToken: (await login(fixture)).refreshToken,
})

const aView = () => ({ list: '/courses', name: `มุมมอง ${++serial}`, filters: { text: 'ก' } })

const listViewSamples: [Endpoint, Sample][] = [
  [listView.gettable, { wire: () => ({}) }],
  [listView.save, { wire: aView }],
  [
    listView.delete,
    {
      wire: async ({ test, clerk }) => {
        const { data } = await test.call(listView.save, aView(), clerk)
        return { list_view_id: data.list_view_id }
      },
      onlyCreator: true,
      otherStatus: 404,
    },
  ],
]

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
  [firstAdministrator.state, { wire: () => ({ token: 'x' }) }],
  [
    firstAdministrator.setup,
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

const employeeId = async ({ test, branch_id, mark }: BranchFixture): Promise<Wire> => ({
  user_id: (await makeEmployee(test, branch_id, { sname: mark })).user_id,
})
const newEmployee = ({ test, branch_id, mark }: BranchFixture) =>
  employeeInput(test, { branch_id, sname: mark })

const licence = { kind: 'examiner', subject: 'practice', licence_types: ['car'] }
const licenceId = async (fixture: BranchFixture): Promise<Wire> => ({
  licence_id: await makeLicence(fixture.test.db, {
    user_id: Number((await employeeId(fixture))['user_id']),
  }),
})

const standingOf = async (fixture: BranchFixture): Promise<Wire> => {
  const { user_id } = await employeeId(fixture)
  const { payroll_standing_id } = await fixture.test.db
    .insertInto('payroll_standing')
    .values({ user_id: Number(user_id), ...(await payrollItemOf(fixture)), value: 100 })
    .returning('payroll_standing_id')
    .executeTakeFirstOrThrow()
  return { payroll_standing_id, version: 1 }
}
const payrollItemOf = ({ test: { db }, mark, branch_id }: BranchFixture) =>
  db
    .insertInto('list_payroll')
    .values({ name: mark, category: 'bonus', branch_id })
    .returning('list_payroll_id')
    .executeTakeFirstOrThrow()

const employeeSamples: [Endpoint, Sample][] = [
  [payrollStanding.list, { wire: employeeId }],
  [
    payrollStanding.create,
    {
      wire: async (fixture) => ({
        ...(await employeeId(fixture)),
        ...(await payrollItemOf(fixture)),
      }),
    },
  ],
  [
    payrollStanding.update,
    { wire: async (fixture) => ({ ...(await standingOf(fixture)), value: 5 }) },
  ],
  [payrollStanding.delete, { wire: standingOf }],
  [employee.create, { wire: newEmployee }],
  [
    employee.update,
    {
      wire: async (fixture) => {
        const { password: _, ...values } = newEmployee(fixture)
        return { ...values, ...(await employeeId(fixture)), version: 1 }
      },
    },
  ],
  [employee.delete, { wire: async (fixture) => ({ ...(await employeeId(fixture)), version: 1 }) }],
  [employee.gettable, { wire: listFilters }],
  [employee.get, { wire: employeeId }],
  [employee.listforregister, { wire: () => ({}) }],
  [employee.reveal, { wire: employeeId }],
  [employee.resetPassword, { wire: employeeId }],
  [employee.sessions, { wire: employeeId }],
  [
    employee.endSessions,
    { wire: async (fixture) => openSessionOf(fixture.test, await employeeId(fixture)) },
  ],
  [employee.leave, { wire: employeeId }],
  [
    holiday.open,
    {
      wire: async (fixture) => ({
        holiday_id: await newId('holiday', fixture, { branch_id: null }),
        branch_id: fixture.branch_id,
        is_open: true,
      }),
    },
  ],
  [
    employee.addLeave,
    {
      wire: async (fixture) => ({
        ...(await employeeId(fixture)),
        start: '2026-12-01',
        end: '2026-12-02',
        reason: fixture.mark,
      }),
    },
  ],
  [
    employee.removeLeave,
    {
      wire: async (fixture) => ({
        leave_id: await makeLeave(fixture.test, await employeeId(fixture)),
      }),
    },
  ],
  [employeeLicence.list, { wire: employeeId }],
  [
    employeeLicence.create,
    { wire: async (fixture) => ({ ...(await employeeId(fixture)), ...licence }) },
  ],
  [
    employeeLicence.update,
    { wire: async (fixture) => ({ ...(await licenceId(fixture)), ...licence, version: 1 }) },
  ],
  [
    employeeLicence.delete,
    { wire: async (fixture) => ({ ...(await licenceId(fixture)), version: 1 }) },
  ],
  [user.sessions, { wire: () => ({}) }],
  [
    user.endSession,
    {
      // A session of another user than the caller.
      wire: async (fixture) => ({
        session_id: (await openSessionOf(fixture.test, await employeeId(fixture))).session_id,
      }),
      status: 404,
    },
  ],
]

const evaluationResultSamples: readonly [Endpoint, Sample][] = [
  [evaluationResult.summary, { wire: listFilters }],
  [
    evaluationResult.answers,
    {
      wire: async (fixture) => {
        const { branch_id } = fixture
        const { evaluate_id } = await makeRecord(fixture.test.db, 'evaluate', { branch_id })
        return { ...(await listFilters(fixture)), evaluate_id }
      },
    },
  ],
  [evaluationResult.comments, { wire: listFilters }],
]

const payrollRateFields = () => ({
  name: `ค่าแรงขั้นต่ำ ${serial}`,
  type: 'minimum_wage',
  valid_from: addDays(day('2040-01-01'), ++serial),
  figures: [{ figure: 'daily', value: 400 }],
})

async function payrollRateId({ test: { db } }: BranchFixture) {
  const { figures, ...fields } = payrollRateFields()
  return db
    .insertInto('payroll_rate')
    .values({ ...fields, figures: JSON.stringify(figures) })
    .returning('payroll_rate_id')
    .executeTakeFirstOrThrow()
}

const payrollRateSamples: [Endpoint, Sample][] = [
  [payrollRate.create, { wire: () => payrollRateFields(), ofSchool: true }],
  [
    payrollRate.update,
    {
      wire: async (fixture) => ({
        ...payrollRateFields(),
        ...(await payrollRateId(fixture)),
        version: 1,
      }),
      ofSchool: true,
    },
  ],
  [
    payrollRate.delete,
    {
      wire: async (fixture) => ({ ...(await payrollRateId(fixture)), version: 1 }),
      ofSchool: true,
    },
  ],
  [payrollRate.get, { wire: payrollRateId, ofSchool: true }],
  [payrollRate.gettable, { wire: listFilters, ofSchool: true }],
]

/** The sample of every endpoint of the contract. */
export const samples: ReadonlyMap<Endpoint, Sample> = new Map<Endpoint, Sample>([
  ...userSamples,
  ...listViewSamples,
  ...employeeSamples,
  ...schoolSamples,
  ...branchSamples,
  ...roleSamples,
  ...payrollRateSamples,
  [audit.gettable, { wire: listFilters, ofSchool: true }],
  ...crudResources.filter(hasBranch).flatMap(branchRecordSamples),
  [course.type, { wire: () => ({}) }],
  [promotion.type, { wire: () => ({}) }],
  ...[expenseItem, evaluation, payrollItem, vehicle].map(({ list }): [Endpoint, Sample] => [
    list,
    { wire: () => ({}) },
  ]),
  ...evaluationResultSamples,
  ...customerSamples,
  ...feeSamples,
  ...applicationSamples,
  ...moneySamples,
  ...accountSamples,
  ...drawerSamples,
  ...payrollSamples,
  ...payslipSamples,
  ...statementSamples,
  ...examSessionSamples,
  ...calendarSamples,
  ...exportCommands.map(({ endpoint }): [Endpoint, Sample] => [
    endpoint,
    {
      wire: (fixture) =>
        Object.fromEntries(
          Object.entries(listFilters(fixture)).map(([name, id]) => [name, String(id)]),
        ),
    },
  ]),
  rosterExportSample,
  ...importSamples,
  [file.upload, { wire: () => ({}) }],
  [search.find, { wire: ({ mark }) => ({ text: mark }) }],
  ...Object.values(screens).map((endpoint): [Endpoint, Sample] => [
    endpoint,
    { wire: ({ branch_id }) => ({ branch: branch_id }) },
  ]),
])
