/** Tests the documents of exams: appointment slip, roster, result sheet, certificate and its public page. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { addDays } from '@khapdee/domain/thai-date'
import type { Page } from '@playwright/test'
import { beginSessionByCall, bookToday, openDesk } from './support/calls.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

/**
 * Presses a button or link that opens a PDF in a new tab, and waits for the server's answer with
 * the link.
 */
async function expectPdf(page: Page, path: string, press: () => Promise<unknown>) {
  const tab = page.waitForEvent('popup')
  const answered = page.waitForResponse((response) => response.url().endsWith(`/api/v1/${path}`))
  await press()
  expect((await answered).status()).toBe(200)
  await tab
}

test.use({ expectedErrors: /status of 404/ })

test('slip, roster and results are printed, and a certificate is issued, confirmed in public and cancelled', async ({
  page,
  signIn,
  request,
}) => {
  test.slow()
  const session = await beginSessionByCall(request, 'manager.kkn', 5)
  const { exam_session_id, exam_date } = session
  const desk = await openDesk(request, 'kkn')
  const { manager } = desk
  const { application_id, application_code, exam_id, rightOf } = await bookToday(desk, session)
  const dialog = page.getByRole('dialog')
  const confirmation = page.getByRole('alertdialog')
  await signIn('manager.kkn')

  await page.goto(`/exams?text=${application_code}`)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await page.getByRole('button', { name: 'จัดการ' }).first().click()
  await expectPdf(page, 'exam/slip', () =>
    page.getByRole('menuitem', { name: 'พิมพ์ใบนัดสอบ' }).click(),
  )

  await page.goto(`/exam-sessions/${exam_session_id}`)
  const print = page.getByRole('button', { name: 'พิมพ์' })
  for (const [name, path] of [
    ['พิมพ์ใบรายชื่อผู้เข้าสอบ', 'exam-session/roster'],
    ['พิมพ์ใบสรุปผลสอบ', 'exam-session/results'],
  ] as const) {
    await print.click()
    await expectPdf(page, path, () => page.getByRole('menuitem', { name }).click())
  }
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await manager(examBooking.result, { exam_id, result: 'pass', score: 48, note: '' })
  await manager(examRight.disable, { right_id: rightOf('practice'), note: 'ไม่สอบภาคปฏิบัติ' })
  await page.goto(`/exam-rights/${application_id}`)
  await page.getByRole('button', { name: 'ออกหนังสือรับรอง' }).click()
  await expect(confirmation).toContainText('ผู้สมัคร')
  await expectAccessible(confirmation)
  await expectPdf(page, 'certificate/issue', () =>
    confirmation.getByRole('button', { name: 'ออกหนังสือรับรอง' }).click(),
  )
  await expect(confirmation).toHaveCount(0)
  await expect(page.getByText(/ออกหนังสือรับรองเลขที่ CT-KKN-\d{4}-\d{4} เรียบร้อยแล้ว/)).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await page.goto(
    `/exam-history?status=certified&start=${addDays(exam_date, -1)}&end=${exam_date}&text=${application_code}`,
  )
  await expect(page.getByText(/^CT-KKN-/)).toBeVisible()

  await page.goto(`/exam-rights/${application_id}`)
  await page.getByRole('button', { name: 'จัดการ' }).first().click()
  await page.getByRole('menuitem', { name: 'ยกเลิกหนังสือรับรอง' }).click()
  await dialog.getByRole('button', { name: 'ยกเลิกหนังสือรับรอง' }).click()
  await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
  await dialog.getByLabel('เหตุผล').fill('ชื่อผิด')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'ยกเลิกหนังสือรับรอง' }).click()
  await expect(page.getByText(/ยกเลิกหนังสือรับรองเลขที่ .* เรียบร้อยแล้ว/)).toBeVisible()

  await page.goto('/verify/unknown')
  await expect(page.getByText('ไม่พบหนังสือรับรองฉบับนี้')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
