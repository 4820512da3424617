/** Tests customers: search, record, changes, privacy notice, merge of duplicates. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { screens } from '@khapdee/contract/entities/screens'
import { day } from '@khapdee/domain/thai-date'
import type { Page } from '@playwright/test'
import { type Call, createApiClient } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import { newIdNumber } from './support/registration.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  desktopOnly,
  waitUntilIdle,
  test,
  navigate,
} from './support/test.ts'

/** A name that does not occur in the demo data and differs between tests. */
const uniqueName = () => `ทดสอบราย${newMark()}`
const newPassport = () => `ZZ${newMark()}`

/** Registers a foreigner without payment; returns the created application. */
async function register(
  call: Call,
  fname: string,
  numbers: { passport?: string; idcard?: string },
) {
  const { data: lists } = await call(screens.register, {})
  const course = lists.course?.[0]
  if (course === undefined) throw new Error('the branch offers no course')
  const { data } = await call(application.create, {
    customer: {
      is_foreigner: true,
      prefix: 'Ms.',
      fname,
      sname: 'Schmidt',
      birthday: day('1997-11-21'),
      phone_1: '0812345678',
      ...numbers,
    },
    course: [{ course_id: course.course_id, cost: course.price, paid: 0 }],
  })
  return data
}

const customerLink = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()

async function findInList(page: Page, text: string): Promise<void> {
  await page.goto('/customers')
  await page.getByRole('textbox', { name: 'คำค้นหา' }).fill(text)
  // A new customer is also in the unfiltered list, which is shown until then.
  await expect(page).toHaveURL(/[?&]text=/)
  await expect(customerLink(page, text)).toBeVisible()
}

test('a clerk finds a customer, opens the record, corrects it and records the privacy notice', async ({
  page,
  signIn,
  request,
}) => {
  const name = uniqueName()
  await register(await createApiClient(request, 'registrar.kkn'), name, { passport: newPassport() })
  await signIn('registrar.kkn')

  await test.step('the list finds the customer', async () => {
    await findInList(page, name)
    await customerLink(page, name).click()
    await expect(page).toHaveURL(/\/customers\/\d+$/)
  })

  await test.step('the record shows personal data and the outstanding balance', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await expect(
      page
        .getByRole('region', { name: /^ใบสมัคร/ })
        .getByText('ค้างชำระ')
        .first(),
    ).toBeVisible()
    await expect(page.getByText(/^ZZx+\d\d$/)).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'แสดงเลขบัตรเต็ม' }).click()
    await expect(page.getByText(/^ZZ\d{7}$/)).toBeVisible()
  })

  await test.step('the privacy notice is recorded', async () => {
    await page.getByRole('button', { name: 'บันทึกว่าแจ้งแล้ว' }).click()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'บันทึก' }).click()
    await expect(page.getByText(/รับทราบเมื่อ .* บันทึกโดย/)).toBeVisible()
    await expect(page.getByText('บันทึกการรับทราบประกาศความเป็นส่วนตัว').first()).toBeVisible()
  })

  await test.step('the phone number is corrected', async () => {
    await page.getByRole('link', { name: 'แก้ไข', exact: true }).click()
    await expect(page).toHaveURL(/\/customers\/\d+\/edit$/)
    await page.getByLabel('โทรศัพท์สำรอง').fill('0898765432')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
    await expect(page).toHaveURL(/\/customers\/\d+$/)
    await expect(page.getByText('089-876-5432').first()).toBeVisible()
    await expect(page.getByText('แก้ไขข้อมูลผู้สมัคร').first()).toBeVisible()
    // The back button skips the form and returns to the list.
    await page.getByRole('button', { name: 'ย้อนกลับ' }).click()
    await expect(page).toHaveURL(/\/customers\?/)
    await page.goForward()
    await expect(page).toHaveURL(/\/customers\/\d+$/)
  })

  await test.step('the other kinds of application start with the customer filled in', async () => {
    const record = page.url()
    const menu = page.getByRole('button', { name: 'รายการประเภทอื่น' })
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveCount(4)
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'สมัครสอบ' }).click()
    await expect(page).toHaveURL(/\/exam-applications\/new\?customer=\d+$/)
    await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue(name)
    await navigate(page, record)
    await expect(menu).toBeVisible()
  })

  await test.step('a registration starts with the customer filled in', async () => {
    await page.getByRole('link', { name: 'ลงทะเบียน', exact: true }).click()
    await expect(page.getByText('ลูกค้าเดิม', { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue(name)
    await expect(page.getByText('รับทราบประกาศความเป็นส่วนตัวเมื่อ')).toBeVisible()
  })
})

test('two records of one person are merged', desktopOnly, async ({ page, signIn, request }) => {
  const name = uniqueName()
  const clerk = await createApiClient(request, 'registrar.kkn')
  const older = await register(clerk, name, { passport: newPassport() })
  const newer = await register(clerk, name, { idcard: `6${newIdNumber().slice(1)}` })
  await signIn('manager.kkn')

  await test.step('the list of possible duplicates shows the pair', async () => {
    await page.goto('/customers')
    await page.getByRole('link', { name: 'ข้อมูลที่อาจซ้ำ' }).click()
    await expect(page.getByText('หนังสือเดินทางกับเลขประจำตัวของคนเดียวกัน').first()).toBeVisible()
    await waitUntilIdle(page)
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    // The newest pair comes first, but other tests create pairs too.
    const pair = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })
    await pair.getByRole('link', { name: 'ตรวจสอบและรวม' }).click()
    await expect(page).toHaveURL(/\/customers\/merge\?customer=\d+&other=\d+$/)
  })

  await test.step('the values to keep and a moved application are shown, and the records are merged', async () => {
    const fields = page.getByRole('table', { name: 'ข้อมูลที่จะใช้' })
    await expect(fields.getByRole('row', { name: /เลขที่หนังสือเดินทาง/ })).toBeVisible()
    await expect(page.getByText(newer.application_code).first()).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'รวมข้อมูล', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'รวมข้อมูล' }).click()
    await expect(page).toHaveURL(/\/customers\/\d+$/)
  })

  await test.step('the remaining record has all applications', async () => {
    const applications = page.getByRole('region', { name: /^ใบสมัคร/ })
    await expect(applications.getByText(older.application_code).first()).toBeVisible()
    await expect(applications.getByText(newer.application_code).first()).toBeVisible()
    await expect(page.getByText('รวมข้อมูลผู้สมัครซ้ำ').first()).toBeVisible()
  })
})

