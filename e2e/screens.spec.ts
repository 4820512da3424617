/** Every screen, light and dark, on desktop and phone: loads, is accessible, fits. */
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoSideways,
  settled,
  test,
} from './support/test.ts'

const screens: [path: string, heading: string][] = [
  ['/registrations', 'สมัครเรียน'],
  ['/registrations/new', 'สมัครเรียน'],
  ['/overdue', 'รายการค้างชำระ'],
  ['/pay-balance', 'รับชำระยอดค้าง'],
  ['/payments', 'ประวัติการชำระเงิน'],
  ['/approvals', 'รายการรออนุมัติ'],
  ['/closings', 'ปิดยอดประจำวัน'],
  ['/closings/new', 'ยอดที่ยังไม่ปิด'],
  ['/exam-applications', 'สมัครสอบ'],
  ['/exam-applications/new', 'สมัครสอบ'],
  ['/vehicle-checks', 'ตรวจสภาพรถ'],
  ['/vehicle-checks/new', 'ตรวจสภาพรถ'],
  ['/other-fee-sales', 'ค่าใช้จ่ายอื่น'],
  ['/other-fee-sales/new', 'ค่าใช้จ่ายอื่น'],
  ['/request-fee-sales', 'ค่าคำขอ'],
  ['/request-fee-sales/new', 'ค่าคำขอ'],
  ['/customers', 'ผู้สมัคร'],
  ['/customers/1', ''],
  ['/customers/1/edit', 'แก้ไขข้อมูลผู้สมัคร'],
  ['/customers/duplicates', 'ข้อมูลที่อาจซ้ำ'],
  ['/customers/merge?customer=1', 'รวมข้อมูลผู้สมัครซ้ำ'],
  ['/branches', 'สาขา'],
  ['/branches/new', 'สาขา'],
  ['/branches/1', 'สาขา'],
  ['/branches/1/settings', 'ตั้งค่าสาขา'],
  ['/employees', 'พนักงาน'],
  ['/employees/new', 'พนักงาน'],
  ['/employees/2', 'พนักงาน'],
  ['/courses', 'หลักสูตร'],
  ['/courses/new', 'หลักสูตร'],
  ['/courses/1', 'หลักสูตร'],
  ['/courses/import', 'นำเข้าหลักสูตร'],
  ['/promotions', 'ส่วนลด'],
  ['/promotions/new', 'ส่วนลด'],
  ['/promotions/1', 'ส่วนลด'],
  ['/other-fees', 'รายการค่าใช้จ่ายอื่น'],
  ['/other-fees/new', 'ค่าใช้จ่ายอื่น'],
  ['/request-fees', 'รายการค่าคำขอ'],
  ['/request-fees/1', 'ค่าคำขอ'],
  ['/expense-items', 'หมวดรายรับ–รายจ่าย'],
  ['/expense-items/new', 'หมวดรายรับ–รายจ่าย'],
  ['/expense-items/1', 'หมวดรายรับ–รายจ่าย'],
  ['/evaluations', 'แบบประเมิน'],
  ['/evaluations/new', 'หัวข้อประเมิน'],
  ['/evaluations/1', 'หัวข้อประเมิน'],
  ['/vehicles', 'ยานพาหนะ'],
  ['/vehicles?category=due', 'ยานพาหนะ'],
  ['/vehicles/new', 'ยานพาหนะ'],
  ['/vehicles/2', 'ยานพาหนะ'],
  ['/roles', 'สิทธิ์การใช้งาน'],
  ['/roles/new', 'บทบาท'],
  ['/roles/1', 'บทบาท'],
  ['/audit', 'บันทึกการใช้งาน'],
  ['/profile', 'ข้อมูลส่วนตัว'],
  ['/no-such-screen', 'ไม่พบ'],
]

/** As many as one journey visits, so that the others go on beside it. */
const together = 8

for (let first = 0; first < screens.length; first += together) {
  const some = screens.slice(first, first + together)
  test(`screens from ${some[0]?.[0]} on, light and dark`, async ({ page, signIn }) => {
    await signIn('admin')
    for (const [path, heading] of some) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
        await settled(page)
        await expect(page).toHaveTitle(/ขับดี/)
        await expectAccessibleInBothSkins(page)
        await expectNoSideways(page)
      })
    }
  })
}

test('the sign-in screen', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
})
