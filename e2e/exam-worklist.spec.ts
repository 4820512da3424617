/**
 * Tests the worklist of exam sessions: an examiner who went on leave is replaced, and a session on
 * a holiday is accepted.
 */
import { affectedSession } from '@khapdee/contract/entities/affected-session'
import { employee } from '@khapdee/contract/entities/employee'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { APIRequestContext } from '@playwright/test'
import { createApiClient, logIn } from './support/calls.ts'
import { newMark, nextNumber } from './support/numbers.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

test.use({ expectedErrors: /status of 4\d\d/ })

/** A session of a new examiner, who is then recorded to be on leave. */
async function sessionWithLeave(http: APIRequestContext) {
  const { userData } = await logIn(http, 'manager.kkn')
  const manager = await createApiClient(http, 'manager.kkn')
  const hr = await createApiClient(http, 'hr')
  const { branch_id } = userData
  const { data: choices } = await hr(employee.listforregister, {})
  const mark = newMark()
  const { data: person } = await hr(employee.create, {
    username: `away.${mark}`,
    password: '',
    role_id: choices.role[0]?.role_id ?? 0,
    branch_id,
    prefix: 'นาย',
    fname: `ลากิจ${mark}`,
    sname: 'ทดสอบ',
  })
  // After the days of other tests, which expect no further session there.
  const date = addDays(todayInBangkok(new Date()), 80 + (nextNumber('leave-days') % 40))
  const { data } = await manager(examSession.create, {
    branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date,
    start_time: '04:00',
    end_time: '04:30',
    capacity: 5,
    panel: [{ user_id: person.user_id, role: 'chair' }],
    override_reason: 'สอบก่อนเวลาทำการ',
  })
  await hr(employee.addLeave, {
    user_id: person.user_id,
    start: date,
    end: date,
    kind: 'sick',
    reason: '',
  })
  return { id: data.exam_session_ids[0] ?? 0, name: person.fname }
}

test('an examiner who is on leave later is replaced by the proposed one with one press', async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const { id, name } = await sessionWithLeave(request)
  await signIn('manager.kkn')
  await page.goto('/exam-sessions')
  const worklist = page.getByRole('region', { name: /^รอบสอบที่ต้องจัดใหม่ \d+ รอบ$/ })
  // The menu, which is closed on phones, shows the count on every screen.
  if (!isMobile) {
    await expect(page.getByRole('link', { name: /^รอบสอบ ต้องจัดใหม่ .+ รอบ$/ })).toBeVisible()
  }
  await expect(worklist.getByRole('button', { name: /^เปลี่ยนตามที่เลือก/ }).first()).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await page.goto(`/exam-sessions/${id}`)
  const card = page.getByRole('region', { name: 'รอบสอบนี้ต้องจัดใหม่' })
  await expect(card.getByText(new RegExp(`${name} ทดสอบ ลา `))).toBeVisible()
  await card.getByRole('button', { name: /^คงรอบสอบไว้/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'คงรอบสอบไว้' }).click()
  await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  await card.getByRole('button', { name: /^เปลี่ยนตามที่เลือก/ }).click()
  await expect(page.getByText('แก้ไขรอบสอบเรียบร้อยแล้ว')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(page.getByText(new RegExp(name))).toHaveCount(0)
  const call = await createApiClient(request, 'manager.kkn')
  expect((await call(affectedSession.gettable, { exam_session_id: id })).data).toEqual([])
})
