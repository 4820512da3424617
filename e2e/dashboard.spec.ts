/** Tests the dashboard: figures lead to their lists, and the chart is also a table. */
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { expect, test, waitUntilIdle } from './support/test.ts'

test('figures and tasks of the dashboard lead to the lists that explain them', async ({
  page,
  signIn,
}) => {
  await signIn('manager.kkn')
  await page.goto('/dashboard')
  const received = page.getByRole('term').filter({ hasText: 'รับเงินวันนี้' }).locator('..')
  await received.getByRole('link').press('Enter')
  const today = todayInBangkok(new Date())
  await expect(page).toHaveURL(new RegExp(`/payments\\?start=${today}&end=${today}`))
  await page.goBack()
  const tasks = page.getByRole('region', { name: 'ต้องดำเนินการ' })
  await tasks.getByRole('link', { name: 'ค้างชำระ เลยนัด' }).click()
  await expect(page).toHaveURL(/\/overdue\?category=late/)
  await waitUntilIdle(page)
  await expect(page.getByText('เลยนัด').filter({ visible: true }).first()).toBeVisible()
  await page.goBack()
  const chart = page.getByRole('region', { name: 'รับเงิน 14 วันล่าสุด' })
  await chart.getByText('ตาราง').click()
  const first = addDays(today, -13)
  await expect(chart.locator(`a[href*="start=${first}&end=${first}"]`)).toBeVisible()
})
