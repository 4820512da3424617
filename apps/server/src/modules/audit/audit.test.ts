import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { type AuditRow, audit } from '@khapdee/contract/entities/audit'
import { course } from '@khapdee/contract/entities/course'
import { customer } from '@khapdee/contract/entities/customer'
import { firstAdministrator } from '@khapdee/contract/entities/first-administrator'
import { type EntityName, entities } from '@khapdee/domain/entities'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { branchAdmin, makeBranchAdmin } from '../../../test/make/branch-admin.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { makePlace } from '../../../test/make/place.ts'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { removeStatementTimeout } from '../../db/statement-timeout.ts'

let test: TestApp
let code: string
const idcard = '1100000000016'

beforeAll(async () => {
  test = await startApp()
  await makeBranchAdmin(test)
  const input = applicationInput(test.school, {
    customer: customerInput({ sname: 'ป้ำเป๋อ', idcard }),
    course: [
      { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(200_025) }) },
    ],
  })
  code = (await test.call(application.create, input, 'registrar.kkn')).data.application_code
})
afterAll(() => test.close())

const list = async (query: Partial<InputOf<typeof audit.gettable>> = {}, as = 'admin') =>
  (await test.call(audit.gettable, { perPage: 100, ...query }, as)).answer

const linesOf = ({ changes }: AuditRow) =>
  changes.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`)

async function changePrice(course_id: number) {
  const { data } = await test.call(course.get, { course_id }, 'admin')
  const { has_theory_exam: _t, has_practice_exam: _p, ...writable } = data
  const { branch_name: _, is_delete: _d, createdAt: __, updatedAt: ___, ...stored } = writable
  await test.call(course.update, { ...stored, price: satang(stored.price + 50) }, 'admin')
}

/** Changes the price of a course of all branches and returns the audit entry of the change. */
async function entryOfPriceChange() {
  await changePrice(test.school.course.lesson)
  const [newest] = (await list({ type: 'course' })).data
  return newest
}

describe('audit/gettable', () => {
  it('shows the user, the action, the record and the changed values', async () => {
    const entry = await entryOfPriceChange()
    expect(entry).toMatchObject({
      user: 'ผู้ดูแลระบบ ขอนแก่น',
      username: 'admin',
      kind: 'update',
      action: 'แก้ไขหลักสูตร',
      entity: 'หลักสูตร',
      record: 'ทบทวนการขับรถยนต์',
    })
    expect(entry && linesOf(entry)).toEqual(['ราคา: 1,200.00 บาท → 1,200.50 บาท'])
  })

  it('shows an application by its number, with the name of its customer', async () => {
    const [entry] = (await list({ type: 'application' })).data
    expect(entry).toMatchObject({ action: 'ลงทะเบียน', record: code })
    expect(entry && linesOf(entry)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ผู้สมัคร: {2}→ .* ป้ำเป๋อ$/),
        'ชำระแล้ว:  → 2,000.25 บาท',
        expect.stringMatching(/^ใบเสร็จรับเงิน: {2}→ RE-KKN-6911-0001$/),
      ]),
    )
  })

  it('shows the user who signed in, but not the session id', async () => {
    await test.login('hr')
    const { data } = await list({ category: 'access', user: String(test.school.userId('hr')) })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ action: 'เข้าสู่ระบบ', user: 'เจ้าหน้าที่บุคคล ขอนแก่น' })
    expect(data[0]?.record).toBe('เจ้าหน้าที่บุคคล ขอนแก่น')
  })

  it('lists a revealed ID number as a separate kind of action, without the number', async () => {
    const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN, {
      sname: 'เปิดดู',
      idcard: '1100000000024',
    })
    await test.call(customer.reveal, { customer_id }, 'registrar.kkn')
    const { data } = await list({ category: 'reveal' })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ action: 'แสดงเลขบัตรเต็ม', user: 'เจ้าหน้าที่ทะเบียน ขอนแก่น' })
    expect(data[0] && linesOf(data[0])).toEqual(['ข้อมูลที่แสดง:  → เลขประจำตัวประชาชน'])
  })

  it('never shows an ID number, password or token', async () => {
    await test.raw('POST', firstAdministrator.setup.path, {})
    const text = JSON.stringify(await list())
    expect(text).toContain('1-1000-xxxxx-01-6')
    expect(text).not.toContain(idcard)
    expect(text).not.toMatch(/argon2|eyJ/)
  })
})

describe('filters of audit/gettable', () => {
  const actionsOf = async (query: Parameters<typeof list>[0]) =>
    (await list(query)).data.map(({ action }) => action)

  it('offers users, entities and kinds of action, with Thai labels', async () => {
    const { filter } = await list()
    expect(Object.keys(filter).toSorted()).toEqual(['category', 'type', 'user'])
    for (const { name } of Object.values(filter).flat()) expect(name).toMatch(/[ก-๙]/)
  })

  it('returns only entries about records of the chosen branch', async () => {
    const { KKN, BPI } = test.school.branch
    const price = await entryOfPriceChange()
    const idsOf = async (branch: number) =>
      (await list({ branch: String(branch) })).data.map(({ audit_id }) => audit_id)
    const everything = (await list({})).data.map(({ audit_id }) => audit_id)
    expect(everything).toContain(price?.audit_id)
    expect(await idsOf(BPI)).not.toContain(price?.audit_id)
    expect((await idsOf(KKN)).length).toBeGreaterThan(0)
  })

  it('returns only entries of the chosen user, entity and kind', async () => {
    await entryOfPriceChange()
    const admin = String(test.school.userId('admin'))
    expect(new Set(await actionsOf({ user: admin, category: 'update' }))).toEqual(
      new Set(['แก้ไขหลักสูตร']),
    )
    expect(await actionsOf({ user: admin, type: 'application' })).toEqual([])
    expect(await actionsOf({ category: 'nothing of the kind' })).toEqual([])
    expect(await actionsOf({ type: 'nothing of the kind' })).toEqual([])
    expect(await actionsOf({ user: 'x' })).toEqual([])
  })

  it('filters by days in Bangkok time', async () => {
    const insert = (at: string, id: string) =>
      sql`insert into audit_log (at, call, entity, entity_id) values (${at}, 'POST course/create', 'course', ${id})`.execute(
        test.db,
      )
    await insert('2020-05-01T16:59:59Z', 'before')
    await insert('2020-05-01T17:00:00Z', 'first')
    await insert('2020-05-02T16:59:59Z', 'last')
    await insert('2020-05-02T17:00:00Z', 'after')
    const { data } = await list({ start: day('2020-05-02'), end: day('2020-05-02') })
    expect(data.map(({ record }) => record)).toEqual(['last', 'first'])
    const oldest = await list({ sort: 'at', perPage: 1 })
    expect(oldest.data[0]?.record).toBe('before')
  })

  it('searches by former and current names and by document number', async () => {
    expect(await actionsOf({ text: 'ป้ำเป๋อ' })).toEqual(['ลงทะเบียน'])
    expect(await actionsOf({ text: 'ทบทวนการขับ' })).toContain('แก้ไขหลักสูตร')
    expect(await actionsOf({ text: code.toLowerCase() })).toContain('ลงทะเบียน')
    expect(await actionsOf({ text: '100%_' })).toEqual([])
  })

  it('does not search hidden values', async () => {
    expect(await actionsOf({ text: idcard })).toEqual([])
    expect(await actionsOf({ text: '2000.25' })).toEqual([])
  })
})

describe('access to the audit trail', () => {
  it.each([
    ['admin', 200],
    ['owner', 200],
    ['manager.kkn', 200],
    [branchAdmin, 200],
    ['registrar.kkn', 403],
    ['accountant', 403],
  ] as const)('answers %s with %i', async (username, status) => {
    expect((await test.call(audit.gettable, {}, username)).status).toBe(status)
  })

  it('is limited to the entries of their branch for users of one branch, in list and export', async () => {
    const { course: courses, branch } = test.school
    const input = applicationInput(test.school, { branch_id: branch.BPI })
    const foreign = (await test.call(application.create, input, 'registrar.bpi')).data
    await entryOfPriceChange()
    await changePrice(courses.ofKkn)
    // Changed by a user of KKN who sees all branches.
    const person = await makeCustomer(test.db, branch.BPI, { sname: 'ต่างสาขา' })
    await test.call(customer.reveal, { customer_id: person.customer_id }, 'admin')
    const { data: ofBpi } = await list({ category: 'reveal' }, 'manager.bpi')
    expect(ofBpi).toHaveLength(1)
    for (const username of ['manager.kkn', branchAdmin]) {
      const { data, filter } = await list({}, username)
      const records = data.map(({ record }) => record)
      expect(records).toContain(code)
      expect(records).toContain('เฉพาะขอนแก่น')
      // A course of all branches, and an application of another branch.
      expect(records).not.toContain('ทบทวนการขับรถยนต์')
      expect(records).not.toContain(foreign.application_code)
      expect(JSON.stringify(records)).not.toContain('ต่างสาขา')
      expect(JSON.stringify([data, filter['user']])).not.toContain('บ้านไผ่')
      expect((await list({ text: foreign.application_code }, username)).data).toEqual([])
      const { file } = (await test.call(audit.export, {}, username)).data
      const cells = readWorkbookSheet((await test.raw('GET', file)).bytes).flat()
      expect(cells).toContain(code)
      expect(cells).not.toContain(foreign.application_code)
    }
    const bpi = (await list({}, 'manager.bpi')).data.map(({ record }) => record)
    expect(bpi).toContain(foreign.application_code)
    expect(bpi).not.toContain(code)
  })

  it('uses the branch given with an entry, otherwise the branch of its record', async () => {
    const { branch, course: courses } = test.school
    const input = applicationInput(test.school, { branch_id: branch.BPI })
    const { data } = await test.call(application.create, input, 'admin')
    await changePrice(courses.ofKkn)
    const { rows } = await sql<{ entity: string; branch_id: number }>`
      (select entity, branch_id from audit_log where entity = 'application' and entity_id = ${String(data.application_id)})
      union all
      (select entity, branch_id from audit_log where entity = 'customer' order by audit_id desc limit 1)
      union all
      (select entity, branch_id from audit_log where entity = 'course' order by audit_id desc limit 1)`.execute(
      test.db,
    )
    expect(rows).toEqual([
      { entity: 'application', branch_id: branch.BPI },
      { entity: 'customer', branch_id: branch.BPI },
      { entity: 'course', branch_id: branch.KKN },
    ])
  })

  it('finds the branch of every entity that has one (audit_branch in the database)', async () => {
    await makePlace(test.db, { branch_id: test.school.branch.BPI })
    const { rows: tables } = await sql<{ table_name: string }>`
      select table_name from information_schema.columns
      where column_name = 'branch_id' and table_schema = current_schema`.execute(test.db)
    const withBranch = tables
      .map(({ table_name }) => table_name)
      .filter((table): table is EntityName => Object.hasOwn(entities, table))
      .filter((table) => !['session', 'audit_log'].includes(table))
    expect(withBranch.length).toBeGreaterThan(10)
    const checked: string[] = []
    for (const table of withBranch) {
      const { rows } = await sql<{ expected: number | null; found: number | null }>`
        select t.branch_id as expected, audit_branch(${table}, t.${sql.ref(entities[table].id)}::text, null) as found
        from ${sql.table(table)} t order by t.branch_id limit 3`.execute(test.db)
      if (rows.length > 0) checked.push(table)
      expect(rows.map(({ found }) => found)).toEqual(rows.map(({ expected }) => expected))
    }
    expect(checked).toEqual(expect.arrayContaining(['application', 'customer', 'course', 'place']))
  })

  it('includes salaries and pay for users of one branch only with the permission to see them', async () => {
    const userId = test.school.userId('registrar.kkn')
    await sql`
      insert into audit_log (call, entity, entity_id, after)
      values ('PUT user/update', 'user_salary', ${String(userId)}, '{"salary": 1500000}')`.execute(
      test.db,
    )
    const { role_id } = await test.db
      .insertInto('role')
      .values({ key: 'auditor', name: 'ผู้ตรวจสอบ' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('role_permission')
      .values({ role_id, permission: 'audit.view' })
      .execute()
    await sql`
      insert into app_user (username, password_hash, role_id, branch_id, fname, sname)
      select 'auditor', password_hash, ${role_id}::int, branch_id, 'ผู้ตรวจ', 'สอบ'
      from app_user where username = 'registrar.kkn'`.execute(test.db)
    const entriesOf = async (type: string, as: string) =>
      (await list({ type }, as)).data.map(({ entity }) => entity)
    expect(await entriesOf('user_salary', branchAdmin)).toEqual(['เงินเดือนและบัญชีธนาคาร'])
    expect(await entriesOf('user_salary', 'auditor')).toEqual([])

    for (const type of ['payroll_loan', 'payroll_month', 'payroll_work_rate'] as const) {
      await sql`
        insert into audit_log (user_id, branch_id, call, entity, entity_id, after)
        select ${userId}, branch_id, 'POST payroll/build', ${type}, '0', ${JSON.stringify({ user_id: userId })}::jsonb
        from app_user where username = 'auditor'`.execute(test.db)
      const [entry] = await entriesOf(type, 'owner')
      expect(entry).toBe(entities[type].label)
      expect(await entriesOf(type, 'auditor')).toEqual([])
    }
  })
})

it('exports the entries with the filters described in Thai', async () => {
  await entryOfPriceChange()
  const query = { type: 'course', category: 'update' }
  const { file } = (await test.call(audit.export, query, 'owner')).data
  const lines = readWorkbookSheet((await test.raw('GET', file)).bytes).map((line) => line.join(' '))
  expect(lines[0]).toBe('บันทึกการใช้งาน')
  expect(lines).toEqual(expect.arrayContaining(['ประเภท: หลักสูตร', 'การทำงาน: แก้ไขข้อมูล']))
  expect(lines.join('\n')).toMatch(/แก้ไขหลักสูตร หลักสูตร ทบทวนการขับรถยนต์ ราคา: 1,20\d\.\d\d บาท → /)
})

it('reads only one page of a long audit trail', async () => {
  await test.db.transaction().execute(async (tx) => {
    await removeStatementTimeout(tx)
    await sql`
      insert into audit_log (at, user_id, call, entity, entity_id)
      select now() - n * interval '10 milliseconds', ${test.school.userId('owner')}, 'PUT course/update', 'course', n::text
      from generate_series(1, 6000) n`.execute(tx)
  })
  await sql`analyze audit_log`.execute(test.db)
  const plan = async (where: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from audit_log a where ${sql.raw(where)} order by a.at desc, a.audit_id desc limit 10`.execute(
      test.db,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  for (const where of [
    'true',
    'user_id = 1',
    `entity = 'customer'`,
    `call = 'POST customer/reveal'`,
  ]) {
    expect(await plan(where)).toMatch(/Index Scan/)
    expect(await plan(where)).not.toMatch(/Seq Scan|^ *Sort/m)
  }
  const { meta } = await list({ perPage: 10 })
  expect(meta).toMatchObject({ total: 5000, capped: true })
})
