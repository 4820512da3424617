/** Tests that a month of payroll is built, and that the month of a person is shown. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { createApiClient } from './support/calls.ts'
import { desktopOnly, expect, expectAccessible, test } from './support/test.ts'

test(
  'a month is built, and the month of a person shows its lines and its next step',
  desktopOnly,
  async ({ page, signIn, request }) => {
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
    const person = data.find(
      ({ branch, pay_type }) => branch.includes('นครราชสีมา') && pay_type === 'transfer',
    )
    expect(person).toBeDefined()
    const path = `/payroll/${person?.user_id}?month=${person?.month}`
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(person?.name ?? '')
    await expectAccessible(page)
    await expect(page.getByRole('table', { name: 'รายได้' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'ส่งตรวจสอบ' })).toBeVisible()
  },
)
