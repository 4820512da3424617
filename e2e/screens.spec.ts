/** Tests that every screen loads, has breadcrumbs, is accessible in both themes and does not scroll sideways. */
import { entities, entityList, listLabel } from '@khapdee/domain/entities'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  desktopOnly,
  expectNoHorizontalScroll,
  navigate,
  waitUntilIdle,
  test,
} from './support/test.ts'

/** `heading` is contained in the level 1 heading; `list` is the link in the breadcrumbs, for screens below a list. */
type Screen = [path: string, heading: string, title: RegExp, list?: string]

/** The list, the form of a new record and the first record of each CRUD entity. */
const crudScreens = entityList.flatMap(([, entity]): Screen[] => {
  const { apiPath, path, label } = entity
  if (apiPath === undefined || path === undefined) return []
  const list = listLabel(entity)
  // The label of another fee is that of its sale; the form is of its price.
  const record = entity === entities.other_fee ? list : label
  return [
    [path, list, new RegExp(`^${list}`)],
    [`${path}/new`, record, new RegExp(`^เพิ่ม.*${record}`), list],
    [`${path}/1`, record, /^(?!แก้ไข)./, list],
  ]
})

const otherScreens: Screen[] = [
  ['/registrations', 'สมัครเรียน', /^สมัครเรียน/],
  ['/registrations/new', 'สมัครเรียน', /^ใบสมัครใหม่/, 'สมัครเรียน'],
  ['/registrations/1', '', /^AP-/, 'สมัครเรียน'],
  ['/registrations/999999', 'ไม่พบ', /^ไม่พบข้อมูลที่ต้องการ/, 'สมัครเรียน'],
  ['/overdue', 'รายการค้างชำระ', /^รายการค้างชำระ/],
  ['/pay-balance', 'รับชำระยอดค้าง', /^รับชำระยอดค้าง/],
  ['/payments', 'ประวัติการชำระเงิน', /^ประวัติการชำระเงิน/],
  ['/approvals', 'รายการรออนุมัติ', /^รายการรออนุมัติ/],
  ['/closings', 'ปิดยอดประจำวัน', /^ปิดยอดประจำวัน/],
  ['/closings/new', 'ยอดที่ยังไม่ปิด', /^ยอดที่ยังไม่ปิด/, 'ปิดยอดประจำวัน'],
  ['/income', 'รายรับ', /^รายรับ/],
  ['/income/new', 'เพิ่มรายรับอื่น', /^เพิ่มรายรับอื่น/, 'รายรับ'],
  ['/expenses', 'รายจ่าย', /^รายจ่าย/],
  ['/expenses/new', 'เพิ่มรายจ่าย', /^เพิ่มรายจ่าย/, 'รายจ่าย'],
  ['/statements', 'รายการเดินบัญชี', /^รายการเดินบัญชี/],
  ['/payroll', 'รายการจ่ายเงินเดือน', /^รายการจ่ายเงินเดือน/],
  ['/payroll-report', 'รายงานเงินเดือน', /^รายงานเงินเดือน/],
  ['/payroll-users', 'เงินเดือนรายบุคคล', /^เงินเดือนรายบุคคล/],
  ['/payroll-rates', 'อัตราเงินเดือนตามกฎหมาย', /^อัตราเงินเดือนตามกฎหมาย/],
  [
    '/payroll-rates/new',
    'เพิ่มอัตราเงินเดือนตามกฎหมาย',
    /^เพิ่มอัตราเงินเดือนตามกฎหมาย/,
    'อัตราเงินเดือนตามกฎหมาย',
  ],
  ['/payroll-items', 'รายการรายได้–รายหัก', /^รายการรายได้–รายหัก/],
  ['/payroll-items/new', 'เพิ่มรายการรายได้–รายหัก', /^เพิ่มรายการรายได้–รายหัก/, 'รายการรายได้–รายหัก'],
  ['/bank-accounts', 'บัญชีธนาคาร', /^บัญชีธนาคาร/],
  ['/bank-accounts/new', 'เพิ่มบัญชีธนาคาร', /^เพิ่มบัญชีธนาคาร/, 'บัญชีธนาคาร'],
  ['/recurring-entries', 'รายการประจำ', /^รายการประจำ/],
  ['/recurring-entries/new', 'เพิ่มรายการประจำ', /^เพิ่มรายการประจำ/, 'รายการประจำ'],
  ['/accounts', 'บัญชีรายรับ–รายจ่าย', /^บัญชีรายรับ–รายจ่าย/],
  ['/accounts/new', 'เพิ่มรายการบัญชี', /^เพิ่มรายการบัญชี/, 'บัญชีรายรับ–รายจ่าย'],
  ['/accounts/1', 'รายการบัญชี', /^(?!แก้ไข)./, 'บัญชีรายรับ–รายจ่าย'],
  ['/account-locks', 'วันล็อกบัญชี', /^วันล็อกบัญชี/],
  ['/withheld-tax', 'ภาษีหัก ณ ที่จ่าย', /^ภาษีหัก ณ ที่จ่าย/],
  ['/drawer', 'ลิ้นชักเงินสด', /^ลิ้นชักเงินสด/],
  ['/petty-cash', 'เงินสดย่อย', /^เงินสดย่อย/],
  ['/petty-cash/1', 'เงินสดย่อยหน้าร้าน', /^เงินสดย่อยหน้าร้าน/, 'เงินสดย่อย'],
  ['/reports', 'รายงาน', /^รายงาน/],
  ['/exam-applications', 'สมัครสอบ', /^สมัครสอบ/],
  ['/income?start=all&end=all', 'รายรับ', /^รายรับ/],
  ['/exam-applications/new', 'สมัครสอบ', /^ใบสมัครใหม่/, 'สมัครสอบ'],
  ['/vehicle-checks', 'ตรวจสภาพรถ', /^ตรวจสภาพรถ/],
  ['/accounts?start=all&end=all', 'บัญชีรายรับ–รายจ่าย', /^บัญชีรายรับ–รายจ่าย/],
  ['/vehicle-checks/new', 'ตรวจสภาพรถ', /^ใบสมัครใหม่/, 'ตรวจสภาพรถ'],
  ['/other-fee-sales', 'ขายสินค้าและบริการอื่น', /^ขายสินค้าและบริการอื่น/],
  ['/vehicle-expenses', 'ค่าใช้จ่ายยานพาหนะ', /^ค่าใช้จ่ายยานพาหนะ/],
  ['/other-fee-sales/new', 'ขายสินค้าและบริการอื่น', /^ใบสมัครใหม่/, 'ขายสินค้าและบริการอื่น'],
  ['/request-fee-sales', 'ค่าคำขอ', /^ค่าคำขอ/],
  ['/request-fee-sales/new', 'ค่าคำขอ', /^ใบสมัครใหม่/, 'ค่าคำขอ'],
  ['/customers', 'ผู้สมัคร', /^ผู้สมัคร/],
  ['/customers/1', '', /^(?!ผู้สมัคร)./, 'ผู้สมัคร'],
  ['/customers/1/edit', 'แก้ไขข้อมูลผู้สมัคร', /^แก้ไข (?!ข้อมูล)/, 'ผู้สมัคร'],
  ['/customers/duplicates', 'ข้อมูลที่อาจซ้ำ', /^ข้อมูลที่อาจซ้ำ/, 'ผู้สมัคร'],
  ['/customers/merge?customer=1', 'รวมข้อมูลผู้สมัครซ้ำ', /^รวมข้อมูลผู้สมัครซ้ำ/, 'ผู้สมัคร'],
  ['/customers/999999', 'ไม่พบ', /^ไม่พบข้อมูลที่ต้องการ/, 'ผู้สมัคร'],
  ['/school', 'ตั้งค่าโรงเรียน', /^ตั้งค่าโรงเรียน/],
  ['/dashboard', 'ภาพรวม', /^ภาพรวม/],
  ['/getting-started', 'ตั้งค่าเริ่มต้น', /^ตั้งค่าเริ่มต้น/],
  ['/getting-started/catalogue', 'รายการเริ่มต้นที่ใช้กันทั่วไป', /^รายการเริ่มต้นที่ใช้กันทั่วไป/, 'ตั้งค่าเริ่มต้น'],
  ['/branches/1', 'สาขา', /^สำนักงานใหญ่/, 'สาขา'],
  ['/branches/1/settings', 'ตั้งค่าสาขา', /^ตั้งค่าสาขา สำนักงานใหญ่/, 'สาขา'],
  ['/employees', 'พนักงาน', /^พนักงาน/],
  ['/employees/new', 'พนักงาน', /^เพิ่มพนักงาน/, 'พนักงาน'],
  ['/employees/2', 'พนักงาน', /^(?!แก้ไข)./, 'พนักงาน'],
  ['/courses/import', 'นำเข้าหลักสูตร', /^นำเข้าหลักสูตร/, 'หลักสูตร'],
  ['/courses/999999', 'ไม่พบ', /^ไม่พบข้อมูลที่ต้องการ/, 'หลักสูตร'],
  ['/vehicles/1', 'ยานพาหนะ', /^1กข 2481 ขอนแก่น/, 'ยานพาหนะ'],
  ['/roles/1', 'บทบาท', /^ผู้ดูแลระบบ/, 'บทบาทและสิทธิ์'],
  ['/roles/4', 'บทบาท', /^(?!แก้ไข)./, 'บทบาทและสิทธิ์'],
  ['/audit', 'บันทึกการใช้งาน', /^บันทึกการใช้งาน/],
  ['/backups', 'สำรองข้อมูล', /^สำรองข้อมูล/],
  ['/vehicles?category=due', 'ยานพาหนะ', /^ยานพาหนะ/],
  ['/profile', 'ข้อมูลส่วนตัว', /^ข้อมูลส่วนตัว/],
  ['/card-reader', 'เครื่องอ่านบัตร', /^เครื่องอ่านบัตร/],
  ['/evaluation-results', 'ผลการประเมิน', /^ผลการประเมิน/],
  ['/evaluation-results/answers', 'รายละเอียดผลการประเมิน', /^รายละเอียดผลการประเมิน/, 'ผลการประเมิน'],
  ['/evaluation-results/comments', 'ข้อเสนอแนะ', /^ข้อเสนอแนะ/, 'ผลการประเมิน'],
  ['/payslips', 'สลิปเงินเดือน', /^สลิปเงินเดือน/],
  ['/tax-certificates', 'หนังสือรับรอง 50 ทวิ', /^หนังสือรับรอง 50 ทวิ/],
  ['/payroll-files', 'ไฟล์ธนาคารและหน่วยงาน', /^ไฟล์ธนาคารและหน่วยงาน/],
  ['/my-payslips', 'สลิปเงินเดือนของฉัน', /^สลิปเงินเดือนของฉัน/],
  ['/my-exams', 'รอบสอบของฉัน', /^รอบสอบของฉัน/],
  ['/evaluation-results?by=month&start=all&end=all', 'ผลการประเมิน', /^ผลการประเมิน/],
  ['/no-such-screen', 'ไม่พบ', /^ไม่พบข้อมูลที่ต้องการ/],
]

