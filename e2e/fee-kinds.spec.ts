/** Tests kinds of fees: the form of an exam fee, the exam day of a line, and rights granted after a preview. */
import { newMark } from './support/numbers.ts'
import { chooseItem, fillCustomer, lineGroup, saveButton } from './support/registration.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  navigate,
} from './support/test.ts'

// No card reader service runs on the test machine.
test.use({ expectedErrors: /ERR_CONNECTION_REFUSED|ERR_FAILED/ })

test(
  'an exam fee grants rights to open applications after a preview, and to new ones at once',
  desktopOnly,
  async ({ page, signIn }) => {
    // The number is typed to choose the fee: it occurs in no other name.
    const stamp = newMark()
    const name = `ค่าสอบพิเศษ ${stamp}`
    await signIn('admin')
    await page.goto('/other-fees/new')
    await page.getByLabel('ชื่อรายการ').fill(name)
    await page.getByLabel('ราคา (บาท)').fill('100')
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/other-fees(\?|$)/)

    await navigate(page, '/exam-applications/new')
    await fillCustomer(page)
    await chooseItem(lineGroup(page, 'สินค้าและบริการอื่น 1'), stamp)
    await expect(
      lineGroup(page, 'สินค้าและบริการอื่น 1').getByRole('textbox', { name: 'วันสอบ' }),
    ).toHaveCount(0)
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/exam-applications\/\d+$/)
    const applicationUrl = page.url()
    const rights = page.getByRole('region', { name: 'สิทธิ์สอบ' })
    await expect(rights).toHaveCount(0)

    await navigate(page, `/other-fees?text=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('radiogroup', { name: 'ประเภท' }).getByText('ค่าสอบ').click()
    await page.getByRole('button', { name: /ใช้สำหรับ/ }).click()
    await page.getByRole('option', { name: /สอบครั้งแรก/ }).click()
    await page.getByRole('group', { name: 'สิทธิ์สอบภาคปฏิบัติ' }).getByText('รถยนต์').first().click()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveButton(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'ให้สิทธิ์สอบ' })
    await expect(dialog).toContainText('ใบสมัครที่ยังเปิดอยู่ 1 ใบ')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'ให้สิทธิ์สอบ' }).click()
    await expect(page).toHaveURL(/\/other-fees\?/)

    await navigate(page, applicationUrl)
    await expect(rights).toContainText('ภาคปฏิบัติ รถยนต์')
    await expect(rights).toContainText('ใช้สิทธิ์ได้')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await navigate(page, '/exam-applications/new')
    await chooseItem(lineGroup(page, 'สินค้าและบริการอื่น 1'), stamp)
    await expect(
      lineGroup(page, 'สินค้าและบริการอื่น 1').getByRole('textbox', { name: 'วันสอบ' }),
    ).toBeVisible()
  },
)
