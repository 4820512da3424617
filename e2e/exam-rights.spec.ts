/** Tests the list of exam rights, and their extension and suspension. */
import { createApiClient, registerByCall } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

test('a right is extended, suspended and restored with reasons, which its history shows', async ({
  page,
  signIn,
  request,
}) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_code } = await registerByCall(call, () => 500, { withExam: true })

  await signIn('manager.kkn')
  await page.goto(`/exam-rights?category=theory&text=${application_code}`)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^จัดการ/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'ต่ออายุสิทธิ์สอบ' }).press('Enter')
  await expect(dialog.getByLabel('จำนวนวันที่ต่ออายุ')).toHaveValue('90')
  await expectAccessible(dialog)
  await dialog.getByLabel('จำนวนวันที่ต่ออายุ').fill('0')
  await dialog.getByRole('button', { name: 'ต่ออายุสิทธิ์สอบ' }).click()
  await expect(dialog.getByText('กรุณากรอก 1–730 วัน')).toBeVisible()
  await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
  await dialog.getByLabel('จำนวนวันที่ต่ออายุ').fill('30')
  await dialog.getByLabel('เหตุผล').fill('ลาป่วย')
  await dialog.getByRole('button', { name: 'ต่ออายุสิทธิ์สอบ' }).click()
  await expect(page.getByText(/ต่ออายุสิทธิ์สอบถึง .* เรียบร้อยแล้ว/)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'ทดสอบ การเงิน' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^สิทธิ์สอบ/)
  const rights = page.getByRole('region', { name: 'สิทธิ์สอบ', exact: true })
  await rights
    .getByRole('button', { name: /^จัดการ/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'ระงับสิทธิ์สอบ' }).click()
  await expect(dialog.getByText(/ต่ออายุไม่ได้ จนกว่าจะคืนสิทธิ์/)).toBeVisible()
  await dialog.getByLabel('เหตุผล').fill('เอกสารไม่ครบ')
  await dialog.getByRole('button', { name: 'ระงับสิทธิ์สอบ' }).click()
  await expect(page.getByText('ระงับสิทธิ์สอบเรียบร้อยแล้ว')).toBeVisible()
  await expect(rights.getByText('ถูกระงับสิทธิ์ สอบไม่ได้จนกว่าจะคืนสิทธิ์')).toBeVisible()

  await rights.getByRole('button', { name: 'คืนสิทธิ์สอบ' }).click()
  await dialog.getByLabel('เหตุผล').fill('เอกสารครบแล้ว')
  await dialog.getByRole('button', { name: 'คืนสิทธิ์สอบ' }).click()
  await expect(page.getByText('คืนสิทธิ์สอบเรียบร้อยแล้ว')).toBeVisible()
  const history = page.getByRole('region', { name: 'ประวัติสิทธิ์สอบ' })
  for (const text of ['ลาป่วย', 'เอกสารไม่ครบ']) await expect(history).toContainText(text)
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test(
  'a right is granted without an application, which its history explains, and is suspended',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'cashier.kkn')
    const fname = `ให้สิทธิ์${newMark()}`
    await registerByCall(call, () => 500, { withExam: true, fname })
    await signIn('manager.kkn')
    await page.goto('/exam-rights')
    await page.getByRole('link', { name: 'ให้สิทธิ์สอบ' }).click()
    await page
      .getByRole('textbox', { name: 'เลขประจำตัวประชาชน โทรศัพท์มือถือ หรือชื่อ–นามสกุล' })
      .fill(fname)
    await page.getByRole('button', { name: 'ให้สิทธิ์สอบ' }).click()

    const dialog = page.getByRole('dialog')
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    const grant = dialog.getByRole('button', { name: 'ให้สิทธิ์สอบ' })
    await grant.click()
    await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
    await dialog.getByText('ปฏิบัติ').click()
    await dialog.getByRole('button', { name: /ประเภทใบอนุญาต/ }).click()
    await page.getByRole('option', { name: 'รถจักรยานยนต์', exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: /^สอบทฤษฎีผ่านจากที่อื่นเมื่อ/ })).toBeVisible()
    await dialog.getByLabel('เหตุผล').fill('ย้ายมาจากโรงเรียนอื่น')
    await grant.click()
    await expect(page.getByText(/ให้สิทธิ์.*เรียบร้อยแล้ว/)).toBeVisible()
    await expect(dialog).toHaveCount(0)

    const rights = page.getByRole('region', { name: 'สิทธิ์สอบ', exact: true })
    await expect(rights).toContainText('ให้สิทธิ์โดยไม่มีใบสมัคร')
    await page.getByRole('button', { name: 'ให้สิทธิ์สอบ' }).click()
    await dialog.getByText('ปฏิบัติ').click()
    await dialog.getByLabel('เหตุผล').fill('ให้ซ้ำ')
    await grant.click()
    await expect(dialog.getByText(/กรุณาต่ออายุสิทธิ์เดิมแทน/)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto(`/exam-rights?text=${fname}&type=motorcycle`)
    await page
      .getByRole('link', { name: new RegExp(fname) })
      .first()
      .click()
    await expect(page).toHaveURL(/\/exam-rights\/granted\/\d+/)
    const history = page.getByRole('region', { name: 'ประวัติสิทธิ์สอบ' })
    await expect(history).toContainText('ย้ายมาจากโรงเรียนอื่น')
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
  },
)
