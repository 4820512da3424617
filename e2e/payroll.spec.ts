/** Tests a month of payroll from its drafts to its payment, by three people who decide one after the other. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { createApiClient } from './support/calls.ts'
import { desktopOnly, expect, expectAccessible, test } from './support/test.ts'

test(
  'a month is built, changed with a reason, submitted, confirmed, approved and paid',
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
    const table = page.getByRole('table', { name: 'รายได้' })
    const quantity = table.getByRole('textbox', { name: /^จำนวน / }).first()
    await quantity.fill('27')
    await quantity.press('Enter')
    await page.getByRole('button', { name: 'บันทึก' }).click()
    await expect(page.getByText('กรุณาระบุเหตุผลที่เปลี่ยนจำนวนที่คำนวณได้')).toBeVisible()
    await page.getByRole('textbox', { name: /^เหตุผลที่เปลี่ยน / }).fill('ตกลงค่าจ้างใหม่')
    await page.keyboard.press('Control+s')
    await expect(
      page.getByText('เหตุผลที่เปลี่ยน: ตกลงค่าจ้างใหม่').or(page.getByText('คำนวณได้')).first(),
    ).toBeVisible()

    const take = async (username: string, button: string) => {
      await signIn(username)
      await page.goto(path)
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: new RegExp(`^${button}`) })
      await dialog.getByRole('button', { name: button, exact: true }).click()
      await expect(dialog).toBeHidden()
    }
    await take('hr', 'ส่งตรวจสอบ')
    await expect(page.getByText('รอตรวจสอบ').first()).toBeVisible()
    await take('accountant', 'ยืนยันยอด')
    await take('owner', 'อนุมัติ')
    await expect(page.getByText('อนุมัติแล้ว').first()).toBeVisible()
    await take('accountant', 'บันทึกการจ่าย')
    await expect(page.getByText('จ่ายแล้ว').first()).toBeVisible()
  },
)
