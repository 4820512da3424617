/** Tests the lists of exam bookings, and the dialogs that book, move and cancel. */
import { examSession } from '@khapdee/contract/entities/exam-session'
import {
  type Day,
  addDays,
  formatDay,
  formatDayShort,
  todayInBangkok,
} from '@khapdee/domain/thai-date'
import type { APIRequestContext } from '@playwright/test'
import {
  beginSessionByCall,
  bookToday,
  createApiClient,
  freeDaysByCall,
  logIn,
  openDesk,
  registerByCall,
} from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  withoutCardPrograms,
} from './support/test.ts'

// No card program answers.
test.use({ expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED/ })

/** Creates a theory session of Khon Kaen for any licence. */
async function createSession(
  http: APIRequestContext,
  date: Day,
  [start_time, end_time]: readonly [string, string],
) {
  const call = await createApiClient(http, 'manager.kkn')
  const { userData } = await logIn(http, 'manager.kkn')
  await call(examSession.create, {
    branch_id: userData.branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date,
    start_time,
    end_time,
    capacity: 40,
    panel: [],
  })
}

/** A right whose course is paid in full. @returns the code of its application */
async function registerPaid(http: APIRequestContext): Promise<string> {
  const call = await createApiClient(http, 'cashier.kkn')
  return (await registerByCall(call, (price) => price, { withExam: true })).application_code
}

test('a right is booked in a session, moved and cancelled, and the lists of exams show it', async ({
  page,
  signIn,
  request,
}) => {
  const code = await registerPaid(request)
  const today = todayInBangkok(new Date())
  const first = addDays(today, 2)
  const next = addDays(today, 20)
  await createSession(request, first, ['08:10', '09:10'])
  await createSession(request, first, ['16:40', '17:40'])
  await createSession(request, next, ['08:10', '09:10'])

  await signIn('registrar.kkn')
  await page.goto(`/exam-rights?category=theory&text=${code}`)
  await page.getByRole('button', { name: 'จองสอบ' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'จองสอบ' }).click()
  await expect(dialog.getByText('กรุณากรอกวันสอบ')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^วันสอบ/ }).fill(formatDay(first))
  await dialog.getByRole('button', { name: 'จองสอบ' }).click()
  await expect(dialog.getByText('กรุณาเลือกรอบสอบ')).toBeVisible()
  // Runs on other devices create the same sessions.
  await dialog
    .getByRole('radio', { name: new RegExp(`${formatDayShort(first)}.*08:10–09:10 น\\.`) })
    .first()
    .check()
  await dialog.getByRole('button', { name: 'จองสอบ' }).click()
  await expect(page.getByText(/จองสอบ .* เรียบร้อยแล้ว/)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('08:10–09:10 น.')).toBeVisible()

  await page.goto(`/exams?start=${first}&end=${first}&text=${code}`)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'เปลี่ยนวันสอบ' }).click()
  await expect(dialog.getByText(/08:10–09:10 น\./).first()).toBeVisible()
  await dialog.getByRole('textbox', { name: /^วันสอบ/ }).fill(formatDay(next))
  await dialog
    .getByRole('radio', { name: new RegExp(`${formatDayShort(next)}.*08:10–09:10 น\\.`) })
    .first()
    .check()
  await dialog.getByLabel('หมายเหตุ').fill('ติดงาน')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'เปลี่ยนวันสอบ' }).click()
  await expect(page.getByText(/เปลี่ยนวันสอบเป็น .* เรียบร้อยแล้ว/)).toBeVisible()
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toHaveCount(0)

  await page.goto(`/exams?start=${next}&end=${next}&text=${code}`)
  await page.getByRole('link', { name: 'ทดสอบ การเงิน' }).click()
  await expect(page.getByText(`จองสอบแล้ว ${formatDay(next)}`).first()).toBeVisible()
  const history = page.getByRole('region', { name: 'ประวัติสิทธิ์สอบ' })
  await expect(history).toContainText('ติดงาน')
  await expect(history).toContainText(formatDay(next))
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  const rights = page.getByRole('region', { name: 'สิทธิ์สอบ', exact: true })
  const booked = rights.getByRole('row').filter({ hasText: 'จองสอบแล้ว' })
  const card = (await booked.count()) > 0 ? booked : rights.getByRole('listitem').first()
  await card
    .getByRole('button', { name: /^จัดการ/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'ยกเลิกการจองสอบ' }).click()
  await dialog.getByRole('button', { name: 'ยกเลิกการจองสอบ' }).click()
  await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
  await dialog.getByLabel('เหตุผล').fill('ผู้สมัครขอยกเลิก')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'ยกเลิกการจองสอบ' }).click()
  await expect(page.getByText('ยกเลิกการจองสอบเรียบร้อยแล้ว')).toBeVisible()
  await expect(history).toContainText('ผู้สมัครขอยกเลิก')
})

