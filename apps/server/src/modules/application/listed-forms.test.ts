/** The links to application forms in the rows of lists. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { signAnHourAgo, openSession } from '../../../test/session.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const listedLink = async (text: string, as = 'registrar.kkn') => {
  const [row] = (await test.call(application.gettable, { text }, as)).data
  return row?.pdf ?? ''
}
const prints = async (application_id: number) => {
  const { prints } = await test.db
    .selectFrom('issued_document')
    .select('prints')
    .where('application_id', '=', application_id)
    .where('kind', '=', 'application_form')
    .executeTakeFirstOrThrow()
  return prints
}
const location = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['location'])

it('the form shows the application at the time when the link is opened, and only then the print is counted', async () => {
  const app = await desk.register({ paid: [20_000, 0] })
  const link = await listedLink(app.code)
  expect(link).toMatch(new RegExp(`^/files/applications/[\\w.-]+/${app.code}\\.pdf$`))
  const before = await prints(app.application_id)
  await listedLink(app.code)
  // Link checkers and previews send HEAD.
  expect((await test.raw('HEAD', link)).status).toBe(404)
  const stored = await sql<{ n: number }>`select count(*)::int as n from printed_form`.execute(
    test.db,
  )
  await desk.pay(app, [[0, 100_000]])
  expect(await prints(app.application_id)).toBe(before)

  const opened = await test.raw('GET', link)
  expect([opened.status, opened.headers['cache-control']]).toEqual([303, 'private, no-store'])
  const { bytes } = await test.raw('GET', location(opened))
  const text = readPdf(bytes)
    .map((page) => page.text)
    .join(' ')
  expect(text).toContain('1,200.00')
  expect(text).toContain(app.code)
  // A reload of the browser opens the form that was made, and counts no print.
  await test.raw('GET', location(opened))
  expect(await prints(app.application_id)).toBe(before + 1)
  const made = await sql<{ n: number }>`select count(*)::int as n from printed_form`.execute(
    test.db,
  )
  expect((made.rows[0]?.n ?? 0) - (stored.rows[0]?.n ?? 0)).toBe(1)
  const entry = await test.db
    .selectFrom('audit_log as a')
    .innerJoin('app_user as u', 'u.user_id', 'a.user_id')
    .select(['a.call', 'u.username', 'a.after'])
    .orderBy('a.audit_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ call: 'POST application/pdf', username: 'registrar.kkn' })
})

const storedForms = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from printed_form`.execute(
    test.db,
  )
  return rows[0]?.n ?? 0
}
const textOf = async (path: string) =>
  readPdf((await test.raw('GET', path)).bytes)
    .map((page) => page.text)
    .join(' ')

it('opening a link again shows its form, or a new one after a change of the application', async () => {
  const app = await desk.register({ paid: [20_000, 0] })
  const link = await listedLink(app.code)
  const [counted, stored] = [await prints(app.application_id), await storedForms()]
  const open = async () => location(await test.raw('GET', link))
  const first = await textOf(await open())
  test.clock.set(new Date(test.clock.now().getTime() + 120_000).toISOString())
  expect(await textOf(await open())).toBe(first)
  expect([await prints(app.application_id), await storedForms()]).toEqual([counted + 1, stored + 1])

  await desk.pay(app, [[0, 100_000]])
  expect(await textOf(await open())).toContain('1,200.00')
  expect(await textOf(await open())).toContain('1,200.00')
  expect([await prints(app.application_id), await storedForms()]).toEqual([counted + 2, stored + 2])

  // Another link, even of the same user, is another print.
  const { session_id: sessionId } = await openSession(test, 'registrar.kkn')
  const token = test.services.tokens.signListedForm({
    application_id: app.application_id,
    sessionId,
  })
  await test.raw('GET', `/files/applications/${token}/${app.code}.pdf`)
  expect([await prints(app.application_id), await storedForms()]).toEqual([counted + 3, stored + 3])
})

it('two tabs that open the link at once get the same form', async () => {
  const app = await desk.register({ paid: [20_000, 0] })
  const link = await listedLink(app.code)
  const [counted, stored] = [await prints(app.application_id), await storedForms()]
  const opened = await Promise.all(Array.from({ length: 6 }, () => test.raw('GET', link)))
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 303))
  const texts = new Set(await Promise.all(opened.map((answer) => textOf(location(answer)))))
  expect(texts.size).toBe(1)
  expect([await prints(app.application_id), await storedForms()]).toEqual([counted + 1, stored + 1])
})

it('exists in the rows of every kind', async () => {
  const other_fee = [{ other_fee_id: test.school.otherFee.medical, ...lineInput(20_000) }]
  const fee = { customer: customerInput(), other_fee }
  await test.call(applicationFee.create, fee, 'registrar.kkn')
  const request_fee = [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }]
  await test.call(request.create, { customer: customerInput(), request_fee }, 'registrar.kkn')
  for (const endpoint of [applicationFee.gettable, request.gettable]) {
    const [row] = (await test.call(endpoint, {}, 'registrar.kkn')).data
    expect(row?.pdf).toContain(row?.application_code)
    expect((await test.raw('GET', row?.pdf ?? '')).status).toBe(303)
  }
})

it('a link is refused if it is forged, expired or of another purpose or session, and without permission or branch', async () => {
  const app = await desk.register()
  const { application_id } = app
  const { session_id: sessionId, token: access } = await openSession(test, 'registrar.kkn')
  const { tokens } = test.services
  const token = tokens.signListedForm({ application_id, sessionId })
  const status = async (other: string) =>
    (await test.raw('GET', `/files/applications/${other}/${app.code}.pdf`)).status
  expect(await status(token)).toBe(303)
  const setPasswordDue = async (must_change_password: boolean) => {
    await test.db
      .updateTable('app_user')
      .set({ must_change_password })
      .where('username', '=', 'registrar.kkn')
      .execute()
    test.services.access.clearCache()
  }
  await setPasswordDue(true)
  expect(await status(token)).toBe(403)
  await setPasswordDue(false)
  const [id = '', expiry = '', session = '', hash = ''] = token.split('.')
  const other = await openSession(test, 'registrar.bpi')
  const wrong = [
    `${token}x`,
    [Number(id) + 1, expiry, session, hash].join('.'),
    [id, Number(expiry) + 60, session, hash].join('.'),
    [id, expiry, other.session_id, hash].join('.'),
    [id, expiry, session].join('.'),
    access,
    signAnHourAgo(() => tokens.signListedForm({ application_id, sessionId })),
    tokens.signForm({ printed_form_id: 1, printedAt: '' }),
    // Another branch.
    tokens.signListedForm({ application_id, sessionId: other.session_id }),
  ]
  expect(await Promise.all(wrong.map(status))).toEqual(wrong.map(() => 404))

  await sql`delete from role_permission p using role r
    where r.role_id = p.role_id and r.key = 'registrar' and p.permission = 'application.view'`.execute(
    test.db,
  )
  test.services.access.clearCache()
  expect(await status(token)).toBe(404)
  await test.db
    .updateTable('session')
    .set({ revoked_at: '2026-01-01' })
    .where('session_id', '=', sessionId)
    .execute()
  test.services.access.clearCache()
  expect(await status(token)).toBe(401)
})
