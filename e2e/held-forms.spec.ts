/** Tests registration forms that are put aside, and saves whose answer is lost. */
import type { Page } from '@playwright/test'
import { newMark } from './support/numbers.ts'
import {
  chooseItem,
  fillCustomer,
  lineGroup,
  openForm,
  saveButton,
} from './support/registration.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  navigate,
} from './support/test.ts'

// No card reader service runs on the test machine, and the tests drop answers.
test.use({
  ownContext: true,
  expectedErrors: /status of [45]\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INTERNET/,
})

const heldForms = (page: Page) => page.getByRole('button', { name: /รายการที่พักไว้ \(\d+\)/ })
const firstName = (page: Page) => page.getByRole('textbox', { name: 'ชื่อ', exact: true })

test('a form is put aside for the next customer, and recalled', async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('registrar.kkn')
  await openForm(page)
  await fillCustomer(page)
  const name = `พักไว้${newMark()}`
  await firstName(page).fill(name)
  await chooseItem(lineGroup(page, 'หลักสูตร 1'), 'เกียร์อัตโนมัติ')
  const holdButton = page.getByRole('button', { name: 'พักไว้', exact: true })
  if (isMobile) await holdButton.click()
  else {
    await holdButton.focus()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('พักรายการไว้แล้ว เรียกคืนได้จากรายการที่พักไว้')).toBeVisible()
  await expect(firstName(page)).toHaveValue('')

  // A form for another customer is begun. Recalling the first form puts this one aside.
  const nextName = `คนถัดไป${newMark()}`
  await firstName(page).fill(nextName)
  await heldForms(page).click()
  await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`เรียกคืน ${name}`) })
    .click()
  await expect(firstName(page)).toHaveValue(name)
  await expect(lineGroup(page, 'หลักสูตร 1').getByRole('combobox').first()).toHaveValue(/เกียร์อัตโนมัติ/)
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/registrations\/\d+$/)

  await navigate(page, '/registrations')
  await openForm(page)
  await heldForms(page).click()
  await page.getByRole('button', { name: `ลบ ${nextName}` }).click()
  await expect(page.getByRole('dialog').getByText(nextName)).toHaveCount(0)
})

test('a half-filled form is back after a reload, and after signing out and in again', async ({
  page,
  signIn,
}) => {
  await signIn('registrar.kkn')
  await openForm(page)
  const name = `ค้างไว้${newMark()}`
  await firstName(page).fill(name)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(firstName(page)).toHaveValue(name)

  await page.getByRole('button', { name: /^ผู้ใช้งาน/ }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'ออกจากระบบ' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(name)
  await signIn('registrar.kkn')
  await openForm(page)
  await expect(firstName(page)).toHaveValue(name)
})

test(
  'a save whose answer is lost is held, and recalling it shows that it was saved',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('cashier.kkn')
    await openForm(page)
    await fillCustomer(page)
    const name = `คำตอบหาย${newMark()}`
    await firstName(page).fill(name)
    const course = lineGroup(page, 'หลักสูตร 1')
    await chooseItem(course, 'เกียร์อัตโนมัติ')
    await course.getByText('สด+โอน').click()
    await course.getByLabel('ชำระเงินสด').fill('1000')
    // Leaving the cash field fills in the rest of the price as the transfer.
    await course.getByLabel('ชำระเงินสด').press('Enter')
    await expect(course.getByLabel('ชำระโอนเงิน')).toHaveValue('5,000.00')
    await course.getByLabel('ชำระโอนเงิน').fill('2000')
    // The request reaches the server, and its answer is lost.
    await page.route('**/api/v1/application/create', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await saveButton(page).click()
    await expect(page.getByText(/ยังไม่ทราบผลการบันทึก/)).toBeVisible()
    await page.unroute('**/api/v1/application/create')

    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('/registrations')
    await openForm(page)
    await heldForms(page).click()
    await expect(page.getByRole('dialog').getByText('ยังไม่ทราบผลการบันทึก')).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`เรียกคืน ${name}`) })
      .click()
    await expect(
      page.getByText(/การบันทึกก่อนหน้านี้สำเร็จแล้ว: ลงทะเบียนเรียบร้อยแล้ว เลขที่ AP-/),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/registrations\/\d+$/)
    await expect(
      page.getByRole('region', { name: 'การชำระเงิน' }).getByText(/^RE-KKN-/),
    ).toHaveCount(2)
    const code = await page.getByRole('heading', { level: 1 }).innerText()
    await navigate(page, '/registrations')
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: 'คำค้นหา' }))
      .first()
      .fill(name)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
    await expect(page.getByRole('link', { name: code })).toBeVisible()
  },
)

test(
  'a save is held when its page is left before the answer',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('manager.kkn')
    await openForm(page)
    await fillCustomer(page)
    const name = `ปิดแท็บ${newMark()}`
    await firstName(page).fill(name)
    await chooseItem(lineGroup(page, 'หลักสูตร 1'), 'เกียร์อัตโนมัติ')
    // The answer does not arrive before the page is left.
    await page.route('**/api/v1/application/create', () => {})
    page.on('dialog', (dialog) => void dialog.accept())
    const sent = page.waitForRequest('**/api/v1/application/create')
    await saveButton(page).click()
    await sent
    // Only the event, without leaving the page: requests of a page that is left bypass Playwright's routes at random.
    const held = page.waitForResponse('**/api/v1/held-form/create')
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await held
    await page.goto('/registrations')
    await page.unroute('**/api/v1/application/create')
    await openForm(page)
    await heldForms(page).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`เรียกคืน ${name}`) })
      .click()
    await expect(page).toHaveURL(/\/registrations\/\d+$/)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  },
)
