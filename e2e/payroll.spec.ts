/** Tests payroll: several people take a month from the draft to the payslips. */
import type { Page } from '@playwright/test'
import { employee } from '@khapdee/contract/entities/employee'
import { payroll } from '@khapdee/contract/entities/payroll'
import { createApiClient } from './support/calls.ts'
import { desktopOnly, expect, expectAccessible, test } from './support/test.ts'

test(
  'one person submits the month of an employee, others confirm and approve it, and only the employee reads the payslip',
  desktopOnly,
  async ({ page, signIn, request, browser }) => {
    test.slow()
    await signIn('hr')
    await page.goto('/payroll')
    await page.getByRole('button', { name: 'จัดทำเงินเดือน' }).click()
    const build = page.getByRole('dialog', { name: 'จัดทำเงินเดือน' })
    await build.getByRole('button', { name: /สาขา/ }).click()
    await page.getByRole('option', { name: 'นครราชสีมา' }).click()
    await build.getByRole('button', { name: 'จัดทำ', exact: true }).click()
    await page.getByRole('dialog', { name: 'จัดทำเงินเดือนแล้ว' }).getByText('ปิด').click()

    const call = await createApiClient(request, 'hr')
    const { data } = await call(payroll.gettable, { status: 'draft', perPage: 100 })
    const ofBranch = data.filter(
      ({ branch, pay_type }) => branch.includes('นครราชสีมา') && pay_type === 'transfer',
    )
    const [person, other] = ofBranch
    if (person === undefined || other === undefined) throw new Error('there are no two drafts')
    const path = `/payroll/${person.user_id}?month=${person.month}`
    const { data: record } = await call(employee.get, { user_id: person.user_id })

    /** Opens a separate browser session for a user. */
    const open = async (username: string, address: string) => {
      const opened = await (await browser.newContext()).newPage()
      await signIn(username, opened)
      await opened.goto(address)
      return opened
    }
    /** Performs a step by keyboard, from its button to the confirmation in its dialog. */
    const take = async (at: Page, step: string, status: string) => {
      await at.getByRole('button', { name: step, exact: true }).press('Enter')
      const dialog = at.getByRole('dialog', { name: new RegExp(`^${step} `) })
      await dialog.getByRole('button', { name: step, exact: true }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(at.getByText(status, { exact: true }).first()).toBeVisible()
    }

    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
    await expectAccessible(page)
    await expect(page.getByRole('table', { name: 'รายได้' })).toBeVisible()
    await take(page, 'ส่งตรวจสอบ', 'รอตรวจสอบ')
    await expect(page.getByRole('button', { name: 'ยืนยันยอด' })).toHaveCount(0)

    const accountant = await open('accountant', '/approvals')
    const waiting = accountant
      .getByRole('row')
      .filter({ hasText: 'นครราชสีมา' })
      .filter({ hasText: 'รอตรวจสอบ' })
    await waiting.getByRole('link').press('Enter')
    await accountant.getByRole('link', { name: person.name }).press('Enter')
    await take(accountant, 'ยืนยันยอด', 'รออนุมัติ')

    const owner = await open('owner', path)
    await take(owner, 'อนุมัติ', 'อนุมัติแล้ว')

    const own = await open(record.username, '/my-payslips')
    const payslips = own.getByRole('table', { name: 'สลิปเงินเดือนของฉัน' })
    const month = payslips.getByRole('row').filter({ hasText: 'อนุมัติแล้ว' })
    await expect(month).toContainText(person.net.toLocaleString('en', { minimumFractionDigits: 2 }))
    for (const { user_id } of [person, other]) {
      await own.goto(`/payroll/${user_id}?month=${person.month}`)
      await expect(own.getByRole('heading', { name: 'คุณไม่มีสิทธิ์ใช้งานส่วนนี้' })).toBeVisible()
    }
    for (const opened of [accountant, owner, own]) await opened.context().close()
  },
)
