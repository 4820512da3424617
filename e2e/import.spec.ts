/** Tests the import of spreadsheets: preview, correction of errors, saving. */
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { newIdNumber } from './support/registration.ts'
import {
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  desktopOnly,
  waitUntilIdle,
  test,
  navigate,
} from './support/test.ts'

const headings = 'ชื่อหลักสูตร,ประเภท,ราคา (บาท),สาขา'
const uniqueName = () => `นำเข้า ${randomUUID().slice(0, 8)}`

const choose = (page: Page, rows: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'หลักสูตร.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([headings, ...rows].join('\r\n')),
  })
const saveButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `นำเข้า ${count} รายการ` })

test('courses are imported after an invalid row is corrected', async ({ page, signIn }) => {
  await signIn('manager.kkn')
  await page.goto('/courses')
  await page.getByRole('link', { name: 'นำเข้าข้อมูล' }).click()
  await expect(page).toHaveURL(/\/courses\/import/)
  const [first, second] = [uniqueName(), uniqueName()]
  await choose(page, [`${first},รถยนต์,"5,500",KKN`, `${second},รถยนต์,ฟรี,KKN`])
  await expect(page.getByRole('alert')).toContainText('มี 1 บรรทัดที่ผิด')
  await expect(page.getByText('ราคา (บาท) “ฟรี”:')).toBeVisible()
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await expect(saveButton(page, 1)).toBeDisabled()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await page.getByRole('button', { name: 'เลือกไฟล์ใหม่' }).click()
  await choose(page, [`${first},รถยนต์,"5,500",KKN`, `${second},รถยนต์,฿900,KKN`])
  await expect(page.getByText('จะนำเข้า 2 รายการ: ใหม่ 2 เปลี่ยนแปลง 0')).toBeVisible()
  await expect(page.getByText(second, { exact: true })).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  // A double click must save only once.
  await saveButton(page, 2).dblclick()
  await expect(page.getByText('นำเข้าข้อมูลเรียบร้อยแล้ว 2 รายการ')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await page.getByRole('link', { name: second, exact: true }).click()
  await expect(page.getByLabel('ชื่อหลักสูตร')).toHaveValue(second)
  await page.goBack()
  // The saved rows are not offered again.
  await expect(page.getByText('เลือกไฟล์ หรือลากไฟล์มาวางที่นี่')).toBeVisible()
  await navigate(page, `/courses?text=${encodeURIComponent(first)}`)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
})

test('two tabs import the same file once', desktopOnly, async ({ page, signIn, context }) => {
  await signIn('manager.kkn')
  const rows = [`${uniqueName()},รถยนต์,1,KKN`]
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/courses/import')
    await choose(tab, rows)
    await expect(saveButton(tab, 1)).toBeEnabled()
  }
  await saveButton(page, 1).click()
  await expect(page.getByText('นำเข้าข้อมูลเรียบร้อยแล้ว 1 รายการ')).toBeVisible()
  // Another worker may import courses at the same time.
  await expect(async () => {
    await saveButton(other, 1).click()
    await expect(other.getByRole('alert')).toContainText('ข้อมูลเปลี่ยนไปจากที่ตรวจสอบไว้', {
      timeout: 3_000,
    })
  }).toPass()
  // The new preview shows the rows as existing.
  await expect(other.getByText('ทุกรายการในไฟล์ตรงกับที่มีอยู่แล้ว')).toBeVisible()
  await expect(saveButton(other, 0)).toBeDisabled()
})

test(
  'the file with the existing records contains no changes, and a file of another type is refused',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/other-fees/import')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'ดาวน์โหลดราคาสินค้าและบริการที่มีอยู่' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^นำเข้าราคาสินค้าและบริการ-.*\.xlsx$/)
    await page.locator('input[type=file]').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await readFile(await file.path()),
    })
    await expect(page.getByText('ทุกรายการในไฟล์ตรงกับที่มีอยู่แล้ว')).toBeVisible()
    await waitUntilIdle(page)

    await page.getByRole('button', { name: 'เลือกไฟล์ใหม่' }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'หน้าเว็บ.xlsx',
      mimeType: 'text/html',
      buffer: Buffer.from('<html><table></table></html>'),
    })
    await expect(page.getByRole('alert')).toContainText('ไม่ใช่ไฟล์ Excel')
  },
)

