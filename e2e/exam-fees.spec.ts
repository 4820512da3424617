/** Tests the fees of exam rights that are sold together with a retake and an extension. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays, formatDay, timeInBangkok, todayInBangkok } from '@khapdee/domain/thai-date'
import type { APIRequestContext } from '@playwright/test'
import { createApiClient, logIn, registerByCall } from './support/calls.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

const today = todayInBangkok(new Date())
const midnight = Date.parse(`${today}T00:00:00+07:00`)

/** Creates a theory session of Khon Kaen for any licence. @returns its id */
async function createSession(
  http: APIRequestContext,
  date: typeof today,
  [start_time, end_time]: readonly [string, string],
): Promise<number> {
  const call = await createApiClient(http, 'manager.kkn')
  const { userData } = await logIn(http, 'manager.kkn')
  const { data } = await call(examSession.create, {
    branch_id: userData.branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date,
    start_time,
    end_time,
    capacity: 40,
    panel: [],
    override_reason: 'ทดสอบ',
  })
  return data.exam_session_ids[0] ?? 0
}

/** A theory right whose exam of today was failed, and a session of another day with free seats. */
async function failedRight(http: APIRequestContext) {
  const cashier = await createApiClient(http, 'cashier.kkn')
  const manager = await createApiClient(http, 'manager.kkn')
  const { application_id, application_code } = await registerByCall(cashier, (price) => price, {
    withExam: true,
  })
  const { data: rights } = await manager(examRight.gettable, { application_id })
  const theory = rights.find(({ kind }) => kind === 'theory')
  if (theory === undefined) throw new Error('the course grants no theory right')
  const { right_id, permission_date } = theory
  // The session began only a few minutes ago; later it accepts no bookings.
  const start_time = timeInBangkok(new Date(Math.max(Date.now() - 300_000, midnight)))
  const exam_session_id = await createSession(http, today, [start_time, '23:59'])
  const booked = await cashier(examBooking.book, { right_id, exam_date: today, exam_session_id })
  await manager(examBooking.result, {
    exam_id: booked.data.exam_id,
    result: 'fail',
    score: 30,
  })
  await createSession(http, addDays(today, 10), ['09:00', '10:00'])
  return { code: application_code, permission_date }
}

test(
  'a failed exam is retaken with its fee in one click, and the right is extended with a fee',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const { code, permission_date } = await failedRight(request)
    await signIn('cashier.kkn')
    await page.goto(`/exams?text=${code}`)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
    await page.getByRole('button', { name: 'สอบแก้ตัว' }).click()
    const dialog = page.getByRole('dialog')
    // The next free seat and the fee are filled in.
    const fee = dialog.getByRole('group', { name: 'ค่าธรรมเนียม' })
    await expect(fee).toContainText('ค่าสอบแก้ตัว ภาคทฤษฎี')
    await expect(dialog.getByRole('radio', { checked: true }).first()).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: /^วันสอบ/ })).not.toHaveValue('')
    await expectAccessible(dialog)
    const receipt = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'สอบแก้ตัว' }).click()
    await (await receipt).close()
    await expect(page.getByText(/จองสอบ .* เลขที่ใบสมัคร/)).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await page.goto(`/exam-rights?category=theory&text=${code}`)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
    await expect(page.getByText(formatDay(permission_date)).first()).toBeVisible()
    await page
      .getByRole('button', { name: /^จัดการ/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'ต่ออายุสิทธิ์สอบ' }).click()
    await expect(fee).toContainText('ค่าต่ออายุสิทธิ์สอบ')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: 'ต่ออายุสิทธิ์สอบ' }).click()
    await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
    await dialog.getByLabel('เหตุผล').fill('ลาป่วย')
    const second = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'ต่ออายุสิทธิ์สอบ' }).click()
    await (await second).close()
    const extended = formatDay(addDays(permission_date, 90))
    await expect(page.getByText(`ต่ออายุสิทธิ์สอบถึง ${extended} เรียบร้อยแล้ว`)).toBeVisible()

    await page.getByRole('link', { name: 'ทดสอบ การเงิน' }).click()
    const history = page.getByRole('region', { name: 'ประวัติสิทธิ์สอบ' })
    await expect(history).toContainText('ลาป่วย')
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
  },
)
