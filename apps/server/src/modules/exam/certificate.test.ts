import { certificate } from '@khapdee/contract/entities/certificate'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { maskIdCard } from '@khapdee/domain/id-card'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { passRights, rightOf } from '../../../test/make/certificate.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

/** Registers the car course, with both of its exams passed. */
async function passed(paid = 600_000) {
  const person = customerInput()
  const app = await desk.register({
    course: [{ course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(paid) }) }],
    other_fee: [],
    customer: person,
    as: 'cashier.kkn',
  })
  await passRights(test, app)
  return { app, person, right_id: await rightOf(test, app) }
}

const issue = (right_id: number, as = 'registrar.kkn') =>
  test.call(certificate.issue, { right_id }, as)

const cancel = (certificate_id: number, as = 'manager.kkn') =>
  test.call(certificate.cancel, { certificate_id, note: 'ชื่อผิด' }, as)

async function textOf(link: string) {
  const { bytes } = await test.raw('GET', link)
  return readPdf(bytes)
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    .join(' ')
}

const tokenOf = async (certificate_id: number) =>
  (
    await test.db
      .selectFrom('certificate')
      .select('token')
      .where('certificate_id', '=', certificate_id)
      .executeTakeFirstOrThrow()
  ).token

async function openPage(token: string) {
  const { status, bytes, headers } = await test.raw('GET', `/verify/${token}`)
  return { status, headers, html: Buffer.from(bytes).toString('utf8') }
}

const rightsOf = async ({ application_id }: { application_id: number }) =>
  (await test.call(examRight.gettable, { application_id }, 'manager.kkn')).data

/**
 * Whether the lists of rights and of bookings, and the booking itself, offer to issue a
 * certificate; equal answers are returned once.
 */
async function offered(app: { application_id: number; code: string }): Promise<boolean[]> {
  const query = { scope: 'all' as const, text: app.code, perPage: 100, page: 1 }
  const bookings = (await test.call(examBooking.gettable, query, 'manager.kkn')).data
  const details = await Promise.all(
    bookings.map(({ exam_id }) => test.call(examBooking.get, { exam_id }, 'manager.kkn')),
  )
  const rows = [...(await rightsOf(app)), ...bookings, ...details.map(({ data }) => data)]
  return [...new Set(rows.map(({ can }) => can.certify))]
}

describe('a certificate', () => {
  it('is issued once for all exams of the line, with a number, and shown with its rights', async () => {
    const { app, person, right_id } = await passed()
    expect((await rightsOf(app)).map(({ can }) => can.certify)).toEqual([true, true])
    const { data } = await issue(right_id)
    expect(data.certificate_code).toMatch(/^CT-KKN-\d{4}-\d{4}$/)
    const rights = await rightsOf(app)
    expect(rights).toMatchObject([
      { certificate: { certificate_code: data.certificate_code }, can: { certify: false } },
      { certificate: { certificate_code: data.certificate_code }, can: { certify: false } },
    ])
    expect(rights[0]?.events?.at(-1)).toMatchObject({
      event: 'certified',
      note: data.certificate_code,
    })
    const text = await textOf(data.pdf)
    for (const expected of [
      'หนังสือรับรองผลการอบรมและทดสอบ',
      data.certificate_code,
      'ต้นฉบับ',
      person.fname,
      maskIdCard(person.idcard ?? ''),
      'ภาคทฤษฎี รถยนต์ สอบผ่านวันที่',
      'ภาคปฏิบัติ รถยนต์ สอบผ่านวันที่',
      app.code,
    ]) {
      expect(text).toContain(expected)
    }
    expect((await issue(right_id)).body.code).toBe('STATE')
    expect((await issue(await rightOf(test, app, 'practice'))).body.code).toBe('STATE')
  })

  it('is refused while an exam is open, money is owed, or the line has ended; a suspended right does not count', async () => {
    const { app, right_id } = await passed(500_000)
    expect((await issue(right_id)).body.code).toBe('BALANCE_FIRST')
    expect(await offered(app)).toEqual([false])
    const other = await passed()
    await sql`
      with freed as (delete from exam where right_id = ${await rightOf(test, other.app, 'practice')})
      update exam_right set used_at = null where application_id = ${other.app.application_id} and kind = 'practice'`.execute(
      test.db,
    )
    const refused = await issue(other.right_id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'STATE' } })
    expect(refused.body.message).toContain('ภาคปฏิบัติ รถยนต์')
    const suspended = { right_id: await rightOf(test, other.app, 'practice'), note: 'ไม่สอบ' }
    await test.call(examRight.disable, suspended, 'manager.kkn')
    const { pdf } = (await issue(other.right_id)).data
    expect(await textOf(pdf)).not.toContain('ภาคปฏิบัติ')
    await desk.refund(app, 500_000)
    expect((await issue(right_id)).body.code).toBe('STATE')
  })

  it('is offered once the balance is paid', async () => {
    const { app } = await passed(500_000)
    await desk.pay(app, [[0, 100_000]])
    expect(await offered(app)).toEqual([true])
  })

  it('is reprinted as a copy with the name of its issue, also after the customer was renamed', async () => {
    const { person, right_id } = await passed()
    const { data } = await issue(right_id)
    await sql`update customer set prefix = 'ดร.' where idcard = ${person.idcard ?? ''}`.execute(
      test.db,
    )
    const { pdf } = (
      await test.call(certificate.pdf, { certificate_id: data.certificate_id }, 'registrar.kkn')
    ).data
    const text = await textOf(pdf)
    expect(text).toContain('สำเนา')
    expect(text).toContain(person.fname)
    expect(text).not.toContain('ดร.')
  })

  it('is cancelled by a correction of its result, with the reason, and issued anew later', async () => {
    const { app, right_id } = await passed()
    const { data } = await issue(right_id)
    const { exam_id } = await test.db
      .selectFrom('exam')
      .select('exam_id')
      .where('right_id', '=', right_id)
      .executeTakeFirstOrThrow()
    const correct = (result: 'pass' | 'fail', note: string) =>
      test.call(examBooking.result, { exam_id, result, note }, 'manager.kkn')
    await correct('pass', 'แก้คะแนน')
    expect((await rightsOf(app))[0]?.certificate).not.toBeNull()
    const corrected = await correct('fail', 'กรรมการบันทึกผิด')
    expect(corrected.body.message).toContain(data.certificate_code)
    const rights = await rightsOf(app)
    expect(rights.map((right) => right.certificate)).toEqual([null, null])
    expect(rights[1]?.events?.at(-1)).toMatchObject({
      event: 'uncertified',
      note: `${data.certificate_code} · กรรมการบันทึกผิด`,
    })
    const { pdf } = (
      await test.call(certificate.pdf, { certificate_id: data.certificate_id }, 'registrar.kkn')
    ).data
    expect(await textOf(pdf)).toContain('ยกเลิกเมื่อ')
    await correct('pass', 'ตรวจใหม่แล้วผ่าน')
    const again = await issue(right_id)
    expect(again.data.certificate_code).not.toBe(data.certificate_code)
  })

  it('is cancelled only by a user who may correct results, and once', async () => {
    const { right_id } = await passed()
    const { certificate_id } = (await issue(right_id)).data
    expect((await cancel(certificate_id, 'registrar.kkn')).status).toBe(403)
    expect((await cancel(certificate_id, 'manager.bpi')).status).toBe(404)
    expect((await cancel(certificate_id)).status).toBe(200)
    expect((await cancel(certificate_id)).body.code).toBe('STATE')
    expect((await issue(right_id)).status).toBe(200)
  })

  it(
    'is issued once when two clerks press at the same time, without a gap in the numbers',
    () =>
      inRounds(async () => {
        const { app, right_id } = await passed()
        const practice = await rightOf(test, app, 'practice')
        const outcomes = await race(
          issue(right_id),
          issue(practice, 'manager.kkn'),
          issue(right_id, 'cashier.kkn'),
        )
        expect(outcomes.split(' ').toSorted()).toEqual(['STATE', 'STATE', 'ok'])
      }),
    raceTimeoutMs,
  )

  it('is found in the history of exams, and so is a line that has no certificate yet', async () => {
    const { app, right_id } = await passed()
    const list = async (status: string) =>
      (
        await test.call(
          examBooking.gettable,
          { scope: 'all', status, text: app.code, perPage: 100 },
          'manager.kkn',
        )
      ).data
    expect(await list('certifiable')).toMatchObject([
      { can: { certify: true } },
      { can: { certify: true } },
    ])
    const { certificate_code } = (await issue(right_id)).data
    expect(await list('certifiable')).toEqual([])
    expect(await list('certified')).toMatchObject([
      { certificate: { certificate_code } },
      { certificate: { certificate_code } },
    ])
  })
})

