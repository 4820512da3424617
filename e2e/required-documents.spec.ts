/** Tests required documents: recording them on the application, and the list of missing ones. */
import { createApiClient, registerByCall } from './support/calls.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  navigate,
} from './support/test.ts'

test('documents are ticked off, and missing ones are listed', async ({ page, signIn, request }) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_code, application_id } = await registerByCall(call, (price) => price)
  await signIn('registrar.kkn')
  await page.goto(`/registrations/${application_id}`)
  const card = page.getByRole('region', { name: 'เอกสารที่ต้องใช้' })
  await expect(card.getByText('เอกสารไม่ครบ')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await card.getByRole('button', { name: /^รับเอกสาร ?ใบรับรองแพทย์/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(dialog.getByText('กรุณากรอกวันที่ของเอกสาร', { exact: true })).toBeVisible()
  await expectAccessible(dialog)
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: /^รับเอกสาร ?รูปถ่าย 1 นิ้ว/ }).click()
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(card.getByText(/รับเมื่อ/)).toBeVisible()

  await navigate(page, `/registrations?category=documents_missing&text=${application_code}`)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await expect(
    page.getByRole('table').or(page.getByRole('list')).getByText('เอกสารไม่ครบ').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
