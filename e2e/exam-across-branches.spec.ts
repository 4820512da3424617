/** Tests exam rights that are booked in a session of another branch, which the school must allow. */
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { createApiClient, logIn, registerByCall } from './support/calls.ts'
import { newPeriod } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

const settingName = 'จองสอบข้ามสาขาได้'

test(
  'a right is booked in a session of another branch once the school allows it, and both see it',
  desktopOnly,
  async ({ page, signIn, request }) => {
    test.slow()
    const host = await createApiClient(request, 'manager.bpi')
    const { branch_id } = (await logIn(request, 'manager.bpi')).userData
    // Tests on other devices create sessions in the same list.
    const { start_time, end_time } = newPeriod(4)
    const { data } = await host(examSession.create, {
      branch_id,
      kind: 'theory',
      licence_types: ['any'],
      date: addDays(todayInBangkok(new Date()), 5),
      start_time,
      end_time,
      capacity: 5,
      override_reason: 'สอบก่อนเวลาทำการ',
    })
    const id = data.exam_session_ids[0] ?? 0
    const cashier = await createApiClient(request, 'cashier.kkn')
    const { application_id, application_code } = await registerByCall(cashier, (price) => price, {
      withExam: true,
    })
    const openDialog = async () => {
      await page.goto(`/exam-rights?category=theory&text=${application_code}`)
      await page.getByRole('button', { name: 'จองสอบ' }).click()
    }
    const dialog = page.getByRole('dialog')
    const slot = dialog.locator('label', { hasText: `${start_time}–${end_time} น.` })

    await signIn('admin')
    await page.goto('/school')
    const setting = page.getByRole('switch', { name: settingName })
    // Another worker may change the school at the same time.
    await expect(async () => {
      await page.goto('/school')
      await expect(setting).toBeVisible()
      if (await setting.isChecked()) return
      await setting.press('Space')
      await page.getByRole('button', { name: 'บันทึก' }).click()
      await expect(page.getByText(/บันทึก.*แล้ว|แก้ไข.*แล้ว/).first()).toBeVisible()
    }).toPass()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await signIn('registrar.kkn')
    await openDialog()
    await slot.scrollIntoViewIfNeeded()
    await expect(slot).toContainText('บ้านไผ่')
    await expectAccessibleInBothSkins(page)
    await slot.click()
    await dialog.getByRole('button', { name: 'จองสอบ' }).click()
    await expect(page.getByText(/จองสอบ .*เรียบร้อยแล้ว/)).toBeVisible()
    const { data: rights } = await cashier(examRight.gettable, { application_id })
    expect(rights.some(({ booking }) => booking?.exam_session_id === id)).toBe(true)

    for (const username of ['registrar.kkn', 'registrar.bpi']) {
      await signIn(username)
      await page.goto(`/exam-sessions/${id}`)
      const candidate = page.locator('span', { hasText: application_code })
      await expect(candidate.filter({ hasText: 'เมืองขอนแก่น' }).first()).toBeVisible()
      await expectNoHorizontalScroll(page)
    }
  },
)