describe('the public page of a certificate', () => {
  it('confirms number, name and day, and nothing else, without a session', async () => {
    const { app, person, right_id } = await passed()
    const { certificate_id, certificate_code } = (await issue(right_id)).data
    const { status, headers, html } = await openPage(await tokenOf(certificate_id))
    expect(status).toBe(200)
    expect(html).toContain('ออกโดยโรงเรียนจริง')
    const facts = [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, fact]) => fact)
    expect(facts).toEqual([
      certificate_code,
      expect.stringContaining(person.fname ?? ''),
      '21 พฤศจิกายน 2569',
    ])
    for (const secret of [person.idcard, person.phone_1, app.code, 'รถยนต์', '<script']) {
      expect(html).not.toContain(secret)
    }
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
    })
    expect(html).toContain('name="robots" content="noindex')
  })

  it('shows that a certificate was cancelled', async () => {
    const { right_id } = await passed()
    const { certificate_id, certificate_code } = (await issue(right_id)).data
    const token = await tokenOf(certificate_id)
    await cancel(certificate_id)
    const { status, html } = await openPage(token)
    expect(status).toBe(200)
    expect(html).toContain('ถูกยกเลิกแล้ว')
    expect(html).toContain(certificate_code)
    expect(html).not.toContain('ออกโดยโรงเรียนจริง')
  })

  it('is not found by number, id or a guess', async () => {
    const { right_id } = await passed()
    const { certificate_id, certificate_code } = (await issue(right_id)).data
    const token = await tokenOf(certificate_id)
    expect(token).toMatch(/^[\w-]{32}$/)
    for (const guess of [certificate_code, String(certificate_id), token.slice(1), `${token}x`]) {
      const { status, html } = await openPage(guess)
      expect(status).toBe(404)
      expect(html).not.toContain('<dd>')
    }
  })

  it('escapes the name', async () => {
    const person = customerInput({ fname: '<b>"&', sname: 'ใจดี' })
    const app = await desk.register({
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(600_000) }) },
      ],
      other_fee: [],
      customer: person,
      as: 'cashier.kkn',
    })
    await passRights(test, app)
    const { certificate_id } = (await issue(await rightOf(test, app))).data
    const { html } = await openPage(await tokenOf(certificate_id))
    expect(html).toContain('&lt;b&gt;&quot;&amp;')
    expect(html).not.toContain('<b>')
  })
})