test(
  'a walk-in who turns out to be a customer is merged into their record',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const clerk = await createApiClient(request, 'registrar.kkn')
    const passport = newPassport()
    const stored = await register(clerk, uniqueName(), { passport })
    const { data: lists } = await clerk(screens.register, {})
    const fee = lists.other_fee?.find(({ price }) => price > 0)
    if (fee === undefined) throw new Error('the branch offers no fee')
    const name = uniqueName()
    const { data: sold } = await clerk(applicationFee.create, {
      customer: {
        is_walk_in: true,
        prefix: 'คุณ',
        fname: name,
        sname: 'แวะมา',
        phone_1: '0812345678',
      },
      other_fee: [{ other_fee_id: fee.other_fee_id, cost: fee.price, paid: 0 }],
    })
    await signIn('registrar.kkn')
    await findInList(page, name)
    await customerLink(page, name).click()
    await page.getByRole('link', { name: 'แก้ไข', exact: true }).click()
    await page.getByRole('radio', { name: 'ชาวต่างชาติ' }).press('Space')
    await page.getByLabel('เลขที่หนังสือเดินทาง').fill(passport)
    await page.keyboard.press('Control+s')
    const question = page.getByRole('alertdialog', { name: 'เลขนี้มีในระบบแล้ว' })
    await expect(question.getByText(`${name} แวะมา”`)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    // Escape closes the question without a change, and saving asks it again.
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect(question).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/customers\/\d+$/)
    const applications = page.getByRole('region', { name: /^ใบสมัคร/ })
    await expect(applications.getByText(stored.application_code).first()).toBeVisible()
    await expect(applications.getByText(sold.application_code).first()).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'the URL of a merged record redirects to the remaining record',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const name = uniqueName()
    const clerk = await createApiClient(request, 'registrar.kkn')
    await register(clerk, name, { passport: newPassport() })
    await register(clerk, name, { idcard: `6${newIdNumber().slice(1)}` })
    const manager = await createApiClient(request, 'manager.kkn')
    const { data } = await manager(customerMerge.duplicates, {})
    const pair = data.find(({ customer }) => customer.fname === name)
    if (pair === undefined) throw new Error('the pair is not in the list of possible duplicates')
    const { customer, other } = pair
    await manager(customerMerge.merge, {
      customer_id: customer.customer_id,
      version: customer.version,
      other_id: other.customer_id,
      other_version: other.version,
      take: ['idcard'],
    })
    await signIn('manager.kkn')
    await page.goto(`/customers/${other.customer_id}`)
    await expect(page).toHaveURL(`/customers/${customer.customer_id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  },
)

test(
  'an instructor sees a customer without the outstanding balance and without a button to reveal ID numbers',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('instructor.kkn')
    await page.goto('/customers')
    await page.getByRole('main').locator('a[href^="/customers/"]').first().click()
    await expect(page.getByRole('region', { name: 'ข้อมูลผู้สมัคร' })).toBeVisible()
    await expect(page.getByText('ยอดค้างชำระ')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'แสดงเลขบัตรเต็ม' })).toHaveCount(0)
  },
)
