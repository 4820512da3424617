/** Tests the home of the counter, and the preview and the saved views of lists, by keyboard. */
import { listView } from '@khapdee/contract/entities/list-view'
import { createApiClient, registerByCall } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  openList,
  test,
} from './support/test.ts'

test('a customer is found on the home of the counter with what is owed, and pays from there', async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_code } = await registerByCall(call, (price) => price - 700)
  await signIn('cashier.kkn')
  await page.goto('/')
  await expect(page).toHaveURL(/dashboard$/)
  const field = page.getByLabel('ลูกค้าที่เคาน์เตอร์')
  if (!isMobile) await expect(field).toBeFocused()
  await field.fill(application_code)
  const row = page.getByRole('listitem').filter({ hasText: application_code })
  await expect(row).toContainText('700.00')
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await row.getByRole('link', { name: 'รับชำระยอดค้าง' }).click()
  await expect(page.getByRole('dialog', { name: `รับชำระยอดค้าง ${application_code}` })).toBeVisible()
})

test(
  'Enter on the home of the counter opens the only match, and arrows choose among several',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'registrar.kkn')
    const { application_code } = await registerByCall(call, (price) => price)
    await signIn('registrar.kkn')
    await page.goto('/')
    const field = page.getByLabel('ลูกค้าที่เคาน์เตอร์')
    await field.fill('สม')
    await page.keyboard.press('Enter')
    const links = page.getByRole('main').locator('a[data-record]')
    const people = page.getByRole('region', { name: 'ผู้สมัคร', exact: true })
    await expect(people.getByRole('link', { name: 'เปิด' }).first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(field).toBeFocused()
    await field.fill(application_code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/registrations\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(application_code)
  },
)

test(
  'Space shows the row of a list beside it, J and K move, and Escape closes it',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('cashier.kkn')
    await openList(page)
    const links = page.getByRole('table').getByRole('link', { name: /^AP-/ })
    const codes = await links.allInnerTexts()
    await links.first().focus()
    await page.keyboard.press('Space')
    const preview = page.getByRole('complementary', { name: 'รายละเอียดของแถว' })
    await expect(preview).toContainText(codes[0] ?? '')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(preview).toContainText(codes[1] ?? '')
    await expect(links.nth(1)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('k')
    await expect(preview).toContainText(codes[0] ?? '')
    await preview.getByRole('link', { name: 'ดูรายละเอียด' }).focus()
    await links.first().focus()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(links.first()).toBeFocused()
  },
)

test('a view of a list is saved with its number of rows, and shown again on another computer', async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_code } = await registerByCall(call, (price) => price - 700)
  await signIn('cashier.kkn')
  await openList(page, `/registrations?status=outstanding&text=${application_code}`)
  await page.getByRole('button', { name: 'บันทึกมุมมอง' }).click()
  const dialog = page.getByRole('dialog', { name: 'บันทึกมุมมอง' })
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(dialog.getByText('กรุณากรอกชื่อมุมมอง')).toBeVisible()
  const name = `ค้างของฉัน ${newMark()}`
  if (!isMobile) await expect(dialog.getByLabel('ชื่อมุมมอง')).toBeFocused()
  await dialog.getByLabel('ชื่อมุมมอง').fill(name)
  // The first Enter goes to the button, as in every form.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const view = page.getByRole('button', { name: `${name} 1 รายการ` })
  await expect(view).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  // Another computer knows nothing of this browser.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await signIn('cashier.kkn')
  await openList(page)
  await expect(view).toHaveAttribute('aria-pressed', 'false')
  await view.click()
  await expect(page).toHaveURL(new RegExp(`status=outstanding.*text=${application_code}`))
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await page.getByRole('button', { name: `ลบมุมมอง ${name}` }).click()
  await expect(view).toHaveCount(0)
})

test('the longest name of a view fits on the screen', async ({ page, signIn, request }) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const name = newMark().padEnd(40, 'W')
  const { data } = await call(listView.save, { list: '/payments', name, filters: {} })
  await signIn('cashier.kkn')
  await openList(page, '/payments?start=all&end=all')
  await expect(page.getByRole('button', { name: `ลบมุมมอง ${name}` })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await call(listView.delete, { list_view_id: data.list_view_id })
})

test('the help tells what the screen is for', desktopOnly, async ({ page, signIn }) => {
  await signIn('cashier.kkn')
  await openList(page, '/payments?start=all&end=all')
  await page.getByRole('button', { name: 'วิธีใช้และปุ่มลัด' }).click()
  const help = page.getByRole('dialog', { name: 'วิธีใช้และปุ่มลัด' })
  await expect(help.getByRole('region', { name: 'ประวัติการชำระเงิน' })).toContainText('ใบเสร็จที่ออกแล้ว')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'วิธีใช้และปุ่มลัด' })).toBeFocused()
})

test('a printed application has no buttons', desktopOnly, async ({ page, signIn, request }) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_id } = await registerByCall(call, (price) => price - 700)
  await signIn('cashier.kkn')
  await page.goto(`/registrations/${application_id}`)
  const button = page.getByRole('button', { name: 'แก้ไขรายการในใบสมัคร' })
  await expect(button).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(button).toBeHidden()
  await expect(page.getByText('700.00').first()).toBeVisible()
})
