/** Tests marks and notices of lists whose rows the demo school does not have, and imports of the other entities. */
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  openList,
  test,
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

test('an amount above the limit is marked, and a notice says that sums leave it out', async ({
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

test('the last page of a long list asks to search, filter or sort', async ({ page, signIn }) => {
  await signIn('admin')
  await changeAnswers(page, /application\/gettable/, (body) => ({
    ...body,
    meta: { ...body.meta, total: 837_555, totalPages: 500, bounded: true },
  }))
  await page.goto('/registrations?page=500')
  await expect(page.getByText(/^เปิดดูได้ 5,000 รายการแรก กรุณาค้นหา กรอง/)).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test('fees of an unconfirmed kind are announced above the list', async ({ page, signIn }) => {
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
})

for (const [path, header] of [
  ['/promotions', 'รหัสส่วนลด'],
  ['/expense-items', 'ชื่อรายการ'],
  ['/evaluations', 'หัวข้อประเมิน'],
  ['/vehicles', 'ทะเบียนรถ'],
] as const) {
  test(`a file for ${path} without the required columns is refused by name`, async ({
    page,
    signIn,
  }) => {
    await signIn('manager.kkn')
    await openList(page, path)
    await page.getByRole('link', { name: 'นำเข้าข้อมูล' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}/import`))
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.locator('input[type=file]').setInputFiles({
      name: 'รายการ.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${header}\r\nตัวอย่าง`),
    })
    await expect(page.getByRole('alert')).toContainText('ไม่พบคอลัมน์ที่จำเป็น')
  })
}
