/** Tests exam sessions: a series, a change that takes candidates along, and a cancelled session. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays, formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import type { APIRequestContext, Page } from '@playwright/test'
import { createApiClient, freeDaysByCall, registerByCall } from './support/calls.ts'
import { nextNumber } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

/** The reason for the sessions, which are held before opening hours, when the demo has none. */
const override = 'สอบก่อนเวลาทำการ'

/** A separate day for each test and project, so that no session overlaps with another. */
const freshDay = () => addDays(todayInBangkok(new Date()), 30 + (nextNumber('session-days') % 45))

/** Creates a session for every licence type, and books a new candidate for it. */
async function seatByCall(request: APIRequestContext) {
  const call = await createApiClient(request, 'manager.kkn')
  const cashier = await createApiClient(request, 'cashier.kkn')
  const { application_id } = await registerByCall(cashier, (price) => price, { withExam: true })
  const { data: rights } = await call(examRight.gettable, { application_id })
  const right = rights.find(({ kind }) => kind === 'theory')
  if (right === undefined) throw new Error('the course has no theory exam')
  const branch_id = (await cashier(examSession.gettable, {})).filter['branch']?.[1]?.value
  const date = freshDay()
  const create = async (start_time: string, end_time: string) => {
    const { data } = await call(examSession.create, {
      branch_id: Number(branch_id),
      kind: 'theory',
      licence_types: ['any'],
      date,
      start_time,
      end_time,
      capacity: 5,
      override_reason: override,
    })
    return data.exam_session_ids[0] ?? 0
  }
  const [id, next] = [await create('06:00', '06:30'), await create('06:30', '07:00')]
  const input = { right_id: right.right_id, exam_date: date, exam_session_id: id }
  await cashier(examBooking.book, input)
  return { id, next, date }
}

const save = (page: Page) => page.getByRole('button', { name: 'บันทึก', exact: true }).click()

test('a weekly series is checked day by day before it is created', async ({
  page,
  signIn,
  request,
}) => {
  await signIn('manager.kkn')
  await page.goto('/exam-sessions/new')
  const first = await freeDaysByCall(await createApiClient(request, 'manager.kkn'), 3)
  await page.getByRole('textbox', { name: 'วันสอบ' }).fill(formatDay(first))
  await page.getByLabel('เวลาเริ่ม').fill('5')
  await page.getByLabel('เวลาสิ้นสุด').fill('5.30')
  await page.getByLabel('จำนวนรับ').fill('501')
  await save(page)
  await expect(page.getByText('กรุณากรอก 1–500 คน')).toBeVisible()
  await expect(page.getByLabel('เวลาเริ่ม')).toHaveValue('05:00')
  await page.getByLabel('จำนวนรับ').fill('20')
  await page.getByRole('button', { name: 'เพิ่มกรรมการสอบ' }).click()
  await save(page)
  await expect(page.getByText('กรุณาเลือกกรรมการสอบ')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'ลบกรรมการสอบ 1' }).click()

  await save(page)
  await expect(page.getByText(/เปิดทำการวัน|หยุดวันที่|ปิดทำการวัน/).first()).toBeVisible()
  await page.getByLabel('เหตุผลที่อนุโลม').fill(override)
  await page.getByRole('switch', { name: 'สร้างซ้ำทุกสัปดาห์' }).locator('..').click()
  for (const name of ['จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.', 'อา.']) {
    await page.getByRole('checkbox', { name, exact: true }).check()
  }
  await page.getByRole('textbox', { name: 'ถึงวันที่' }).fill(formatDay(addDays(first, 2)))
  await page.getByText('ข้ามวันหยุดของสาขา').click()
  await save(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  await expectAccessible(dialog)
  await dialog.getByText(formatDay(addDays(first, 1))).click()
  await dialog.getByRole('button', { name: 'สร้าง 2 รอบ' }).click()
  await expect(page.getByText('สร้างรอบสอบเรียบร้อยแล้ว 2 รอบ')).toBeVisible()
  await expect(page).toHaveURL(/\/exam-sessions$/)
  await page.goto(`/exam-sessions?start=${first}&end=${addDays(first, 2)}&perPage=100`)
  await expect(page.getByText('05:00–05:30 น.').first()).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test(
  'a candidate stays in a session whose time changes, and is moved to another when it is cancelled',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const { id, next } = await seatByCall(request)
    await signIn('manager.kkn')
    await page.goto(`/exam-sessions/${id}`)
    await expect(page.getByText('ผู้เข้าสอบ 1/5 คน')).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)

    await page.getByRole('link', { name: 'แก้ไข' }).click()
    await expect(page.getByText('มีผู้จองแล้ว 1 คน')).toBeVisible()
    await page.getByLabel('เวลาเริ่ม').fill('0545')
    await page.getByLabel('เวลาสิ้นสุด').fill('0615')
    await page.getByLabel('เหตุผลที่อนุโลม').fill(override)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await save(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('โทรแจ้งผู้เข้าสอบ 1 คน')).toBeVisible()
    await expect(dialog.getByText(/05:45/)).toBeVisible()
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: 'ปิด' }).last().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('05:45')

    await page.getByRole('button', { name: 'ยกเลิกรอบสอบ' }).click()
    await expect(dialog.getByText('เลือกรอบใหม่ให้แต่ละคน')).toBeVisible()
    await expectAccessible(dialog)
    await expectNoHorizontalScroll(page)
    await dialog.getByRole('button', { name: /รอบใหม่ของ/ }).click()
    await page.getByRole('option', { name: 'แจ้งภายหลัง' }).click()
    await dialog.getByLabel('เหตุผล').fill('สนามน้ำท่วม')
    await dialog.getByRole('button', { name: 'ยกเลิกรอบสอบ' }).click()
    await expect(dialog.getByText('โทรแจ้งผู้เข้าสอบ 1 คน')).toBeVisible()
    await dialog.getByRole('button', { name: 'ปิด' }).last().click()
    await expect(page.getByText('สนามน้ำท่วม')).toBeVisible()

    await page.goto('/exam-sessions')
    await expect(page.getByRole('region', { name: /^ต้องดำเนินการ \d+ รายการ$/ })).toContainText(
      'สนามน้ำท่วม',
    )
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.goto(`/exam-sessions/${next}`)
    await expect(page.getByText('ยังไม่มีผู้เข้าสอบ')).toBeVisible()
  },
)
