/** Tests marks and notices of lists whose rows the demo school does not have, and imports of the other entities. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  desktopOnly,
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  openList,
  test,
  navigate,
} from './support/test.ts'

interface Answer {
  data: object[]
  meta: object
  total?: object
  filter: Readonly<Record<string, object[]>>
}

/** Changes the answers of a list. */
async function changeAnswers(
  page: Page,
  path: RegExp,
  change: (body: Answer) => object,
): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

test('an amount above the limit is marked, and a notice says that the sums do not include it', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await changeAnswers(page, /application\/gettable/, (body) => ({
    ...body,
    data: body.data.map((row, i) => ({ ...row, over_cap: i === 0 })),
    total: { ...body.total, over_cap: 1 },
  }))
  await openList(page)
  await expect(page.getByText('เกินวงเงิน', { exact: true })).toHaveCount(1)
  await expect(page.getByText('1 รายการเกินวงเงินสูงสุด ไม่นับในยอดรวม')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test(
  'the last page of a long list asks to search, filter or sort',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await changeAnswers(page, /application\/gettable/, (body) => ({
      ...body,
      meta: { ...body.meta, total: 837_555, totalPages: 500, bounded: true },
    }))
    await page.goto('/registrations?page=500')
    await expect(page.getByText(/^เปิดดูได้ 5,000 รายการแรก กรุณาค้นหา กรอง/)).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
  },
)

test(
  'fees of an unconfirmed kind are announced above the list',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await changeAnswers(page, /otherfee\/gettable/, (body) => ({
      ...body,
      filter: {
        ...body.filter,
        type: [...(body.filter['type'] ?? []), { value: 'unconfirmed', name: 'ยังไม่ยืนยันประเภท' }],
      },
    }))
    await openList(page, '/other-fees')
    const notice = page.getByText(/กรุณาเปิดแต่ละรายการ ตรวจสอบประเภทที่แนะนำ/)
    await expect(notice).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
  },
)

/** A new code of letters and digits. */
const newCode = () => `N${randomUUID().slice(0, 8).toUpperCase()}`

for (const [path, header, row] of [
  ['/promotions', 'รหัสส่วนลด,ชื่อส่วนลด,มูลค่า,สาขา', (code) => `${code},ลดพิเศษ,10,KKN`],
  ['/expense-items', 'ชื่อรายการ,หมวดหมู่,สาขา', (code) => `${code},รายจ่าย,KKN`],
  ['/evaluations', 'หัวข้อประเมิน,ประเภท,หมวดหมู่,สาขา', (code) => `${code},ภาคทฤษฎี,ทั่วไป,KKN`],
  ['/vehicles', 'ทะเบียนรถ,จังหวัดที่จดทะเบียน,ประเภทรถ,สาขา', (code) => `${code},ขอนแก่น,รถยนต์,KKN`],
] as const satisfies readonly (readonly [string, string, (code: string) => string])[]) {
  test(
    `a file for ${path} is refused without its required columns, and imported with them`,
    desktopOnly,
    async ({ page, signIn }) => {
      const choose = (...lines: string[]) =>
        page.locator('input[type=file]').setInputFiles({
          name: 'รายการ.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(lines.join('\r\n')),
        })
      await signIn('manager.kkn')
      await openList(page, path)
      await page.getByRole('link', { name: 'นำเข้าข้อมูล' }).click()
      await expect(page).toHaveURL(new RegExp(`${path}/import`))
      await expectAccessibleInBothSkins(page)
      await expectNoHorizontalScroll(page)
      await choose(header.slice(0, header.indexOf(',')), 'ตัวอย่าง')
      await expect(page.getByRole('alert')).toContainText('ไม่พบคอลัมน์ที่จำเป็น')

      const code = newCode()
      await choose(header, row(code))
      await page.getByRole('button', { name: 'นำเข้า 1 รายการ' }).press('Enter')
      await expect(page.getByText('นำเข้าข้อมูลเรียบร้อยแล้ว 1 รายการ')).toBeVisible()
      await navigate(page, `${path}?text=${code}`)
      await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
    },
  )
}
