import { calendarEvent, calendarFeed } from '@khapdee/contract/entities/calendar'
import { addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { createSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
})
afterAll(() => test.close())

const newPerson = () => makeEmployee(test, test.school.branch.KKN, { fname: 'วิชัย' })
const renew = async (username: string) =>
  (await test.call(calendarFeed.renew, {}, username)).data.path
/** Reads a link without a session. */
const open = (path: string) => test.raw('GET', path)
const textOf = async (path: string) =>
  (await open(path)).bytes.toString('utf8').replaceAll('\r\n ', '')
const stateOf = async (username: string) => (await test.call(calendarFeed.get, {}, username)).data

it('the feed shows the sessions in which a person works, own events, leave and days off, but no names of candidates', async () => {
  const { user_id, username } = await newPerson()
  const day = addDays(test.clock.today(), 3)
  const panel = [{ user_id, role: 'examiner' as const }]
  const id = await createSession(test, { date: day, panel })
  const customer = customerInput({ fname: 'บุญมี', sname: 'ลับมาก' })
  await seatCandidate(test, id, { customer })
  await createSession(test, { date: day, start_time: '13:00', end_time: '14:00' })
  const time = { start: day, start_time: '17:00', end: day, end_time: '18:00' }
  const event = { title: 'พบแพทย์; นัด, ตรวจ', category: 'Personal' as const, ...time }
  await test.call(calendarEvent.create, calendarEvent.create.input.parse(event), username)
  await test.db
    .insertInto('user_leave')
    .values({
      user_id,
      start: addDays(day, 2),
      end: addDays(day, 3),
      reason: 'ไปต่างจังหวัด',
      created_by: user_id,
    })
    .execute()
  await test.db
    .updateTable('app_user')
    .set({ day_off: ['monday', 'wednesday'] })
    .where('user_id', '=', user_id)
    .execute()

  const path = await renew(username)
  const answer = await open(path)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-store',
  })
  for (const line of answer.bytes.toString('utf8').split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const text = await textOf(path)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(4)
  expect(text).toContain(`\r\nUID:session-${id}@khapdee\r\n`)
  expect(text).toContain(`\r\nDTSTART:${day.replaceAll('-', '')}T020000Z\r\n`)
  expect(text).toContain('\r\nSUMMARY:สอบภาคทฤษฎี รถยนต์ (1/2)\r\n')
  expect(text).toContain('\r\nSUMMARY:พบแพทย์\\; นัด\\, ตรวจ\r\n')
  expect(text).toContain(
    `\r\nDTSTART;VALUE=DATE:${addDays(day, 2).replaceAll('-', '')}\r\nDTEND;VALUE=DATE:${addDays(day, 4).replaceAll('-', '')}\r\n`,
  )
  expect(text).toContain('\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\n')
  expect(text).not.toContain('บุญมี')
  expect(text).not.toContain('ลับมาก')
  expect(text).not.toContain('ไปต่างจังหวัด')
  expect(await textOf(path)).toBe(text)
})

it('a link ends when it is renewed or revoked, or when its owner may no longer sign in', async () => {
  const { user_id, username } = await newPerson()
  expect(await stateOf(username)).toBeNull()
  const first = await renew(username)
  expect(await stateOf(username)).toMatchObject({ last_read_at: null })
  const second = await renew(username)
  expect((await open(first)).status).toBe(404)
  expect((await open(second)).status).toBe(200)
  expect((await stateOf(username))?.last_read_at).not.toBeNull()
  await test.db
    .updateTable('app_user')
    .set({ is_active: false })
    .where('user_id', '=', user_id)
    .execute()
  expect((await open(second)).status).toBe(404)
  await test.db
    .updateTable('app_user')
    .set({ is_active: true })
    .where('user_id', '=', user_id)
    .execute()
  test.services.access.clearCache()
  await test.call(calendarFeed.revoke, {}, username)
  expect((await open(second)).status).toBe(404)
  expect(await stateOf(username)).toBeNull()
})

it('the database does not contain the link in a form that could be read from it', async () => {
  const { user_id, username } = await newPerson()
  const token = (await renew(username)).split('/').at(-1)?.slice(0, -4) ?? ''
  const { token_hash } = await test.db
    .selectFrom('calendar_feed')
    .select('token_hash')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  expect(Buffer.from(token_hash).toString('utf8')).not.toContain(token)
  expect(token).toHaveLength(43)
})

it('unknown links answer 404, and reads are limited per IP address', async () => {
  for (const name of ['x.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}`]) {
    expect((await open(`/files/calendar/${name}`)).status).toBe(404)
  }
  const statuses = new Set<number>()
  for (let i = 0; i < 31; i++) statuses.add((await open('/files/calendar/x.ics')).status)
  expect(statuses).toContain(429)
})
