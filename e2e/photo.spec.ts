/** Tests photos of employees and of the signed-in user: choosing, cropping, saving, removing. */
import type { Page } from '@playwright/test'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  waitUntilIdle,
  test,
} from './support/test.ts'

/** A wide image, red on the left and blue on the right, to be cropped. */
async function picture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 400 })
    const context = canvas.getContext('2d')
    for (const [left, colour] of [
      [0, '#b91c1c'],
      [450, '#1d4ed8'],
    ] as const) {
      if (context) context.fillStyle = colour
      context?.fillRect(left, 0, 450, 400)
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

const save = (page: Page) => page.getByRole('button', { name: 'บันทึก', exact: true }).click()
const chooser = (page: Page) => page.getByRole('button', { name: /^(เลือกรูป|เปลี่ยนรูป) รูปถ่าย/ })

async function openEmployee(page: Page, username: string): Promise<void> {
  await page.goto(`/employees?text=${username}&status=all`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(นาย|นาง)/ })
    .first()
    .click()
  await expect(chooser(page)).toBeVisible()
}

/** Whether the image is loaded and has a size. */
const isDrawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('a photo is chosen, cropped by keyboard, saved and shown', async ({
  page,
  signIn,
  isMobile,
}) => {
  const username = 'instructor.kkn'
  await signIn('admin')
  await openEmployee(page, username)
  const choosing = page.waitForEvent('filechooser')
  await chooser(page).focus()
  await page.keyboard.press('Enter')
  await (
    await choosing
  ).setFiles({
    name: 'รูปครู.png',
    mimeType: 'image/png',
    buffer: await picture(page),
  })
  const dialog = page.getByRole('dialog', { name: 'เลือกส่วนของรูป' })
  const area = dialog.getByLabel(/^กรอบรูป/)
  await expect(area).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  // A phone has no keyboard.
  if (isMobile) return
  await area.focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Shift+ArrowRight')
  await dialog.getByRole('button', { name: 'ใช้รูปนี้' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('รูปครู.jpg')).toBeVisible()
  await expect.poll(() => isDrawn(page, 'main img')).toBe(true)
  await expectAccessible(page)
  await save(page)
  await expect(page).toHaveURL(/\/employees\?/)
  await waitUntilIdle(page)
  await expect.poll(() => isDrawn(page, 'main img[src^="/files/uploads/"]')).toBe(true)
  await expectAccessible(page)

  await openEmployee(page, username)
  await page.getByRole('button', { name: 'ลบรูปถ่าย' }).click()
  await save(page)
  await expect(page).toHaveURL(/\/employees\?/)
  await waitUntilIdle(page)
  await expect(page.locator('main img')).toHaveCount(0)
})

test(
  'users set and remove their own photo on the profile',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('cashier.nma')
    await page.goto('/profile')
    await waitUntilIdle(page)
    await page.locator('input[type=file]').setInputFiles({
      name: 'ฉัน.png',
      mimeType: 'image/png',
      buffer: await picture(page),
    })
    await page.getByRole('button', { name: 'ใช้รูปนี้' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'เปลี่ยนรูปเรียบร้อยแล้ว' })).toBeVisible()
    await expect.poll(() => isDrawn(page, 'main img[src^="/files/uploads/"]')).toBe(true)
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.reload()
    await expect.poll(() => isDrawn(page, 'main img[src^="/files/uploads/"]')).toBe(true)
    await page.getByRole('button', { name: 'ลบรูปถ่าย' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'ลบรูปเรียบร้อยแล้ว' })).toBeVisible()
    await expect(page.locator('img[src^="/files/uploads/"]')).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'a file that is not an image is refused with a Thai message',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await openEmployee(page, 'cashier.kkn')
    const input = page.locator('input[type=file]')
    await input.setInputFiles({
      name: 'x.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    })
    await expect(page.getByText(/^ไฟล์ต้องเป็น/).last()).toBeVisible()
    await input.setInputFiles({
      name: 'x.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html>'),
    })
    const dialog = page.getByRole('dialog', { name: 'เลือกส่วนของรูป' })
    await expect(dialog.getByText('เปิดรูปนี้ไม่ได้ กรุณาเลือกไฟล์อื่น')).toBeVisible()
    await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
    await expectAccessible(page)
  },
)
