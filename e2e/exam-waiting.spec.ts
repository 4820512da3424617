/** Tests the waiting list of a full exam session: joining from the booking dialog, the offered seat, and its acceptance. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { APIRequestContext } from '@playwright/test'
import { createApiClient, registerByCall } from './support/calls.ts'
import { newPeriod } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

/** A session with one seat, which is booked, and a paid right of another customer. */
async function fullSession(http: APIRequestContext) {
  const manager = await createApiClient(http, 'manager.kkn')
  const cashier = await createApiClient(http, 'cashier.kkn')
  const branch_id = Number((await cashier(examSession.gettable, {})).filter['branch']?.[1]?.value)
  // After the session of the demo that offers a seat, and not on the twentieth day, to which other tests move bookings.
  const date = addDays(todayInBangkok(new Date()), 18)
  const { start_time, end_time } = newPeriod(5)
  const { data } = await manager(examSession.create, {
    branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date,
    start_time,
    end_time,
    capacity: 1,
    override_reason: 'สอบก่อนเวลาทำการ',
  })
  const id = data.exam_session_ids[0] ?? 0
  const rightOf = async () => {
    const { application_id, application_code } = await registerByCall(cashier, (price) => price, {
      withExam: true,
    })
    const { data: rights } = await cashier(examRight.gettable, { application_id })
    return {
      application_code,
      right_id: rights.find(({ kind }) => kind === 'theory')?.right_id ?? 0,
    }
  }
  const seated = await rightOf()
  const { data: booked } = await cashier(examBooking.book, {
    right_id: seated.right_id,
    exam_date: date,
    exam_session_id: id,
  })
  const free = () => cashier(examBooking.cancel, { exam_id: booked.exam_id, note: 'ติดธุระ' })
  return {
    id,
    period: `${start_time}–${end_time} น.`,
    free,
    code: (await rightOf()).application_code,
  }
}

test(
  'a customer waits for a full session, is offered the freed seat and accepts it',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const { id, period, free, code } = await fullSession(request)
    await signIn('registrar.kkn')
    await page.goto(`/exam-rights?category=theory&text=${code}`)
    await page.getByRole('button', { name: 'จองสอบ' }).click()
    const dialog = page.getByRole('dialog')
    const slot = dialog.locator('div', { hasText: period }).last()
    await slot.scrollIntoViewIfNeeded()
    await expectAccessible(dialog)
    await slot.getByRole('button', { name: 'เต็ม · ลงรายชื่อสำรอง' }).click()
    await expect(page.getByText('ลงรายชื่อสำรองเรียบร้อยแล้ว')).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await page.goto(`/exam-sessions/${id}`)
    const list = page.getByRole('region', { name: 'รายชื่อสำรอง 1 คน' })
    await expect(list.getByText('รอที่นั่ง ลำดับ 1')).toBeVisible()
    await free()
    // The open screen shows the offer without a reload.
    await expect(list.getByText('เสนอที่นั่งแล้ว')).toBeVisible()
    await expect(list.getByText('ถือที่นั่งถึง')).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)

    await page.goto('/exam-sessions')
    const offers = page.getByRole('region', { name: /^เสนอที่นั่ง รอตอบรับ/ })
    await expect(offers.getByRole('link', { name: '081-234-5678' }).first()).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await page.goto(`/exam-sessions/${id}`)
    await page.getByRole('button', { name: /^รับที่นั่ง/ }).click()
    await expect(page.getByText(/รับที่นั่งแล้ว สอบ/)).toBeVisible()
    await expect(page.getByText('ผู้เข้าสอบ 1/1 คน')).toBeVisible()
    await expect(list).toHaveCount(0)
  },
)
