/** Tests that names of 100 letters without a space stay inside every screen. */
import type { Page } from '@playwright/test'
import { application } from '@khapdee/contract/entities/application'
import { branch, branchSettings } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { place } from '@khapdee/contract/entities/place'
import { day } from '@khapdee/domain/thai-date'
import { crudResources } from '../apps/server/test/crud-resources.ts'
import {
  type Call,
  beginSessionByCall,
  bookToday,
  createApiClient,
  openDesk,
} from './support/calls.ts'
import { newMark, nextNumber } from './support/numbers.ts'
import { chooseItem, lineGroup, newIdNumber } from './support/registration.ts'
import {
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  navigate,
  openList,
  test,
  waitUntilIdle,
} from './support/test.ts'

/** 100 wide letters and digits without a space, different in every test. */
const longText = () => `${'W'.repeat(80)}${newMark()}`.padEnd(100, 'W')

/**
 * The elements that are wider than the screen or scroll sideways. Tables may scroll in their frame, and
 * texts that are cut by an ellipsis do not count.
 */
const wideElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const describe = (element: Element) =>
      `${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement
      if (parent === null || parent === document.body) return false
      return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent)
    }
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('[data-scroll] table'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isOutside = (right > width + 1 || left < -1) && !isClipped(element)
        const { overflowX } = getComputedStyle(element)
        const isScrollable = overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1
        return isOutside || (isScrollable && !element.matches('[data-scroll]'))
      })
      .map(describe)
  })

/**
 * The texts of table cells that are wider than their cell and so overlap the next one. Entries of
 * the calendar that last several days may do so.
 */
const overlappingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('td')]
      .filter((cell) => !cell.closest('.calendar'))
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent.slice(0, 30)),
  )

/** Asserts that the open screen shows its content inside the viewport and is accessible. */
async function expectContained(page: Page): Promise<void> {
  await waitUntilIdle(page)
  // A table becomes a scroll container in the frame after its rows are shown.
  await expect(() => expectNoHorizontalScroll(page)).toPass({ timeout: 5000 })
  expect(await wideElements(page)).toEqual([])
  expect(await overlappingTexts(page)).toEqual([])
  await expectAccessibleInBothSkins(page)
}

/**
 * Registers a customer for a new course and creates a branch, all named by `long`.
 * @returns ids, the application and the branch; `remove` deactivates the course and deletes the
 * branch
 */
async function createRecords(page: Page, long: string) {
  const call = await createApiClient(page.request, 'admin')
  const { data: created } = await call(course.create, { name: long, type: long, price: 100 })
  const { course_id, ...fields } = created
  const deactivate = () =>
    call(course.update, {
      ...(Object.fromEntries(
        Object.entries({ course_id, ...fields }).filter(
          ([name]) => name in course.update.input.shape,
        ),
      ) as typeof created),
      is_activate: false,
    })
  const { data: registered } = await call(application.create, {
    customer: {
      prefix: 'นาย',
      fname: long,
      sname: long,
      address: long,
      line: long,
      idcard: newIdNumber(),
      birthday: day('1997-11-21'),
      phone_1: '0812345678',
    },
    course: [{ course_id, cost: 100, paid: 40, note: long }],
    note: long,
  })
  const branchBody = crudResources
    .find(({ table }) => table === 'branch')
    // The branch code is derived from the number, and there are 26³ codes.
    ?.body(nextNumber('records'))
  const { data: newBranch } = await call(branch.create, {
    ...branchBody,
    name: long,
    address: long,
    note: long,
    settings: branchSettings.parse({ receipt_header: long, receipt_footer: long }),
  } as never)
  const remove = async () => {
    await deactivate()
    await call(branch.delete, { branch_id: newBranch.branch_id, version: newBranch.version })
  }
  return { course_id, registered, newBranch, remove }
}

/** Sets the room of a session. */
async function nameRoom(call: Call, exam_session_id: number, name: string): Promise<void> {
  const { data } = await call(examSession.get, { exam_session_id })
  const { data: stored } = await call(place.get, { place_id: data.place_id ?? 0 })
  const values = Object.entries(stored).filter(([field]) => field in place.update.input.shape)
  await call(place.update, { ...Object.fromEntries(values), name } as never)
}

// No card reader service runs on the test machine.
test.use({ expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED/ })

test('names of 100 letters stay inside the screen', async ({ page, signIn }) => {
  test.setTimeout(180_000)
  const long = longText()
  const { course_id, registered, newBranch, remove } = await createRecords(page, long)
  const { application_id, application_code, payments } = registered
  try {
    await signIn('admin')
    await openList(page)
    await navigate(page, `/registrations/${application_id}`)
    const customer = await page.locator('main a[href^="/customers/"]').first().getAttribute('href')
    const text = `?text=${long}`
    const code = `?text=${application_code}`
    for (const path of [
      `/courses${text}`,
      `/courses/${course_id}`,
      `/branches${text}`,
      `/branches/${newBranch.branch_id}`,
      `/branches/${newBranch.branch_id}/settings`,
      `/registrations${code}`,
      `/overdue${code}`,
      `/pay-balance${code}`,
      `/payments?text=${payments[0]?.payment_code ?? ''}`,
      `/customers${text}`,
      `${customer}`,
      `${customer}/edit`,
      `/audit${text}`,
      `/registrations/${application_id}`,
    ]) {
      await test.step(path.replace(long, '…'), async () => {
        await navigate(page, path)
        await expectContained(page)
      })
    }
    await test.step('the dialog of a payment', async () => {
      await page.evaluate(() => location.assign('#pay'))
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectContained(page)
      await page.keyboard.press('Escape')
    })
    await test.step('the confirmation of a deletion', async () => {
      await navigate(page, `/courses${text}`)
      await page.getByRole('button', { name: 'จัดการ' }).click()
      await page.getByRole('menuitem', { name: 'ลบ' }).click()
      await expect(page.getByRole('alertdialog')).toContainText(long)
      await expectContained(page)
      await page.keyboard.press('Escape')
    })
    await test.step('the command palette', async () => {
      await page
        .getByRole('button', { name: 'ค้นหาลูกค้า ใบสมัคร ใบเสร็จ หรือหน้าจอ' })
        .filter({ visible: true })
        .click()
      await page.getByRole('combobox', { name: 'ค้นหา', exact: true }).fill(application_code)
      await expect(page.getByRole('option', { name: application_code })).toContainText('WWW')
      await expectContained(page)
      await page.keyboard.press('Escape')
    })
    await test.step('the registration form', async () => {
      await navigate(page, '/registrations/new')
      const line = lineGroup(page, 'หลักสูตร 1')
      const field = line.getByRole('combobox').first()
      await field.pressSequentially(long)
      await expect(page.getByRole('option').first()).toBeVisible()
      expect(await wideElements(page)).toEqual([])
      await chooseItem(line, long)
      await expectContained(page)
    })
  } finally {
    await remove()
  }
})

test('candidates and rooms with names of 100 letters stay inside the exam screens', async ({
  page,
  signIn,
  request,
}) => {
  test.setTimeout(180_000)
  const long = longText()
  const session = await beginSessionByCall(request, 'manager.kkn', 5)
  const desk = await openDesk(request, 'kkn')
  const { application_id, application_code, exam_id } = await bookToday(desk, session, long)
  const { exam_session_id } = session
  await nameRoom(desk.manager, exam_session_id, long)
  const id = String(exam_session_id)
  const code = `?text=${application_code}`
  const [menu, dialog] = [page.getByRole('menuitem'), page.getByRole('dialog')]
  await signIn('manager.kkn')
  await openList(page)
  const visit = (path: string) =>
    test.step(path, async () => {
      await navigate(page, path)
      await expectContained(page)
    })
  const openDialog = (name: string) =>
    test.step(name, async () => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^จัดการ/ })
        .first()
        .press('Enter')
      await menu.filter({ hasText: name }).first().press('Enter')
      await expect(dialog).toBeVisible()
      await expectContained(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
  for (const path of [
    '/exam-day',
    '/exam-calendar',
    `/exam-sessions/${id}/results`,
    `/exam-sessions/${id}/edit`,
    `/exam-rights/${application_id}`,
    `/exam-rights${code}`,
  ]) {
    await visit(path)
  }
  await openDialog('ระงับสิทธิ์สอบ')
  await visit(`/exams${code}`)
  await openDialog('บันทึกผลสอบ')
  await openDialog('ยกเลิกการจองสอบ')
  const note = long.repeat(4)
  await desk.manager(examBooking.result, { exam_id, result: 'fail', score: 10, note })
  await visit(`/exam-sessions/${id}`)
  await visit(`/exam-rights/${application_id}`)
  await visit(`/exam-history${code}&start=all&end=all`)
})
