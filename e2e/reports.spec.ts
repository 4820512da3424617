/** Tests the reports of the books: each figure leads to a list with the same total; PDF and Excel. */
import {
  desktopOnly,
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  waitUntilIdle,
} from './support/test.ts'

const year = '?start=2026-01-01&end=2026-12-31'

test('a figure of a report links to a list with the same total', async ({ page, signIn }) => {
  await signIn('accountant')
  await page.goto(`/reports${year}&type=periods&branch=all`)
  const table = page.getByRole('table', { name: /แยกตามช่วงเวลา/ })
  const figure = table
    .or(page.locator('main'))
    .getByRole('link', { name: /^[\d,]+\.\d\d$/ })
    .first()
  const total = (await figure.textContent()) ?? ''
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await figure.click()
  await expect(page).toHaveURL(/\/income\?.*status=counted/)
  await waitUntilIdle(page)
  await expect(page.getByRole('definition').filter({ hasText: total }).first()).toBeVisible()
})

test('each report is shown and printed', desktopOnly, async ({ page, signIn }) => {
  test.slow()
  await signIn('accountant')
  for (const type of ['daily', 'categories', 'branches', 'pay_types', 'receipts', 'outstanding']) {
    await page.goto(`/reports?start=2026-10-01&end=2026-10-31&type=${type}&branch=all`)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
  const tab = page.waitForEvent('popup')
  const answered = page.waitForResponse((response) => response.url().endsWith('/report/pdf'))
  await page.getByRole('button', { name: 'พิมพ์รายงาน' }).click()
  expect((await answered).status()).toBe(200)
  await (await tab).close()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ส่งออก Excel' }).click()
  expect((await download).suggestedFilename()).toMatch(/^report-.*\.xlsx$/)
})
