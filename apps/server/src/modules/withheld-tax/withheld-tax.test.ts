import { account, expenses } from '@khapdee/contract/entities/account-entry'
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { type Satang, satang } from '@khapdee/domain/money'
import { type Day, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { bookExpense, remitTax } from '../../../test/make/account-entry.ts'
import { race } from '../../../test/race.ts'

let test: TestApp
const manager = 'manager.kkn'
const company = '0994000165501'
const person = '1101700230708'
const isRemitted = /^นำส่งภาษีหัก ณ ที่จ่ายของรายการนี้แล้ว/

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** Books an expense of 1,000 baht with withheld tax, paid by transfer. */
async function withheld(date: Day, wht_value: Satang, payee_tax_id = company): Promise<number> {
  const expense = { date, wht_value, payee_tax_id, payee: 'บริษัท ตัวอย่าง จำกัด' }
  const { data } = await bookExpense(test, {
    ...expense,
    value: satang(100_000),
    pay_type: 'transfer',
  })
  return data.expenses_id
}

const list = async (query: object = {}) =>
  (await test.call(withheldTax.gettable, withheldTax.gettable.input.parse(query), manager)).answer

const remit = (values: Parameters<typeof remitTax>[1]) => remitTax(test, values)

const read = async (expenses_id: number) =>
  (await test.call(expenses.get, { expenses_id }, manager)).data

/** The totals of the books of the branch of all time. */
async function totals() {
  const query = account.gettable.input.parse({ start: 'all', end: 'all' })
  const { chart } = (await test.call(account.gettable, query, manager)).answer
  return { expenses: chart.total_expenses, passThrough: chart.pass_through }
}

describe('withheld tax', () => {
  it('is owed by month and return until it is remitted, by an entry that is excluded from all totals', async () => {
    const [first, second, ofPerson] = [
      await withheld(day('2025-03-05'), satang(3_000)),
      await withheld(day('2025-03-31'), satang(2_000)),
      await withheld(day('2025-03-31'), satang(5_000), person),
    ]
    await withheld(day('2025-04-01'), satang(700))
    expect((await list()).owed).toMatchObject([
      { month: '2025-03', return: 'pnd3', count: 1, value: 5_000, until: '2025-04-07' },
      { month: '2025-03', return: 'pnd53', count: 2, value: 5_000, until: '2025-04-07' },
      { month: '2025-04', return: 'pnd53', count: 1, value: 700, until: '2025-05-07' },
    ])
    const before = await totals()
    const { data } = await remit({ month: '2025-03', return: 'pnd53', value: satang(5_000) })
    expect(await read(data.entry_id)).toMatchObject({
      value: 5_000,
      is_pass_through: true,
      payee: 'กรมสรรพากร',
    })
    expect(await totals()).toEqual(before)
    const { data: rows, total } = await list({ start: '2025-03-01', end: '2025-03-31' })
    expect(
      rows.map(({ entry_id, state, remitted_code }) => [entry_id, state, remitted_code]),
    ).toEqual([
      [ofPerson, 'owed', ''],
      [second, 'remitted', data.code],
      [first, 'remitted', data.code],
    ])
    expect(total).toEqual({ withheld: 10_000, remitted: 5_000, owed: 5_000 })
  })

  it('that is remitted keeps its amount and day, until the remittance is voided', async () => {
    const entry_id = await withheld(day('2025-05-05'), satang(3_000))
    const { data } = await remit({ month: '2025-05', return: 'pnd53', value: satang(3_000) })
    const row = await read(entry_id)
    const change = (expenses_id: number, version: number, values: object) =>
      test.call(
        expenses.update,
        {
          ...expenses.update.input.parse({
            expenses_id,
            version,
            pay_type: 'transfer',
            value: 1_000,
            other_name: 'ค่าน้ำแข็ง',
            date: '2025-05-05',
            payee_tax_id: company,
            wht_value: 30,
          }),
          ...values,
        },
        manager,
      )
    for (const values of [
      { wht_value: satang(2_000) },
      { value: satang(200_000) },
      { date: day('2025-05-06') },
      { payee_tax_id: person },
    ])
      expect((await change(entry_id, row.version, values)).body.message).toMatch(isRemitted)
    expect((await change(entry_id, row.version, { detail: 'แก้ไขได้' })).status).toBe(200)
    const voidOf = (expenses_id: number, version: number) =>
      test.call(expenses.delete, { expenses_id, version, note: 'บันทึกซ้ำ' }, manager)
    expect((await voidOf(entry_id, row.version + 1)).body.message).toMatch(isRemitted)
    const { version, date } = await read(data.entry_id)
    const less = { value: satang(1_000), wht_value: satang(0), payee_tax_id: '', date }
    expect((await change(data.entry_id, version, less)).body.message).toMatch(/^รายการนี้นำส่งภาษี/)
    expect((await voidOf(data.entry_id, version)).status).toBe(200)
    expect((await list()).owed).toContainEqual(
      expect.objectContaining({ month: '2025-05', value: 3_000 }),
    )
    expect((await voidOf(entry_id, row.version + 1)).status).toBe(200)
  })

  it('is remitted once when two users press at the same time, and never with another sum than they saw', async () => {
    await withheld(day('2025-06-05'), satang(1_500))
    const call = { month: '2025-06', return: 'pnd53', value: satang(1_500) } as const
    expect((await remit({ ...call, value: satang(1_400) })).body.code).toBe('CONFLICT')
    expect((await race(remit(call), remit(call))).split(' ').toSorted()).toEqual(['STATE', 'ok'])
  })

  it('of a payee without a number is listed, and neither remitted nor certified', async () => {
    const entry_id = await withheld(day('2025-07-05'), satang(100), '')
    expect((await list()).owed).toContainEqual(
      expect.objectContaining({ month: '2025-07', return: null, value: 100 }),
    )
    const input = { entry_id, address: 'ขอนแก่น' }
    expect((await test.call(withheldTax.certificate, input, manager)).body.message).toMatch(
      /^กรุณากรอกชื่อและเลขประจำตัวผู้เสียภาษี/,
    )
  })

  it.each(['1101700230709', '0994000165502'])(
    'refuses the tax number %s, whose check digit is wrong',
    async (number) => {
      const answer = await bookExpense(test, { payee_tax_id: number })
      expect(answer.body.errors).toMatchObject([{ path: 'payee_tax_id' }])
    },
  )
})

describe('the certificate of withheld tax', () => {
  const certify = (entry_id: number, address = '99 ถนนมิตรภาพ ขอนแก่น') =>
    test.call(withheldTax.certificate, { entry_id, address }, manager)
  const issuedOf = (entry_id: number) =>
    test.db
      .selectFrom('issued_document')
      .select(['number', 'prints', 'snapshot'])
      .where('entry_id', '=', entry_id)
      .where('kind', '=', 'tax_certificate')
      .executeTakeFirst()

  it('has a separate number, is a copy when printed again, and proposes its address for the payee', async () => {
    const entry_id = await withheld(day('2025-09-05'), satang(3_000))
    const { pdf } = (await certify(entry_id)).data
    expect((await test.raw('GET', pdf)).status).toBe(200)
    await certify(entry_id)
    const issued = await issuedOf(entry_id)
    expect(issued).toMatchObject({
      number: expect.stringMatching(/^WT-KKN-\d{4}-\d{4}$/) as string,
      prints: 2,
      snapshot: { return: 'pnd53', rows: [{ paid: 100_000, tax: 3_000, paid_on: '05/09/2568' }] },
    })
    const later = await withheld(day('2025-09-06'), satang(100))
    const { data } = await list({ start: '2025-09-01', end: '2025-09-30' })
    expect(data.map((row) => [row.entry_id, row.certificate, row.address])).toEqual([
      [later, '', '99 ถนนมิตรภาพ ขอนแก่น'],
      [entry_id, issued?.number, '99 ถนนมิตรภาพ ขอนแก่น'],
    ])
    await certify(entry_id, 'ที่อยู่ใหม่')
    expect(await issuedOf(entry_id)).toMatchObject({
      number: issued?.number,
      prints: 1,
      snapshot: { payee: { address: 'ที่อยู่ใหม่' } },
    })
  })

  it('of a voided entry keeps its number, and is not issued anew', async () => {
    const [printed, other] = [
      await withheld(day('2025-10-05'), satang(3_000)),
      await withheld(day('2025-10-06'), satang(3_000)),
    ]
    await certify(printed)
    for (const expenses_id of [printed, other]) {
      const { version } = await read(expenses_id)
      await test.call(expenses.delete, { expenses_id, version, note: 'บันทึกซ้ำ' }, manager)
    }
    const { bytes } = await test.raw('GET', (await certify(printed)).data.pdf)
    const texts = readPdf(bytes).map(({ text }) => text)
    expect(texts.join(' ')).toContain('ยกเลิก')
    expect((await certify(other)).body.message).toMatch(/^รายการนี้ไม่มีภาษีหัก ณ ที่จ่าย/)
  })
})
