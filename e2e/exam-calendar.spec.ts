/** Tests the calendar: its views, an own event, and a session that is moved and moved back. */
import { calendarEvent } from '@khapdee/contract/entities/calendar'
import { examSession } from '@khapdee/contract/entities/exam-session'
import {
  addDays,
  formatDayLong,
  formatDayRange,
  todayInBangkok,
  weekdayOf,
} from '@khapdee/domain/thai-date'
import { createApiClient, freeDaysByCall } from './support/calls.ts'
import { newMark, nextNumber } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  waitUntilIdle,
} from './support/test.ts'

test('the views show sessions and own events, which are entered and deleted', async ({
  page,
  signIn,
}) => {
  await signIn('manager.kkn')
  await page.goto('/exam-calendar')
  await expect(page.getByRole('heading', { name: 'ปฏิทินสอบ' })).toBeVisible()
  for (const view of ['เดือน', 'สัปดาห์', 'วัน', 'รายการ']) {
    await page.getByRole('radiogroup').getByText(view, { exact: true }).click()
    await expect(page.getByRole('radio', { name: view, exact: true })).toBeChecked()
    await waitUntilIdle(page)
    await expectAccessible(page)
  }
  await expect(page.getByText(/ภาคทฤษฎี|ภาคปฏิบัติ/).first()).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessibleInBothSkins(page)

  const title = `ประชุม ${newMark()}`
  await page.getByRole('button', { name: 'เพิ่มกำหนดการ' }).click()
  const dialog = page.getByRole('dialog', { name: 'เพิ่มกำหนดการ' })
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog.getByText('กรุณากรอกเรื่อง')).toBeVisible()
  await dialog.getByLabel('เรื่อง').fill(title)
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  const entry = page.getByRole('button', { name: title })
  await entry.click()
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'ลบ' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'ลบ' }).click()
  await expect(entry).toHaveCount(0)

  await page.getByRole('button', { name: 'ลิงก์ปฏิทิน' }).click()
  const feed = page.getByRole('dialog', { name: 'ลิงก์ปฏิทิน' })
  await feed.getByRole('button', { name: /^สร้างลิงก์/ }).click()
  const link = await feed.getByLabel('ลิงก์ปฏิทิน').last().innerText()
  const answer = await page.request.get(link)
  expect(await answer.text()).toContain('BEGIN:VCALENDAR')
  await feed.getByRole('button', { name: 'ยกเลิกลิงก์' }).click()
  await expect(feed.getByRole('button', { name: 'สร้างลิงก์' })).toBeVisible()
  expect((await page.request.get(link)).status()).toBe(404)
})

test(
  'a session is moved by the keyboard and by dragging, and moved back',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'manager.kkn')
    const sessions = await call(examSession.gettable, {})
    // Distinguishes the session from those of other runs on the same day.
    const capacity = 100 + (nextNumber('capacities') % 400)
    // A session cannot be moved on a holiday without a reason.
    const date = await freeDaysByCall(call)
    const { data } = await call(examSession.create, {
      branch_id: Number(sessions.filter['branch']?.[1]?.value),
      kind: 'theory',
      licence_types: ['car'],
      date,
      start_time: '10:00',
      end_time: '11:00',
      capacity,
      override_reason: 'สอบนอกตาราง',
    })
    const exam_session_id = data.exam_session_ids[0] ?? 0
    const timeOf = async () => {
      const stored = await call(examSession.get, { exam_session_id })
      return `${stored.data.date} ${stored.data.start_time}`
    }
    await signIn('manager.kkn')
    await page.goto(`/exam-calendar?view=day&date=${date}`)
    const entry = page.getByRole('button', { name: `10:00 ภาคทฤษฎี รถยนต์ 0/${capacity}` })
    await entry.focus()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: /^ย้าย/ })
    await dialog.getByLabel('เวลาเริ่ม').fill('09:30')
    await dialog.getByLabel('เวลาสิ้นสุด').fill('10:30')
    await dialog.getByRole('button', { name: 'ย้าย' }).click()
    await expect(page.getByText(/^สำเร็จ ย้าย/)).toBeVisible()
    expect(await timeOf()).toBe(`${date} 09:30`)
    await page.getByRole('button', { name: 'เลิกทำ' }).click()
    await expect(page.getByText('เลิกทำแล้ว')).toBeVisible()
    expect(await timeOf()).toBe(`${date} 10:00`)

    await entry.scrollIntoViewIfNeeded()
    const box = await entry.boundingBox()
    if (box === null) throw new Error('the session is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + box.height / 2, { steps: 5 })
    await page.mouse.move(x, y + box.height, { steps: 5 })
    await page.mouse.up()
    await expect(page.getByText(`ย้ายภาคทฤษฎี รถยนต์ไปวันที่`)).toBeVisible()
    expect(await timeOf()).toBe(`${date} 11:00`)
    await page.getByRole('button', { name: 'เลิกทำ' }).click()
    await expect(page.getByText('เลิกทำแล้ว')).toBeVisible()
    expect(await timeOf()).toBe(`${date} 10:00`)
  },
)

