import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseUrl, dropDatabase, runOnServer } from '../../test/server-admin.ts'
import { migrate } from './migrate.ts'

const migrations = fileURLToPath(new URL('./migrations', import.meta.url))
const server = inject('databaseServer')
const name = `${inject('databaseTemplate')}_lines_end`
const url = databaseUrl(server, name)
let folder: string

/** Migrates up to the files whose names begin with at most this number. */
async function migrateTo(number: string) {
  for (const file of await readdir(migrations)) {
    if (file.slice(0, 4) <= number) await cp(join(migrations, file), join(folder, file))
  }
  await migrate(url, { folder })
}

/** An application of two lines of 100 and 50 satang with a receipt, as stored before migration 0025. */
const application = (
  id: number,
  status: string,
  { paid, refunded = 0 }: { paid: [number, number]; refunded?: number },
) => {
  const received = paid[0] + paid[1]
  const paidAfterRefund = received - refunded
  const balance = status === 'outstanding' ? 150 - paidAfterRefund : 0
  const mode = refunded > 0 ? 'refund' : status === 'cancelled' ? 'delete' : ''
  return `
    insert into application (application_id, application_code, type, branch_id, customer_id, status, mode, total,
      discount, net, paid, paid_cash, balance, customer_name, search, end_note, created_by, updated_by)
    overriding system value values (${id}, 'AP-${id}', 'course', 1, 1, '${status}', '${mode}', 150, 0, 150, ${paidAfterRefund},
      ${paidAfterRefund}, ${balance}, 'ก ข', '', '${mode === '' ? '' : 'ย้าย'}', 1, 1);
    insert into application_line (line_id, application_id, position, kind, course_id, name, promotion_id, cost,
      discount, paid) overriding system value values (${id}1, ${id}, 0, 'course', 1, 'ก', 1, 100, 0, ${paid[0]}),
      (${id}2, ${id}, 1, 'course', 1, 'ข', null, 50, 0, ${paid[1]});
    ${
      received === 0
        ? ''
        : `insert into payment (payment_id, payment_code, application_id, branch_id, type, pay_type, paid, customer_name,
          search, created_by) overriding system value
          values (${id}1, 'RE-${id}', ${id}, 1, 'course', 'cash', ${received}, 'ก ข', '', 1);`
    }
    ${
      refunded === 0
        ? ''
        : `insert into payment (payment_id, payment_code, application_id, branch_id, type, kind, pay_type, paid, note,
          customer_name, search, created_by) overriding system value
          values (${id}2, 'RF-${id}', ${id}, 1, 'course', 'refund', 'cash', -${refunded}, 'ย้าย', 'ก ข', '', 1);`
    }`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-lines-end-'))
  await runOnServer(server, `create database ${name} template template0`)
  await migrateTo('0024')
  await runOnServer(
    url,
    `insert into branch (branch_id, code, name, address, subdistrict, district, province, postcode, phone_1, tax_id)
      overriding system value values (1, 'KKN', 'ขอนแก่น', '', '', '', '', '', '', '');
    insert into customer (customer_id, prefix, fname, sname, branch_id)
      overriding system value values (1, 'นาย', 'ก', 'ข', 1);
    insert into course (course_id, name, type, price) overriding system value values (1, 'ก', 'car', 1);
    insert into promotion (promotion_id, name, code, type, type_discount, value, usage)
      overriding system value values (1, 'ก', 'TEN', 'all', 'amount', 1, 4);
    ${application(1, 'outstanding', { paid: [40, 0] })}
    ${application(2, 'paid', { paid: [100, 50] })}
    ${application(3, 'partial_refund', { paid: [100, 50], refunded: 100 })}
    ${application(4, 'refunded', { paid: [30, 0], refunded: 30 })}
    ${application(5, 'cancelled', { paid: [0, 0] })}
    ${application(6, 'partial_refund', { paid: [2, 1], refunded: 1 })}`,
  )
  await migrateTo('0025')
})
afterAll(async () => {
  await dropDatabase(server, name)
  await rm(folder, { recursive: true })
})

it('ends the lines of ended applications and divides their refunds to the satang', async () => {
  const rows = await runOnServer(
    url,
    `select a.application_id as id, a.status, a.balance::int, written_off::int,
      json_agg(json_build_array(l.status, l.paid, l.promotion_counted, l.end_note) order by position) as lines
    from application a join application_line l using (application_id) group by 1 order by 1`,
  )
  expect(rows).toEqual([
    {
      id: 1,
      status: 'outstanding',
      balance: 110,
      written_off: 0,
      lines: [
        ['open', 40, true, ''],
        ['open', 0, true, ''],
      ],
    },
    {
      id: 2,
      status: 'paid',
      balance: 0,
      written_off: 0,
      lines: [
        ['open', 100, true, ''],
        ['open', 50, true, ''],
      ],
    },
    {
      id: 3,
      status: 'partial_refund',
      balance: 0,
      written_off: 100,
      // 100 satang divided by 100 : 50; the satang that remains goes to the larger fraction.
      lines: [
        ['refunded', 33, true, 'ย้าย'],
        ['refunded', 17, true, 'ย้าย'],
      ],
    },
    {
      id: 4,
      status: 'refunded',
      balance: 0,
      written_off: 150,
      lines: [
        ['refunded', 0, false, 'ย้าย'],
        ['ended', 0, true, 'ย้าย'],
      ],
    },
    {
      id: 5,
      status: 'cancelled',
      balance: 0,
      written_off: 150,
      lines: [
        ['ended', 0, false, 'ย้าย'],
        ['ended', 0, true, 'ย้าย'],
      ],
    },
    {
      id: 6,
      status: 'partial_refund',
      balance: 0,
      written_off: 148,
      lines: [
        ['refunded', 1, true, 'ย้าย'],
        ['ended', 1, true, 'ย้าย'],
      ],
    },
  ])
  const refundLines = await runOnServer(
    url,
    `select payment_id as id, line_id, pl.paid::int from payment_line pl order by 1, 2`,
  )
  expect(refundLines).toEqual([
    { id: 32, line_id: 31, paid: -67 },
    { id: 32, line_id: 32, paid: -33 },
    { id: 42, line_id: 41, paid: -30 },
    { id: 62, line_id: 61, paid: -1 },
  ])
})
