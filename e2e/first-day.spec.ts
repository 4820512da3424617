/** Tests how an owner gets from an empty school to the first receipt. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { chooseItem, fillCustomer, lineGroup, saveButton } from './support/registration.ts'
import { startServer } from './support/server.ts'
import { desktopOnly, expect, expectAccessible, test } from './support/test.ts'

const password = 'ม้าแก่กินหญ้าอ่อน'

test(
  'the owner of an empty school gets from the printed link to the first receipt',
  desktopOnly,
  async ({ browser }) => {
    test.slow()
    const dataDir = mkdtempSync(join(process.env['E2E_DATA_DIR'] ?? '', 'empty-'))
    const server = await startServer(dataDir, await freePort(), 'none')
    const context = await browser.newContext({ baseURL: server.url, locale: 'th-TH' })
    try {
      const page = await context.newPage()
      await page.goto('/login')
      await expect(page.getByText(/ยังไม่ได้ตั้งค่า/)).toBeVisible()
      await expectAccessible(page)
      await page.goto('/setup?token=guessed')
      await expect(page.getByText(/ใช้ไม่ได้แล้ว/)).toBeVisible()

      const link = /first administrator: (\S+)/.exec(server.output())?.[1] ?? ''
      await page.goto(link)
      await page.getByLabel('ชื่อโรงเรียน').fill('โรงเรียนสอนขับรถตัวอย่าง')
      await page.getByLabel('รหัสสาขา').fill('HQ')
      await page.getByLabel('ชื่อสาขา').fill('สำนักงานใหญ่')
      await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('สมชาย')
      await page.getByLabel('นามสกุล').fill('ใจดี')
      await page.getByLabel('ชื่อผู้ใช้').fill('somchai')
      await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill(password)
      await page.getByRole('button', { name: 'บันทึก' }).click()
      await page.getByRole('link', { name: 'เข้าสู่ระบบ' }).click()
      await page.getByLabel('ชื่อผู้ใช้').fill('somchai')
      await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/getting-started$/)
      await expect(page.getByText('ทำแล้ว 0 จาก 9 ขั้นตอน')).toBeVisible()

      await page.goto('/registrations/new')
      await expect(page.getByText('ยังไม่มีหลักสูตรที่เปิดใช้งานในสาขานี้')).toBeVisible()
      await page.goto('/courses')
      await expect(page.getByText('ยังไม่มีหลักสูตร', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'เลือกจากรายการที่ใช้กันทั่วไป' }).click()
      const name = 'ทบทวนการขับรถยนต์ (2 ชม.)'
      await page.getByLabel(`ราคา ${name}`).fill('1350')
      await page.getByText(name, { exact: true }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'เพิ่มที่เลือก' }).click()
      await expect(page.getByText('เพิ่มแล้ว 1 รายการ')).toBeVisible()
      await expect(page.getByText('ทำแล้ว 1 จาก 9 ขั้นตอน')).toBeVisible()

      const startRegistration = page.getByRole('link', { name: 'เริ่ม ลงทะเบียนลูกค้าคนแรก' })
      await startRegistration.click()
      await fillCustomer(page)
      await chooseItem(lineGroup(page, 'หลักสูตร'), 'ทบทวน')
      await page
        .getByRole('button', { name: /^รับเต็มจำนวน/ })
        .first()
        .click()
      await saveButton(page).click()
      await expect(page.getByRole('alert')).toContainText('ออกใบเสร็จไม่ได้')
      page.once('dialog', (dialog) => void dialog.accept())
      await page.goto('/getting-started')
      await page.getByRole('link', { name: 'เริ่ม ที่อยู่และเลขผู้เสียภาษีของสาขา' }).click()
      await page.getByLabel('บ้านเลขที่').fill('99/1')
      await page.getByLabel('เลขประจำตัวผู้เสียภาษี').fill('0405500000002')
      await page.getByRole('button', { name: 'บันทึก' }).first().click()
      await expect(page.getByText(/^เลขประจำตัวผู้เสียภาษีไม่ถูกต้อง/)).toBeVisible()
      await page.getByLabel('เลขประจำตัวผู้เสียภาษี').fill('0405500000001')
      await page.getByRole('button', { name: 'บันทึก' }).first().click()
      await expect(page).toHaveURL(/\/getting-started$/)
      await expect(page.getByRole('link', { name: /^ดู ที่อยู่และเลขผู้เสียภาษี/ })).toBeVisible()
      await startRegistration.click()
      await expect(page.getByText('เรียกคืนรายการแล้ว')).toBeVisible()
      await saveButton(page).click()
      await expect(page).toHaveURL(/\/registrations\/\d+/)
      await expect(page.getByText(/RE-HQ-/).first()).toBeVisible()
    } finally {
      await context.close()
      await server.stop()
    }
  },
)
