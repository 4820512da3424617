/** Tests that stored markup in any text field is shown as text on every screen. */
import type { Page } from '@playwright/test'
import { application } from '@khapdee/contract/entities/application'
import { branchSettings } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { employee } from '@khapdee/contract/entities/employee'
import { payment } from '@khapdee/contract/entities/payment'
import { screens } from '@khapdee/contract/entities/screens'
import { day } from '@khapdee/domain/thai-date'
import { crudResources } from '../apps/server/test/crud-resources.ts'
import { hostileTexts, withHostileTexts } from '../apps/server/test/make/markup.ts'
import { createApiClient } from './support/calls.ts'
import { newMark, nextNumber } from './support/numbers.ts'
import { newIdNumber } from './support/registration.ts'
import { expect, navigate, openList, desktopOnly, waitUntilIdle, test } from './support/test.ts'

const [markup] = hostileTexts
/** Texts of a branch that are edited on its settings screen and printed on documents. */
const documentSettings = {
  settings: { ...branchSettings.parse({}), receipt_header: markup, receipt_footer: markup },
}

/** Asserts that the page shows the text, in a field or as text, and created no elements from it. */
async function expectText(page: Page, text: string): Promise<void> {
  await waitUntilIdle(page)
  const shown = () =>
    page.evaluate(
      (part) =>
        document.body.innerText.includes(part) ||
        [...document.querySelectorAll('input, textarea')].some((field) =>
          (field as HTMLInputElement).value.includes(part),
        ),
      text,
    )
  await expect.poll(shown).toBe(true)
  await expect(page.locator('[onerror], img[src="x"], body script:not([src])')).toHaveCount(0)
}

/** Collects the messages of native dialogs that open after the call. */
function recordDialogs(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}

async function expectTextOn(page: Page, paths: readonly string[], text: string): Promise<void> {
  for (const path of paths) {
    await test.step(path.split('?')[0] ?? path, async () => {
      await navigate(page, path)
      await expectText(page, text)
    })
  }
}

const pick = (shape: object, row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in shape))

test('markup in master data is shown as text', desktopOnly, async ({ page, signIn }) => {
  test.setTimeout(180_000)
  const dialogs = recordDialogs(page)
  const call = await createApiClient(page.request, 'admin')
  await signIn('admin')
  await openList(page)
  // The branch code is derived from the number, and there are 26³ codes.
  const n = nextNumber('records')
  for (const { api, table, nameField, oneBranch, body } of crudResources) {
    await test.step(table, async () => {
      const { path } = api.entity
      const inactive = 'is_activate' in api.fields.shape ? { is_activate: false } : {}
      const settings = table === 'branch' ? documentSettings : {}
      const whole = { ...body(n), ...(oneBranch && { branch_id: 1 }), ...inactive, ...settings }
      const { body: hostile, texts } = withHostileTexts(api.fields.shape, whole)
      const text = String(texts[nameField])
      const answer = await call(api.create, hostile as never)
      const row = answer.data as Record<string, unknown>
      try {
        await navigate(page, `${path}?text=${encodeURIComponent(text)}`)
        await expectText(page, text)
        await navigate(page, `${path}/${String(row[api.idName])}`)
        await expectText(page, text)
        if (table === 'branch') {
          await navigate(page, `${path}/${String(row[api.idName])}/settings`)
          await expectText(page, text)
          await expect(page.getByLabel('หัวเอกสาร', { exact: true })).toHaveValue(markup)
        }
      } finally {
        await call(api.delete, { [api.idName]: row[api.idName], version: row['version'] } as never)
      }
    })
  }
  await test.step('registration', async () => {
    const { data } = await call(course.create, { name: markup, type: markup, price: 100 })
    const person = { prefix: markup.slice(0, 40), fname: markup, sname: markup, address: markup }
    const { data: registered } = await call(application.create, {
      customer: { ...person, idcard: newIdNumber(), phone_1: '0812345678' },
      course: [{ course_id: data.course_id, cost: 100, paid: 40, note: markup }],
      note: markup,
    })
    await call(course.update, {
      ...pick(course.update.input.shape, data),
      is_activate: false,
    } as never)
    const code = `?text=${registered.application_code}`
    const paths = [
      `/registrations${code}`,
      `/registrations/${registered.application_id}`,
      `/overdue${code}`,
      `/pay-balance${code}`,
      `/payments?text=${registered.payments[0]?.payment_code ?? ''}`,
      `/audit?text=${encodeURIComponent(markup)}`,
    ]
    await expectTextOn(page, paths, markup)
  })
  expect(dialogs).toEqual([])
})