/** All screens. A path in `otherScreens` replaces the same path in `crudScreens`. */
const screens = [
  ...crudScreens.filter(([path]) => otherScreens.every(([other]) => other !== path)),
  ...otherScreens,
]

/** Asserts that a screen below a list has a link to it, and on the desktop the name of the screen. */
async function expectBreadcrumbs(
  page: Page,
  list: string | undefined,
  isMobile: boolean,
): Promise<void> {
  const trail = page.getByRole('navigation', { name: 'เส้นทาง' })
  if (list === undefined) return expect(trail).toHaveCount(0)
  const name = (await page.title()).replace(' · ขับดี', '')
  await expect(trail.getByRole('link')).toHaveText(list)
  const current = trail.locator('[aria-current=page]')
  await expect(current).toHaveText(name)
  await expect(current).toBeVisible({ visible: !isMobile })
}

/**
 * The parts that all screens share. They are a third of a screen, and are checked only on the first
 * screen of each test.
 */
const sharedParts = ['[aria-label="เมนูหลัก"]', 'header[data-noprint]']

/** The screens are divided into several tests, which run in parallel. */
const screensPerTest = 6

for (let first = 0; first < screens.length; first += screensPerTest) {
  const group = screens.slice(first, first + screensPerTest)
  test(`screens from ${group[0]?.[0]} on are accessible in both themes`, async ({
    page,
    signIn,
    isMobile,
  }) => {
    await signIn('admin')
    for (const [path, heading, title, list] of group) {
      await test.step(path, async () => {
        if (path === group[0]?.[0]) await page.goto(path)
        else await navigate(page, path)
        await expect(page).toHaveTitle(title)
        await expect(page).toHaveTitle(/ · ขับดี$/)
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
        await waitUntilIdle(page)
        await expectBreadcrumbs(page, list, isMobile)
        await expectAccessibleInBothSkins(page, path === group[0]?.[0] ? [] : sharedParts)
        await expectNoHorizontalScroll(page)
      })
    }
  })
}

test(
  'a side menu longer than the screen does not lengthen the page',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    // Higher than the page, but not than the menu up to its first number.
    await page.setViewportSize({ width: 1366, height: 480 })
    await page.goto('/customers?text=ไม่มีชื่อนี้')
    const waiting = page.getByRole('link', { name: /^รายการรออนุมัติ รออนุมัติ \d+ รายการ$/ })
    await expect(waiting).not.toBeInViewport()
    await expect(page.getByText('ไม่พบข้อมูลที่ตรงกับตัวกรอง')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(480)
  },
)

test('the screens before sign-in are accessible', async ({ page }) => {
  await page.goto('/setup?token=x')
  await expect(page).toHaveTitle('ตั้งค่าครั้งแรก · ขับดี')
  await page.goto('/login')
  await expect(page).toHaveTitle('เข้าสู่ระบบ · ขับดี')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