test(
  'initial passwords of imported employees are shown once',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('hr')
    await page.goto('/employees/import')
    const username = `import.${randomUUID().slice(0, 8)}`
    await page.locator('input[type=file]').setInputFiles({
      name: 'พนักงาน.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `ชื่อผู้ใช้,คำนำหน้า,ชื่อ,นามสกุล,บทบาท,สาขา\n${username},นาย,มานะ,ใจดี,พนักงานทั่วไป,KKN`,
      ),
    })
    await saveButton(page, 1).click()
    const card = page.getByRole('region', { name: 'รหัสผ่านเริ่มต้น' })
    await expect(card.getByText(username)).toBeVisible()
    await expectAccessibleInBothSkins(page)
    const password = await card.locator('code').innerText()

    // Leaving the passwords asks for confirmation.
    for (const role of ['link', 'button'] as const) {
      await page.getByRole(role, { name: role === 'link' ? 'ไปที่พนักงาน' : 'นำเข้าไฟล์อื่น' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'ยกเลิก' }).click()
      await expect(card).toBeVisible()
    }
    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: 'ดาวน์โหลด' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain(
      `"${username}","${password}"`,
    )
    await page.getByRole('link', { name: 'ไปที่พนักงาน' }).click()
    await expect(page).toHaveURL(/\/employees/)
  },
)

test('rights from a former system are imported once, after wrong rows are corrected, and shown with their history', async ({
  page,
  signIn,
}) => {
  await signIn('manager.kkn')
  await page.goto('/exam-rights')
  await page.getByRole('link', { name: 'นำเข้าข้อมูล' }).click()
  await expect(page.getByRole('heading', { name: 'นำเข้าสิทธิ์สอบยกมา' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ดาวน์โหลดแบบฟอร์ม' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)

  const last = addDays(todayInBangkok(new Date()), 60)
  const fname = `ยกมา${randomUUID().slice(0, 6)}`
  const idcard = newIdNumber()
  const chooseRights = (licence: string, until: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'สิทธิ์สอบ.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'เลขประจำตัวประชาชน,คำนำหน้า,ชื่อ,นามสกุล,โทรศัพท์มือถือ,สาขา,การสอบ,ประเภทใบอนุญาต,สิทธิ์สอบถึงวันที่',
          `${idcard},นาย,${fname},ระบบเดิม,0812345678,KKN,ภาคทฤษฎี,${licence},${until}`,
        ].join('\r\n'),
      ),
    })
  await chooseRights('รถเมล์', '31/02/2570')
  await expect(page.getByRole('alert')).toContainText('มี 1 บรรทัดที่ผิด')
  await expect(page.getByText('ประเภทใบอนุญาต “รถเมล์”:')).toBeVisible()
  await expect(page.getByText('สิทธิ์สอบถึงวันที่ “31/02/2570”:')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await page.getByRole('button', { name: 'เลือกไฟล์ใหม่' }).click()
  await chooseRights('รถยนต์', formatDay(last))
  await saveButton(page, 1).dblclick()
  await expect(page.getByText('นำเข้าข้อมูลเรียบร้อยแล้ว 1 รายการ')).toBeVisible()
  await page.getByRole('link', { name: new RegExp(fname) }).click()
  const history = page.getByRole('region', { name: 'ประวัติสิทธิ์สอบ' })
  await expect(history).toContainText('สิทธิ์สอบยกมา')
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await page.goto('/exam-rights/import')
  await chooseRights('รถยนต์', formatDay(last))
  await expect(page.getByText('ทุกรายการในไฟล์ตรงกับที่มีอยู่แล้ว')).toBeVisible()
  await navigate(page, `/exam-rights?text=${fname}`)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
})