test(
  'markup in names of employees is shown as text',
  desktopOnly,
  async ({ page, signIn, browser }) => {
    test.setTimeout(120_000)
    const dialogs = recordDialogs(page)
    const call = await createApiClient(page.request, 'admin')
    const { data: lists } = await call(employee.listforregister, {})
    const username = `markup.${newMark()}`
    const texts = {
      prefix: markup.slice(0, 40),
      fname: markup,
      sname: markup,
      nickname: hostileTexts[1],
    }
    const { data: created } = await call(employee.create, {
      ...withHostileTexts(employee.create.input.shape, {}).body,
      ...texts,
      username,
      password: '',
      role_id: lists.role.find(({ name }) => name === 'พนักงานทั่วไป')?.role_id ?? 0,
      branch_id: 1,
      phone_1: '',
      phone_2: '',
      emergency_phone: '',
      email: '',
    })
    await signIn('admin')
    await openList(page)
    const employeePage = await (await browser.newContext()).newPage()
    const employeeDialogs = recordDialogs(employeePage)
    try {
      await expectTextOn(
        page,
        [`/employees?text=${username}`, `/employees/${created.user_id}`],
        markup,
      )
      await test.step('the profile of the employee', async () => {
        await employeePage.goto('/login')
        await employeePage.getByLabel('ชื่อผู้ใช้').fill(username)
        await employeePage
          .getByRole('textbox', { name: 'รหัสผ่าน' })
          .fill(String(created.first_password))
        await employeePage.getByRole('button', { name: 'เข้าสู่ระบบ' }).click()
        await expect(employeePage).toHaveURL(/profile/)
        await expectText(employeePage, markup)
      })
    } finally {
      await employeePage.context().close()
      await call(employee.delete, { user_id: created.user_id, version: created.version })
    }
    expect([...dialogs, ...employeeDialogs]).toEqual([])
  },
)

test('markup in customer records is shown as text', desktopOnly, async ({ page, signIn }) => {
  test.setTimeout(120_000)
  const dialogs = recordDialogs(page)
  const call = await createApiClient(page.request, 'manager.kkn')
  const { data: lists } = await call(screens.register, {})
  const course = lists.course?.[0]
  if (course === undefined) throw new Error('the branch offers no course')
  const register = async (numbers: { passport: string } | { idcard: string }) => {
    const person = { prefix: markup.slice(0, 40), fname: markup, sname: markup, address: markup }
    const otherFields = { birthday: day('1997-11-21'), phone_1: '0812345678' }
    const { data } = await call(application.create, {
      customer: { is_foreigner: true, ...person, ...otherFields, ...numbers },
      course: [{ course_id: course.course_id, cost: course.price, paid: 100, note: markup }],
    })
    return data
  }
  const first = await register({ passport: `XX${newMark()}` })
  await register({ idcard: `6${newIdNumber().slice(1)}` })
  const payment_id = first.payments[0]?.payment_id ?? 0
  await call(payment.requestDelete, { payment_id, note: markup })
  const pairs = await call(customerMerge.duplicates, {})
  const pair = pairs.data.find(({ customer }) => customer.fname === markup)
  if (pair === undefined) throw new Error('the pair is not in the list of possible duplicates')
  const [customer, other] = [pair.customer.customer_id, pair.other.customer_id]
  await signIn('manager.kkn')
  await openList(page)
  const customerScreens = [
    `/customers?text=${encodeURIComponent(markup)}`,
    `/customers/${customer}`,
    `/customers/${customer}/edit`,
    '/customers/duplicates',
    `/customers/merge?customer=${customer}&other=${other}`,
    // All on one page, because other tests create requests, too.
    '/approvals?perPage=100',
  ]
  await expectTextOn(page, customerScreens, markup)
  await test.step('the preview of an import', async () => {
    await navigate(page, '/courses/import')
    const row = [markup, markup, 'ฟรี', 'KKN'].map((cell) => `"${cell.replaceAll('"', '""')}"`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'หลักสูตร.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`ชื่อหลักสูตร,ประเภท,ราคา (บาท),สาขา\r\n${row.join(',')}`),
    })
    await expectText(page, markup)
  })
  expect(dialogs).toEqual([])
})