test(
  'a practice exam before the theory exam needs a reason, or the day of a theory exam passed elsewhere',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const code = await registerPaid(request)
    const today = todayInBangkok(new Date())
    const day = await freeDaysByCall(await createApiClient(request, 'manager.kkn'))
    const dialog = page.getByRole('dialog')
    const open = async () => {
      await page.goto(`/exam-rights?category=practice&text=${code}`)
      await page.getByRole('button', { name: 'จองสอบ' }).click()
      await dialog.getByRole('textbox', { name: /^วันสอบ/ }).fill(formatDay(day))
    }
    await signIn('registrar.kkn')
    await open()
    await dialog.getByRole('button', { name: 'จองสอบ' }).click()
    await expect(dialog.getByText('ต้องสอบภาคทฤษฎีผ่านก่อนสอบภาคปฏิบัติ')).toBeVisible()
    await expect(dialog.getByLabel('เหตุผลที่อนุโลม')).toHaveCount(0)

    await signIn('manager.kkn')
    await open()
    await dialog.getByLabel('เหตุผลที่อนุโลม').fill('ผู้จัดการอนุญาต')
    await expectAccessible(dialog)
    await dialog.getByLabel('เหตุผลที่อนุโลม').fill('')
    await dialog
      .getByRole('textbox', { name: 'สอบทฤษฎีผ่านจากที่อื่นเมื่อ' })
      .fill(formatDay(addDays(today, -5)))
    await expect(dialog.getByLabel('เหตุผลที่อนุโลม')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'จองสอบ' }).click()
    await expect(page.getByText(/จองสอบ .* เรียบร้อยแล้ว/)).toBeVisible()
  },
)

test('the history of exams shows the past 30 days', desktopOnly, async ({ page, signIn }) => {
  await signIn('manager.kkn')
  await page.goto('/exam-history')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^ประวัติการสอบ/)
  await expect(page.getByText(/^ทั้งหมด/).first()).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test('the exams of a customer are found by name or card, and a right is booked there', async ({
  page,
  signIn,
  request,
}) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const fname = `ตรวจสอบ${newMark()}`
  const owing = await registerByCall(call, () => 500, { withExam: true, fname })
  await withoutCardPrograms(page)
  await signIn('registrar.kkn')
  await page.goto('/customer-test')
  const search = page.getByRole('textbox', { name: 'เลขประจำตัวประชาชน โทรศัพท์มือถือ หรือชื่อ–นามสกุล' })
  await expect(search).toBeFocused()
  await expectAccessibleInBothSkins(page)
  await search.fill('ไม่มีผู้สมัครชื่อนี้')
  await expect(page.getByText('ไม่พบผู้สมัครในสาขาของคุณ')).toBeVisible()
  await search.fill(fname)
  await expect(page.getByRole('region', { name: 'ต้องดำเนินการก่อนสอบ' })).toContainText(
    owing.application_code,
  )
  await expect(page.getByText(/กรุณาชำระยอดค้างก่อนดำเนินการ/).first()).toBeVisible()
  await expect(page).toHaveURL(/customer=\d+/)
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await search.fill('ทดสอบ การเงิน')
  await expect(
    page
      .getByRole('region', { name: 'เลือกผู้สมัคร' })
      .or(page.getByRole('region', { name: 'สิทธิ์สอบ', exact: true }))
      .first(),
  ).toBeVisible()
  await search.fill('')
  await page.getByRole('button', { name: 'อ่านบัตร' }).click()
  await expect(search).not.toHaveValue('')
})

test('the result of an exam is recorded, and corrected with a reason', async ({
  page,
  signIn,
  request,
}) => {
  const session = await beginSessionByCall(request, 'manager.kkn', 40)
  const { application_code: code } = await bookToday(await openDesk(request, 'kkn'), session)

  await signIn('manager.kkn')
  await page.goto(`/exams?text=${code}`)
  await page
    .getByRole('button', { name: /^จัดการ/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'บันทึกผลสอบ' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog.getByText('กรุณาเลือกผลสอบ')).toBeVisible()
  await dialog.getByRole('radiogroup', { name: 'ผลสอบ' }).getByText('ผ่าน', { exact: true }).click()
  await dialog.getByLabel('คะแนน', { exact: true }).fill('44')
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog.getByText(/คะแนนไม่ตรงกับผลสอบ/)).toBeVisible()
  await expectAccessible(dialog)
  await dialog.getByLabel('คะแนน', { exact: true }).fill('47')
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('บันทึกผลสอบเรียบร้อยแล้ว')).toBeVisible()
  await expect(page.getByText('ผ่าน', { exact: true }).filter({ visible: true })).toBeVisible()

  await page
    .getByRole('button', { name: /^จัดการ/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'แก้ไขผลสอบ' }).click()
  await dialog.getByText('ขาดสอบ', { exact: true }).click()
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog.getByText('กรุณากรอกเหตุผลที่แก้ไขผลสอบ')).toBeVisible()
  await dialog.getByLabel('เหตุผล').fill('กรอกผิดคน')
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('ขาดสอบ', { exact: true }).filter({ visible: true })).toBeVisible()
})
