/** Tests the master data of the timetable: places and holidays. */
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  navigate,
  test,
} from './support/test.ts'

test('a training field is shared without being asked, and a used name is refused at its field', async ({
  page,
  signIn,
}) => {
  await signIn('manager.kkn')
  await page.goto('/places/new')
  const name = `สนามฝึก ${Date.now() % 100_000}`
  await page.getByLabel('ชื่อสถานที่').fill(name)
  const shared = page.getByRole('switch', { name: 'ใช้ร่วมกันได้' })
  await page.getByText('สนามสอบ', { exact: true }).click()
  await expect(shared).not.toBeChecked()
  await page.getByText('สนามฝึก', { exact: true }).click()
  await expect(shared).toBeChecked()
  await page.getByLabel('จำนวนรับ').fill('10')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page).toHaveURL(/\/places$/)

  await page.goto('/places?type=training_field&perPage=100')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectNoHorizontalScroll(page)

  await navigate(page, '/places/new')
  await page.getByLabel('ชื่อสถานที่').fill(name)
  await page.getByText('ห้องเรียน', { exact: true }).click()
  await page.getByLabel('จำนวนรับ').fill('501')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('กรุณากรอก 1–500')).toBeVisible()
  await page.getByLabel('จำนวนรับ').fill('20')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByLabel('ชื่อสถานที่')).toHaveAttribute('aria-invalid', 'true')
})

test('a manager opens a branch on a public holiday but does not change the holiday', async ({
  page,
  signIn,
}) => {
  await signIn('manager.bpi')
  await page.goto('/holidays?text=รัฐธรรมนูญ')
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'วันรัฐธรรมนูญ' }).first().click()
  await expect(page.getByRole('textbox', { name: 'ชื่อวันหยุด' })).toBeDisabled()
  const open = page.getByRole('switch', { name: 'สาขาบ้านไผ่' })
  const wasOpen = await open.isChecked()
  await open.locator('..').click()
  await expect(open).toBeChecked({ checked: !wasOpen })
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
