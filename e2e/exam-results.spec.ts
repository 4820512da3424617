/** Tests recording the results of a session, by keyboard and on the examiner's phone, and closing it. */
import { examSession } from '@khapdee/contract/entities/exam-session'
import type { APIRequestContext } from '@playwright/test'
import { beginSessionByCall, bookToday, createApiClient, logIn, openDesk } from './support/calls.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

test.use({ expectedErrors: /status of 4\d\d/ })

/** A theory session that began a moment ago, with candidates and the examiner of the branch on its panel. */
async function heldSession(http: APIRequestContext, count: number): Promise<number> {
  const session = await beginSessionByCall(http, 'manager.kkn', count)
  const desk = await openDesk(http, 'kkn')
  for (let n = 1; n <= count; n++) {
    await bookToday(desk, session, `ผลสอบ${String(n).padStart(2, '0')}`)
  }
  return session.exam_session_id
}

test(
  'thirty results are entered by keyboard within a minute, undone, and saved at once',
  desktopOnly,
  async ({ page, signIn, request }) => {
    test.slow()
    const id = await heldSession(request, 30)
    await signIn('manager.kkn')
    await page.goto(`/exam-sessions/${id}/results`)
    const scores = page.getByRole('textbox', { name: /^คะแนน/ })
    await expect(scores).toHaveCount(30)
    await expectAccessibleInBothSkins(page)

    const begin = Date.now()
    await scores.first().focus()
    for (let n = 0; n < 30; n++) {
      if (n % 10 === 9) await page.keyboard.press('a')
      else await page.keyboard.type(n % 3 === 0 ? '38' : '47')
      await page.keyboard.press('ArrowDown')
    }
    const saveButton = page.getByRole('button', { name: 'บันทึก 30 คน' })
    await expect(saveButton).toBeVisible()
    // The last result is undone, and chosen again.
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('button', { name: 'บันทึก 29 คน' })).toBeVisible()
    await page.keyboard.press('KeyA')
    await scores.first().fill('51')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('คะแนนเต็ม 50 คะแนน')).toBeVisible()
    await scores.first().fill('40')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('บันทึกผลสอบ 30 คนเรียบร้อยแล้ว')).toBeVisible()
    expect(Date.now() - begin).toBeLessThan(60_000)
    await expect(page.getByText('รอผลสอบ 0 คน')).toBeVisible()

    // A correction asks for a reason, and leaving the screen for confirmation.
    await scores.first().fill('46')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('กรุณากรอกเหตุผลที่แก้ไขผลสอบ')).toBeVisible()
    await page.getByRole('button', { name: 'ย้อนกลับ' }).filter({ visible: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('ยังไม่ได้บันทึก')
    await question.getByRole('button', { name: 'ยกเลิก' }).click()
    await page.getByRole('textbox', { name: /^เหตุผลที่แก้ไขผลสอบ/ }).fill('กรอกผิดคน')
    await expectAccessible(page.locator('main'))
    await page.keyboard.press('Control+s')
    await expect(page.getByText('บันทึกผลสอบ 1 คนเรียบร้อยแล้ว')).toBeVisible()
    await expectNoHorizontalScroll(page)
  },
)

test('an examiner records the results of a session of today on a phone, and a candidate answers the questionnaire', async ({
  isMobile,
  page,
  signIn,
  request,
}) => {
  test.skip(
    !isMobile,
    'The session occupies the instructor, and the screens of the desktop are tested above.',
  )
  test.slow()
  const id = await heldSession(request, 2)
  const manager = await createApiClient(request, 'manager.kkn')
  const { data: session } = await manager(examSession.get, { exam_session_id: id })
  const { userData } = await logIn(request, 'instructor.kkn')
  await manager(examSession.update, {
    exam_session_id: id,
    version: session.version,
    kind: session.kind,
    licence_types: session.licence_types,
    date: session.date,
    start_time: session.start_time,
    end_time: session.end_time,
    capacity: session.capacity,
    panel: [{ user_id: userData.user_id, role: 'examiner' }],
    override_reason: 'ทดสอบ',
  })
  await signIn('instructor.kkn')
  await page.goto('/my-exams')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('รอบสอบของฉัน')
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await page.locator(`a[href="/exam-sessions/${id}/results"]`).click()
  const first = page.getByRole('radiogroup', { name: /^ผลสอบ/ }).first()
  await first.getByText('ไม่ผ่าน').click()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await page
    .getByRole('button', { name: /^ใบให้คะแนน 0/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radiogroup').first().getByText('ผ่าน', { exact: true }).click()
  await expectAccessible(sheet)
  await sheet.getByRole('button', { name: 'ตกลง' }).click()
  await expect(page.getByRole('button', { name: /^ใบให้คะแนน 1/ })).toBeVisible()
  await page.getByRole('button', { name: 'บันทึก 1 คน' }).click()
  await expect(page.getByText('บันทึกผลสอบ 1 คนเรียบร้อยแล้ว')).toBeVisible()

  // The candidate answers on the tablet with the code that the examiner sees.
  const shown = await page.getByText(/^รหัสแบบประเมินความพึงพอใจ/).textContent()
  const code = shown?.replaceAll(/\D/g, '') ?? ''
  const tablet = await page.context().newPage()
  await tablet.goto('/satisfaction')
  await expect(tablet.getByRole('navigation')).toHaveCount(0)
  const field = tablet.getByRole('textbox', { name: /^รหัส/ })
  await field.fill('12')
  await tablet.getByRole('button', { name: 'เริ่มประเมิน' }).click()
  await expect(tablet.getByText('กรุณากรอกรหัส 8 หลัก')).toBeVisible()
  await expectAccessibleInBothSkins(tablet)
  await field.fill(code)
  await tablet.getByRole('button', { name: 'เริ่มประเมิน' }).click()
  await expect(tablet.getByText('สวัสดีคุณผลสอบ')).toBeVisible()
  await tablet.getByRole('button', { name: 'ส่งแบบประเมิน' }).click()
  await expect(tablet.getByText(/กรุณาตอบอีก/)).toBeVisible()
  for (const question of await tablet.getByRole('radiogroup').all()) {
    await question.getByText('ดีมาก').click()
  }
  await expectAccessibleInBothSkins(tablet)
  await expectNoHorizontalScroll(tablet)
  await tablet.getByRole('button', { name: 'ส่งแบบประเมิน' }).click()
  await expect(tablet.getByText('ขอบคุณสำหรับความคิดเห็น')).toBeVisible()
  await tablet.close()
  await expect(page.getByText('บันทึกผลสอบแล้ว', { exact: true })).toBeVisible()
})