test(
  'in the month an own event is moved and stretched by dragging, and moved back',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'manager.kkn')
    const title = `อบรม ${newMark()}`
    // A week that has no sessions of the demo or of other tests.
    const fresh = addDays(todayInBangkok(new Date()), 60)
    // A Tuesday, so that three days are in one week.
    const date = addDays(fresh, 2 - weekdayOf(fresh))
    await call(calendarEvent.create, {
      title,
      category: 'Family',
      is_all_day: true,
      start: date,
      end: date,
    })
    await signIn('manager.kkn')
    await page.goto(`/exam-calendar?view=month&date=${date}`)
    const entry = page.getByRole('button', { name: title })
    const dayOf = (n: number) =>
      page.getByRole('gridcell', { name: new RegExp(`^${formatDayLong(addDays(date, n))}`) })
    await expect(dayOf(0).getByRole('button', { name: title })).toBeVisible()

    await entry.dragTo(dayOf(1))
    await expect(page.getByText(`สำเร็จ ย้าย${title}`)).toBeVisible()
    await expect(dayOf(1).getByRole('button', { name: title })).toBeVisible()
    await page.getByRole('button', { name: 'เลิกทำ' }).click()
    await expect(page.getByText('เลิกทำแล้ว')).toBeVisible()
    await expect(dayOf(0).getByRole('button', { name: title })).toBeVisible()

    // In some pages Chromium does not start a second simulated drag.
    await page.reload()
    await expect(dayOf(0).getByRole('button', { name: title })).toBeVisible()
    await waitUntilIdle(page)
    const { width, height } = (await entry.boundingBox()) ?? { width: 0, height: 0 }
    await entry.dragTo(dayOf(2), { sourcePosition: { x: width - 4, y: height / 2 } })
    await expect(page.getByText(`สำเร็จ ย้าย${title}`)).toBeVisible()
    await expect
      .poll(async () => (await entry.boundingBox())?.width ?? 0)
      .toBeGreaterThan(width * 2.5)
    await expect(dayOf(0).getByRole('button', { name: title })).toBeVisible()

    await entry.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByText(formatDayRange(date, addDays(date, 2)))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(entry).toBeFocused()
    await expectAccessibleInBothSkins(page)
  },
)

test('the staff of human resources see leave and sessions, but no candidates and no way to add sessions', async ({
  page,
  signIn,
}) => {
  await signIn('hr')
  await page.goto('/exam-calendar?view=list')
  await expect(page.getByRole('heading', { name: 'ปฏิทินสอบ' })).toBeVisible()
  await waitUntilIdle(page)
  await expect(page.getByText(/^หยุด/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'เพิ่มรอบสอบ' })).toHaveCount(0)
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})
