import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl, dropDatabase, runOnServer } from '../../test/server-admin.ts'
import { migrate } from './migrate.ts'

const name = `${inject('databaseTemplate')}_fees`
const server = inject('databaseServer')
const url = databaseUrl(server, name)
const migrations = fileURLToPath(new URL('./migrations', import.meta.url))
/** The data is inserted after the first of these migrations; the second is tested. */
const lastEarlierMigration = '0024_printed_form.sql'
const testedMigration = '0026_kinds_of_fees.sql'
let folder: string

const theoryFee = 'ค่าสอบภาคทฤษฎี (e-Exam) ครั้งแรก'
const pairCourse = 'รถยนต์ + รถจักรยานยนต์ พร้อมสอบ (แพ็กคู่)'

/** Applications of the theory fee by status and age in days, and one of the course for car and motorcycle. */
const dataBefore = `
  insert into role (name) values ('ทดสอบ');
  insert into branch (code, name, settings) values ('AAA', 'ก', '{"exam_right_days": 60}');
  insert into app_user (username, password_hash, role_id, branch_id, prefix, fname, sname, position)
    select 'abc', 'x', role_id, branch_id, 'นาย', 'ก', 'ข', '' from role, branch limit 1;
  insert into customer (prefix, fname, sname, branch_id) select 'นาย', 'ก', 'ข', branch_id from branch;
  insert into other_fee (name, price) values ('${theoryFee}', 100), ('ค่าสอบของเรา', 100), ('ค่าคู่มือ', 100);
  insert into course (name, type, price, has_theory_exam, has_practice_exam)
    values ('${pairCourse}', 'รถยนต์', 100, true, true), ('เรียน', 'รถบรรทุก ชนิดที่ 2', 100, false, true);
  insert into application (application_code, type, branch_id, customer_id, status, total, discount, net, paid, balance,
      customer_name, search, created_by, updated_by, "createdAt", paid_cash)
    select a.code, 'exam', branch.branch_id, customer_id, a.status, 100, 0, 100, a.paid, a.balance, 'ก', '', user_id, user_id,
      now() - age * interval '1 day', a.paid
    from branch, customer, app_user, (values ('open', 'outstanding', 0, 100, 60), ('late', 'paid', 100, 0, 61),
      ('cancelled', 'cancelled', 0, 0, 1), ('pair', 'paid', 100, 0, 1)) a (code, status, paid, balance, age);
  insert into application_line (application_id, position, kind, other_fee_id, name, cost, discount, paid)
    select application_id, 0, 'other_fee', other_fee_id, name, 100, 0, a.paid
    from application a, other_fee where application_code <> 'pair' and name = '${theoryFee}';
  insert into application_line (application_id, position, kind, course_id, name, cost, discount, paid)
    select application_id, 0, 'course', course_id, name, 100, 0, 100
    from application, course where application_code = 'pair' and name = '${pairCourse}';
  insert into exam_right (application_id, line_id, customer_id, branch_id, kind, valid_from, permission_date)
    select application_id, line_id, customer_id, branch_id, exam, current_date, current_date + 60
    from application_line join application using (application_id), unnest(array['theory', 'practice']) as exam
    where course_id is not null;
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-fees-'))
  await runOnServer(server, `create database ${name} template template0`)
  const files = (await readdir(migrations)).filter((file) => file <= testedMigration)
  const run = async (chosen: string[]) => {
    for (const file of chosen) await copyFile(join(migrations, file), join(folder, file))
    await migrate(url, { folder })
  }
  await run(files.filter((file) => file <= lastEarlierMigration))
  await runOnServer(url, dataBefore)
  await run(files.filter((file) => file > lastEarlierMigration))
})

afterAll(async () => {
  await dropDatabase(server, name)
  await rm(folder, { recursive: true })
})

describe('the migration to kinds of fees', () => {
  it('classifies fees of the usual catalogue, and leaves others general until someone confirms them', async () => {
    const fees = await runOnServer(
      url,
      'select name, kind, exam_use, exams, kind_confirmed from other_fee order by other_fee_id',
    )
    const general = { kind: 'general', exam_use: null, exams: [] }
    expect(fees).toEqual([
      {
        name: theoryFee,
        kind: 'exam',
        exam_use: 'first',
        exams: [{ kind: 'theory', licence_type: 'any' }],
        kind_confirmed: true,
      },
      { name: 'ค่าสอบของเรา', ...general, kind_confirmed: false },
      { name: 'ค่าคู่มือ', ...general, kind_confirmed: true },
    ])
  })

  it('derives the exams of courses from their flags and type', async () => {
    const courses = await runOnServer(
      url,
      'select exams, has_theory_exam, has_practice_exam from course order by course_id',
    )
    expect(courses).toEqual([
      {
        exams: [
          { kind: 'theory', licence_type: 'any' },
          { kind: 'practice', licence_type: 'car' },
          { kind: 'practice', licence_type: 'motorcycle' },
        ],
        has_theory_exam: true,
        has_practice_exam: true,
      },
      {
        exams: [{ kind: 'practice', licence_type: 'truck2' }],
        has_theory_exam: false,
        has_practice_exam: true,
      },
    ])
  })

  it('grants missing exam rights, with an event, to open applications whose rights would not have expired yet', async () => {
    const rights = await runOnServer(
      url,
      `select application_code as code, kind, licence_type, permission_date - valid_from as days,
        (select count(*)::int from exam_right_event e where e.right_id = r.right_id) as events
      from exam_right r join application using (application_id) order by right_id`,
    )
    const earlier = { code: 'pair', days: 60, events: 0 }
    expect(rights.slice(0, 2)).toEqual([
      { ...earlier, kind: 'theory', licence_type: 'any' },
      { ...earlier, kind: 'practice', licence_type: 'car' },
    ])
    expect(rights.slice(2)).toHaveLength(2)
    expect(rights.slice(2)).toEqual(
      expect.arrayContaining([
        { code: 'open', kind: 'theory', licence_type: 'any', days: 60, events: 1 },
        { code: 'pair', kind: 'practice', licence_type: 'motorcycle', days: 60, events: 1 },
      ]),
    )
  })
})
