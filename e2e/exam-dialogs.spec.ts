/** Tests that every dialog of the exam screens of the demo opens by the keyboard, is accessible, fits, and returns the focus. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import type { Page } from '@playwright/test'
import { beginSessionByCall, bookToday, freeDaysByCall, openDesk } from './support/calls.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  structure,
  test,
  waitUntilIdle,
} from './support/test.ts'

type Open = (page: Page) => Promise<void>

const press =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('main').getByRole('button', { name }).first().press('Enter')

/** Opens the menus of the rows until one has the action. */
const pick =
  (name: string | RegExp): Open =>
  async (page) => {
    const menus = page.getByRole('main').getByRole('button', { name: /^จัดการ/ })
    await expect(menus.first()).toBeVisible()
    const menu = page.getByRole('menu')
    for (let n = 0; n < (await menus.count()); n++) {
      await menus.nth(n).press('Enter')
      await expect(menu).toBeVisible()
      const item = menu.getByRole('menuitem', { name })
      if ((await item.count()) > 0) return item.press('Enter')
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
    }
    throw new Error(`no row has ${String(name)}`)
  }

/** Each dialog with the user, the screen, and how it is opened there. */
const dialogs: readonly [title: string | RegExp, username: string, path: string, open: Open][] = [
  ['จองสอบ', 'registrar.kkn', '/exam-rights?status=active&perPage=50', press('จองสอบ')],
  [
    'เปลี่ยนวันสอบ',
    'registrar.kkn',
    '/exams?start=all&end=all&status=waiting&perPage=50',
    press('เปลี่ยนวันสอบ'),
  ],
  [
    'ยกเลิกการจองสอบ',
    'registrar.kkn',
    '/exams?start=all&end=all&status=waiting&perPage=50',
    pick('ยกเลิกการจองสอบ'),
  ],
  [
    'สอบแก้ตัว',
    'registrar.kkn',
    '/exam-history?status=fail&start=all&end=all&perPage=50',
    press('สอบแก้ตัว'),
  ],
  ['บันทึกผลสอบ', 'manager.kkn', '/exams', pick('บันทึกผลสอบ')],
  ['แก้ไขผลสอบ', 'manager.kkn', '/exam-history', pick('แก้ไขผลสอบ')],
  ['ออกหนังสือรับรอง', 'manager.kkn', '/exam-rights?status=used&perPage=50', press('ออกหนังสือรับรอง')],
  ['ต่ออายุสิทธิ์สอบ', 'cashier.kkn', '/exam-rights?status=expired', press('ต่ออายุสิทธิ์สอบ')],
  ['ต่ออายุสิทธิ์สอบ', 'manager.kkn', '/exam-rights?status=expired', press('ต่ออายุสิทธิ์สอบ')],
  ['ระงับสิทธิ์สอบ', 'manager.kkn', '/exam-rights?status=active', pick('ระงับสิทธิ์สอบ')],
  ['คืนสิทธิ์สอบ', 'manager.kkn', '/exam-rights?status=disabled&perPage=50', press('คืนสิทธิ์สอบ')],
  ['ให้สิทธิ์สอบ', 'admin', '/customer-test?customer=1', press('ให้สิทธิ์สอบ')],
  [/คงรอบสอบไว้/, 'admin', '/exam-sessions', press(/^คงรอบสอบไว้/)],
  ['จอแสดงคิว', 'manager.udn', '/exam-day', press('จอแสดงคิว')],
  ['เพิ่มกำหนดการ', 'hr', '/exam-calendar', press('เพิ่มกำหนดการ')],
  ['ลิงก์ปฏิทิน', 'hr', '/exam-calendar', press('ลิงก์ปฏิทิน')],
]

const usernames = [...new Set(dialogs.map(([, username]) => username))]

for (const username of usernames) {
  test(`the exam dialogs of ${username} are accessible and fit the screen`, async ({
    page,
    signIn,
    isMobile,
  }) => {
    test.setTimeout(90_000)
    await signIn(username)
    for (const [title, who, path, open] of dialogs) {
      if (who !== username) continue
      await test.step(`${String(title)} on ${path}`, async () => {
        // Each screen is loaded anew: several dialogs belong to the same screen with other filters.
        await page.goto(path)
        await expect(page).toHaveTitle(/ · ขับดี$/)
        await waitUntilIdle(page)
        await open(page)
        const dialog = page
          .getByRole('dialog', { name: title })
          .or(page.getByRole('alertdialog', { name: title }))
        await expect(dialog).toBeVisible()
        await waitUntilIdle(page)
        await expectAccessible(dialog, isMobile ? structure : undefined)
        await expectNoHorizontalScroll(page)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect
          .poll(() => page.evaluate(() => document.activeElement === document.body))
          .toBe(false)
      })
    }
  })
}

test('the dialogs of a coming session are accessible and fit the screen', async ({
  page,
  signIn,
}) => {
  await signIn('manager.kkn')
  await page.goto('/exam-sessions')
  // The demo has a session with candidates, a waiting list and an offered seat.
  await page
    .getByRole('region', { name: /^เสนอที่นั่ง รอตอบรับ/ })
    .getByRole('link', { name: /^สอบภาคทฤษฎี/ })
    .first()
    .press('Enter')
  const list = page.getByRole('region', { name: /^รายชื่อสำรอง/ })
  await expect(list.getByRole('button', { name: /^รับที่นั่ง/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await list
    .getByRole('button', { name: /^จัดการ/ })
    .first()
    .press('Enter')
  await page.getByRole('menuitem').first().press('Enter')
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toBeVisible()
  await expectAccessible(confirmation)
  await page.keyboard.press('Escape')
  await expect(confirmation).toHaveCount(0)

  await page.getByRole('button', { name: 'ยกเลิกรอบสอบ' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'ยกเลิกรอบสอบ' })
  await expect(dialog.getByText(/^ผู้เข้าสอบ \d+ คน เลือกรอบใหม่/)).toBeVisible()
  await expectAccessible(dialog)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: 'ปิด', exact: true }).last().press('Enter')
  await expect(dialog).toHaveCount(0)
})

test('the dialog that takes a right off the worklist is accessible and fits the screen', async ({
  page,
  signIn,
  request,
}) => {
  test.slow()
  const session = await beginSessionByCall(request, 'manager.udn', 5)
  const desk = await openDesk(request, 'udn')
  const { exam_id, rightOf } = await bookToday(desk, session)
  // The practice exam depends on the theory exam, which then fails.
  const exam_date = await freeDaysByCall(desk.manager)
  const practice = { right_id: rightOf('practice'), exam_date }
  await desk.manager(examBooking.book, practice)
  await desk.manager(examBooking.result, { exam_id, result: 'fail', score: 10 })
  await signIn('manager.udn')
  await page.goto('/exam-sessions')
  const worklist = page.getByRole('region', { name: /^ต้องดำเนินการ/ })
  await worklist
    .getByRole('button', { name: /^จัดการ/ })
    .first()
    .press('Enter')
  await page.getByRole('menuitem', { name: 'ปิดเรื่อง' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'ปิดเรื่อง' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'ปิดเรื่อง' }).press('Enter')
  await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
  await expectAccessible(dialog)
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
