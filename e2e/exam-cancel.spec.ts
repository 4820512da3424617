/**
 * Tests the cancellation of a session with 20 candidates. They are moved, join a waiting list, or
 * are told a new day, all from the worklist.
 */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { APIRequestContext } from '@playwright/test'
import { createApiClient, logIn, registerByCall } from './support/calls.ts'
import { newMark, newPeriod } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

const candidates = 20
/**
 * How many candidates join the waiting list of a full session, and how many are told a new day
 * later.
 */
const waiting = 2
const later = 2

/** Sessions of one branch: one with 20 candidates that is to be cancelled, one that is full, and one with free seats. */
async function prepare(http: APIRequestContext) {
  const manager = await createApiClient(http, 'manager.kkn')
  const cashier = await createApiClient(http, 'cashier.kkn')
  const { branch_id } = (await logIn(http, 'manager.kkn')).userData
  const mark = newMark()
  const date = addDays(todayInBangkok(new Date()), 2)
  const create = async (hour: number, capacity: number) => {
    const { start_time, end_time } = newPeriod(hour)
    const { data } = await manager(examSession.create, {
      branch_id,
      kind: 'theory',
      licence_types: ['any'],
      date,
      start_time,
      end_time,
      capacity,
      override_reason: 'สอบก่อนเวลาทำการ',
    })
    return { id: data.exam_session_ids[0] ?? 0, start_time }
  }
  const { id: lost } = await create(1, candidates)
  const { id: full, start_time: fullStart } = await create(2, 1)
  await create(3, candidates)
  const seat = async (exam_session_id: number, fname: string) => {
    const { application_id } = await registerByCall(cashier, (price) => price, {
      withExam: true,
      fname,
    })
    const { data: rights } = await cashier(examRight.gettable, { application_id })
    const right_id = rights.find(({ kind }) => kind === 'theory')?.right_id ?? 0
    await cashier(examBooking.book, { right_id, exam_date: date, exam_session_id })
  }
  await seat(full, `เต็ม${mark}`)
  const names = Array.from(
    { length: candidates },
    (_, i) => `ยก${mark}${String.fromCodePoint(97 + i)}`,
  )
  for (const name of names) await seat(lost, name)
  const left = async () => {
    const { data } = await manager(examSession.worklist, { perPage: 100 })
    return data.filter(({ lost_id }) => lost_id === lost).length
  }
  return { lost, full, fullStart, names, left }
}

test(
  'a session with 20 candidates is cancelled, and the worklist is completed until it is empty',
  desktopOnly,
  async ({ page, signIn, request }) => {
    test.setTimeout(300_000)
    const { lost, full, fullStart, names, left } = await prepare(request)
    await signIn('manager.kkn')
    await page.goto(`/exam-sessions/${lost}`)
    await expect(page.getByText(`ผู้เข้าสอบ ${candidates}/${candidates} คน`)).toBeVisible()
    await page.getByRole('button', { name: 'ยกเลิกรอบสอบ' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`ผู้เข้าสอบ ${candidates} คน เลือกรอบใหม่ให้แต่ละคน`)).toBeVisible()
    const choose = async (name: string, option: RegExp) => {
      await dialog.getByRole('button', { name: new RegExp(`รอบใหม่ของ ${name} `) }).click()
      await page.getByRole('option', { name: option }).click()
    }
    for (const name of names.slice(0, waiting)) {
      await choose(name, new RegExp(`^รายชื่อสำรอง .*${fullStart}`))
    }
    const tellLater = names.slice(waiting, waiting + later)
    for (const name of tellLater) await choose(name, /^แจ้งภายหลัง$/)
    await expectAccessible(dialog)
    await expectNoHorizontalScroll(page)
    await dialog.getByLabel('เหตุผล').fill('สนามน้ำท่วม')
    await dialog.getByRole('button', { name: 'ยกเลิกรอบสอบ' }).click()
    await expect(dialog.getByText(`โทรแจ้งผู้เข้าสอบ ${candidates} คน`)).toBeVisible()
    await expect(dialog.getByText(/^รายชื่อสำรอง /)).toHaveCount(waiting)
    await expect(dialog.getByText('แจ้งภายหลัง')).toHaveCount(later)
    await dialog.getByRole('button', { name: 'ปิด' }).last().click()
    expect(await left()).toBe(later)

    await page.goto(`/exam-sessions/${full}`)
    await expect(page.getByRole('region', { name: `รายชื่อสำรอง ${waiting} คน` })).toBeVisible()

    let remaining = later
    for (const name of tellLater) {
      await page.goto('/exam-sessions')
      const worklist = page.getByRole('region', { name: /^ต้องดำเนินการ \d+ รายการ$/ })
      const link = worklist.getByRole('link', { name: new RegExp(name) })
      await expect(link).toBeVisible()
      if (remaining === later) {
        await expectAccessibleInBothSkins(page)
        await expectNoHorizontalScroll(page)
      }
      await link.click()
      await page.getByRole('button', { name: 'เปลี่ยนวันสอบ' }).first().click()
      await dialog.locator('label:has(input[type=radio]:enabled)').first().click()
      await dialog.getByRole('button', { name: 'เปลี่ยนวันสอบ' }).click()
      await expect(page.getByText(/เปลี่ยนวันสอบเป็น .*เรียบร้อยแล้ว/).first()).toBeVisible()
      expect(await left()).toBe(--remaining)
    }
    await page.goto('/exam-sessions')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const name of names) await expect(page.getByText(name)).toHaveCount(0)
  },
)
