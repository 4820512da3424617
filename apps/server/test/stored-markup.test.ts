/** Markup and formulas in stored texts stay plain text in answers, PDFs and spreadsheets. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { audit } from '@khapdee/contract/entities/audit'
import { branch, branchSettings } from '@khapdee/contract/entities/branch'
import { closing } from '@khapdee/contract/entities/closing'
import { employee } from '@khapdee/contract/entities/employee'
import { satang } from '@khapdee/domain/money'
import { addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../src/adapters/pdf/test/read-pdf.ts'
import { readWorkbookSheet, readZip } from '../src/adapters/xlsx/test/read-workbook.ts'
import { exportedLists } from '../src/modules/export/export.module.ts'
import { type TestApp, startApp } from './app.ts'
import { branchOf, crudResources } from './crud-resources.ts'
import { type CustomerInput, customerInput } from './make/customer.ts'
import { bookExpense } from './make/account-entry.ts'
import { applicationInput, lineInput } from './make/application.ts'
import { employeeInput } from './make/employee.ts'
import { insertSession, seatCandidate } from './make/exam-session.ts'
import { makeRecord } from './make/record.ts'
import { makeAccount, makeLine } from './make/statement.ts'
import { makeTaxCertificate } from './make/payslip.ts'
import { hostileTexts, withHostileTexts } from './make/markup.ts'
import { bearerOf, sendWire } from './send-wire.ts'
import type { Wire } from './wire.ts'

const [hostileText] = hostileTexts
let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire) =>
  sendWire(test, endpoint, wire, await bearerOf(test, 'admin'))

describe.each(crudResources)('a record of $table', (resource) => {
  it('returns every text unchanged', async () => {
    const { api } = resource
    const whole = { ...resource.body(1), ...branchOf(resource, test.school.branch.KKN) }
    const { body, texts } = withHostileTexts(api.fields.shape, whole)
    expect(Object.keys(texts)).toContain(resource.nameField)
    const { data } = (await send(api.create, body)).body
    expect(data).toMatchObject(texts)
    const id = { [api.idName]: data[api.idName] }
    expect((await send(api.get, id)).body.data).toMatchObject(texts)
    const list = await send(api.gettable, { text: texts[resource.nameField] })
    expect(list.body.data).toContainEqual(expect.objectContaining(texts))
    expect(list.headers['content-type']).toMatch(/^application\/json/)
  })
})

describe('markup in printed and exported texts', () => {
  /** Text without whitespace, because narrow columns add line breaks. */
  const withoutWhitespace = (text: string) => text.replaceAll(/\s/g, '')
  const printed = async (link: string) => {
    const pages = await readPdf((await test.raw('GET', link)).bytes)
    return withoutWhitespace(
      pages.map(({ runs }) => runs.map(({ text }) => text).join('')).join(''),
    )
  }
  let application_id: number
  let links: { form: string; receipt: string; refund: string; close: string }

  beforeAll(async () => {
    const { KKN: branch_id } = test.school.branch
    const stored = await test.call(branch.get, { branch_id }, 'admin')
    const settings = {
      ...branchSettings.parse({}),
      receipt_header: hostileText,
      receipt_footer: hostileText,
    }
    const { body } = withHostileTexts(branch.fields.shape, stored.body.data)
    const fields = Object.keys(branch.update.input.shape)
    const values = Object.fromEntries(fields.map((name) => [name, body[name]]))
    await send(branch.update, { ...values, settings })

    const shape = application.create.input.shape.customer.shape
    const known = customerInput()
    const { idcard, passport } = known
    const hostile = withHostileTexts(shape, known).body as CustomerInput
    const customer = { ...hostile, idcard, passport }
    const line = lineInput(600_000, { paid: satang(100_000), note: hostileText })
    const input = applicationInput(test.school, {
      customer,
      note: hostileText,
      course: [{ course_id: test.school.course.car, ...line }],
    })
    const made = (await test.call(application.create, input, 'registrar.kkn')).data
    application_id = made.application_id
    const form = (await test.call(application.pdf, { application_id }, 'admin')).data.pdf
    const given = { application_id, value: satang(50_000), note: hostileText }
    const refund = (await test.call(application.refund, given, 'admin')).data.pdf
    const count = { expected_cash: satang(50_000), counted_cash: satang(50_000), note: hostileText }
    const day = { branch_id, date: test.clock.today() }
    const closed = await test.call(closing.close, { ...day, ...count }, 'cashier.kkn')
    links = { form, receipt: made.pdf, refund, close: closed.data.pdf }

    await bookExpense(test, { other_name: hostileText, payee: hostileText, detail: hostileText })
    const person = withHostileTexts(employee.create.input.shape, employeeInput(test))
    const names = {
      username: 'mischief',
      prefix: hostileText.slice(0, 40),
      fname: hostileText,
      sname: hostileText,
    }
    await send(employee.create, { ...person.body, ...names })
  })

  it.each(['form', 'receipt', 'refund', 'close'] as const)(
    'is plain text on the %s document',
    async (kind) => {
      const text = await printed(links[kind])
      // In the header, in the footer, and in a note or a name.
      expect(text.split(withoutWhitespace(hostileText)).length).toBeGreaterThan(3)
    },
  )

  /** A session whose only candidate has a hostile name. */
  async function rosterOfHostile(): Promise<number> {
    const session = await insertSession(test, addDays(test.clock.today(), 3))
    const customer = customerInput({ fname: hostileText, sname: hostileText })
    await seatCandidate(test, session, { customer })
    return session
  }

  /** A finished exam with a hostile item on its score sheet and a hostile comment. */
  async function evaluateHostile(): Promise<void> {
    const { exam_id } = await seatCandidate(test, await insertSession(test, test.clock.today()))
    const { evaluate_id } = await makeRecord(test.db, 'evaluate', { title: hostileText })
    await test.db.insertInto('exam_item').values({ exam_id, evaluate_id, value: 1 }).execute()
    await test.db
      .insertInto('satisfaction')
      .values({
        exam_id,
        branch_id: test.school.branch.KKN,
        code: '12345678',
        expires_at: '2027-01-01T00:00:00Z',
        answered_at: test.clock.now().toISOString(),
        comment: hostileText,
      })
      .execute()
  }

  /** A line of a bank statement with a hostile reference. */
  async function importHostileLine(): Promise<void> {
    const account = await makeAccount(test, test.school.branch.KKN)
    await makeLine(test, account, 10_000, { reference: hostileText })
  }

  /** Exported lists that show none of the records with hostile texts. */
  const listsWithoutSample = new Set([
    'report',
    'other-fees',
    'request-fees',
    'overdue',
    'pay-balance',
    'exams',
    'audit',
  ])
  it.each(exportedLists.map(({ endpoint, name }) => [name, endpoint] as const))(
    'is plain text, not a formula, in the exported file of %s',
    async (name, endpoint) => {
      if (name === 'evaluation-results') await evaluateHostile()
      if (name === 'statements') await importHostileLine()
      if (name === 'tax-certificates') {
        const { user_id } = await test.db
          .selectFrom('app_user')
          .select('user_id')
          .where('username', '=', 'mischief')
          .executeTakeFirstOrThrow()
        await makeTaxCertificate(test, { user_id, branch_id: test.school.branch.KKN })
      }
      if (name === 'withheld-tax') {
        await bookExpense(test, { payee: hostileText, wht_value: satang(100) })
      }
      const query: Wire = name === 'roster' ? { exam_session_id: await rosterOfHostile() } : {}
      const { file } = (await send(endpoint, query)).body.data
      const { bytes } = await test.raw('GET', file)
      for (const xml of readZip(bytes).values())
        expect(xml).not.toMatch(/<f>|<(script|img|b)\b(?!\/)[^>]*on|<script/)
      const cells = readWorkbookSheet(bytes).flat()
      if (listsWithoutSample.has(name)) return
      expect(cells.some((cell) => hostileTexts.some((text) => String(cell).includes(text)))).toBe(
        true,
      )
    },
  )

  it('is plain text in audit entries', async () => {
    const { data } = (await send(audit.gettable, { perPage: 100 })).body
    expect(JSON.stringify(data)).toContain(JSON.stringify(hostileText).slice(1, -1))
  })
})
