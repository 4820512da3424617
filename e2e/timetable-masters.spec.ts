/** Tests the master data of the timetable: places, holidays, opening hours, and licences of employees. */
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  navigate,
  test,
} from './support/test.ts'
import { saveButton } from './support/registration.ts'

test('a training field is shared with other branches by default, and a used name is refused at its field', async ({
  page,
  signIn,
}) => {
  await signIn('manager.kkn')
  await page.goto('/places/new')
  const name = `สนามฝึก ${newMark()}`
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
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
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

test(
  'a manager opens the branch on a public holiday but cannot change the holiday',
  desktopOnly,
  async ({ page, signIn }) => {
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
  },
)

test(
  'opening hours are entered by weekday, and a closing time before the opening is refused',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/branches?text=NMA')
    await page.getByRole('link', { name: 'สาขานครราชสีมา', exact: true }).click()
    await page.getByRole('link', { name: 'ตั้งค่าสาขา' }).click()
    const card = page.getByRole('region', { name: 'เวลาทำการ' })
    const entered = card.getByRole('switch', { name: 'กำหนดเวลาทำการ', exact: true })
    // Another run may have saved hours before.
    if (!(await entered.isChecked())) await entered.locator('..').click()
    const opens = card.getByRole('textbox', { name: 'จันทร์ เปิด' })
    await opens.fill('9')
    await card.getByRole('textbox', { name: 'จันทร์ ปิด' }).fill('8.30')
    await opens.press('Tab')
    await expect(opens).toHaveValue('09:00')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveButton(page).click()
    await expect(card.getByText('เวลาปิดต้องอยู่หลังเวลาเปิด')).toBeVisible()
    await card.getByRole('textbox', { name: 'จันทร์ ปิด' }).fill('17:00')
    await saveButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('แก้ไขสาขา')
    await page.getByRole('link', { name: 'ตั้งค่าสาขา' }).click()
    await expect(opens).toHaveValue('09:00')
    await expect(card.getByRole('textbox', { name: 'จันทร์ ปิด' })).toHaveValue('17:00')
  },
)

test(
  'a licence of an employee is added, changed and deleted',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('manager.udn')
    const number = `ทด ${newMark()}`
    await page.goto('/employees?text=instructor.udn&status=all')
    await page.getByRole('link', { name: /บุญส่ง/ }).first().click()
    const card = page.getByRole('region', { name: 'ใบอนุญาตครูฝึกและผู้ทดสอบ' })
    await card.getByRole('button', { name: 'เพิ่มใบอนุญาต' }).click()
    const dialog = page.getByRole('dialog', { name: 'เพิ่มใบอนุญาต' })
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect(dialog.getByText('กรุณาเลือกประเภทใบอนุญาต')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'รถยนต์', exact: true }).check()
    await dialog.getByRole('textbox', { name: 'เลขที่ใบอนุญาต' }).fill(number)
    await dialog.getByRole('textbox', { name: 'ใช้ได้ถึงวันที่' }).fill('01/01/2560')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    const row = card.getByRole('listitem').filter({ hasText: number })
    await expect(row.getByText('หมดอายุแล้ว')).toBeVisible()
    await row.getByRole('button', { name: /^แก้ไข/ }).click()
    const edit = page.getByRole('dialog', { name: 'แก้ไขใบอนุญาต' })
    await edit.getByRole('textbox', { name: 'ใช้ได้ถึงวันที่' }).fill('01/01/2599')
    await edit.getByRole('button', { name: 'บันทึก' }).click()
    await expect(row.getByText('หมดอายุแล้ว')).toHaveCount(0)
    await expect(row).toContainText('ถึง 01/01/2599')
    await expectAccessible(page)
    await row.getByRole('button', { name: /^ลบ/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'ลบ', exact: true }).click()
    await expect(row).toHaveCount(0)
  },
)
