/**
 * Tests the exam day: candidates are checked in at the desk by scanner and camera, and every open
 * screen of the day and the big screen show it.
 */
import { beginSessionByCall, bookToday, openDesk, slipCodeByCall } from './support/calls.ts'
import { installCamera, showQr } from './support/camera.ts'
import { newMark } from './support/numbers.ts'
import { startProxy } from './support/proxy.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

/** Within this time, every open screen shows a change. */
const soon = { timeout: 2000 }

test('a check-in by the code of the slip is seen on another board and on the big screen within two seconds, and after a restart of the server', async ({
  page,
  signIn,
  request,
  browser,
  baseURL,
  isMobile,
}) => {
  // Each project uses its own branch, because a new link of a big screen revokes the previous one.
  const branch = isMobile ? 'bpi' : 'kkn'
  const run = newMark()
  const session = await beginSessionByCall(request, `manager.${branch}`, 5)
  const desk = await openDesk(request, branch)
  const candidate = async (fname: string) => {
    const { exam_id } = await bookToday(desk, session, fname)
    return {
      fname,
      name: `${fname} การเงิน`,
      code: await slipCodeByCall(request, desk.manager, exam_id),
    }
  }
  const first = await candidate(`คิว${run}`)
  const second = await candidate(`ถัดไป${run}`)

  await signIn(`manager.${branch}`)
  await installCamera(page)
  await page.goto('/exam-day')
  await page.getByRole('button', { name: 'จอแสดงคิว' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'สร้างลิงก์ใหม่' }).click()
  const link = await dialog.getByRole('textbox', { name: /ลิงก์/ }).inputValue()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The other screens reach the server through a proxy.
  const proxy = await startProxy(baseURL ?? '')
  const others = await browser.newContext({ baseURL: proxy.url })
  const television = await others.newPage()
  await television.setViewportSize({ width: 1920, height: 1080 })
  await television.goto(new URL(link).pathname)
  const queue = television.getByRole('region', { name: session.room })
  await expect(television.getByRole('heading', { level: 1 })).toBeVisible()
  const clerk = await others.newPage()
  await signIn(`registrar.${branch}`, clerk)
  await clerk.goto('/exam-day')
  const stageOf = (name: string, { fname }: { fname: string }) =>
    clerk.getByRole('list', { name }).filter({ hasText: fname })
  await expect(stageOf('ยังไม่มา', first)).toBeVisible()

  const field = page.getByRole('textbox', { name: /สแกนใบนัดสอบ/ })
  const scan = async (code: string) => {
    await field.fill(code)
    await field.press('Enter')
  }
  await scan(first.code)
  await expect(page.getByRole('status').filter({ hasText: first.fname })).toContainText('คิวที่ 1')
  await expect(stageOf('รอเรียก', first)).toBeVisible(soon)
  const number = queue.getByText('1', { exact: true })
  await expect(number).toBeVisible(soon)
  // The screen is read from a distance of some metres.
  const size = await number.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  expect(size).toBeGreaterThanOrEqual(48)
  await scan(first.code)
  await expect(page.getByRole('alert')).toContainText('ลงทะเบียนเข้าสอบแล้วเมื่อ')

  await clerk.getByRole('button', { name: `เรียก ${first.name}` }).click()
  await expect(queue.getByText(first.fname)).toBeVisible(soon)
  await expect(
    page.getByRole('list', { name: 'เรียกแล้ว' }).filter({ hasText: first.fname }),
  ).toBeVisible(soon)
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await expectAccessible(television)

  await proxy.stop()
  await expect(television.getByText('กำลังเชื่อมต่อใหม่')).toBeVisible()
  await page.evaluate(() => void (globalThis.testCamera.isRefused = true))
  await page.getByRole('button', { name: 'สแกนด้วยกล้อง' }).click()
  await expect(dialog.getByRole('alert')).toContainText('ไม่ได้รับอนุญาตให้ใช้กล้อง')
  await page.evaluate(() => void (globalThis.testCamera.isRefused = false))
  await dialog.getByRole('button', { name: 'ลองอีกครั้ง' }).click()
  await showQr(page, first.code.replaceAll('-', ''))
  await expect(dialog.getByRole('alert')).toContainText('ลงทะเบียนเข้าสอบแล้วเมื่อ')
  await expectAccessible(dialog)
  await showQr(page, second.code.replaceAll('-', ''))
  await expect(dialog.getByRole('status').filter({ hasText: second.fname })).toContainText('คิวที่ 2')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => globalThis.testCamera.isOn())).toBe(false)
  await expect(stageOf('ยังไม่มา', second)).toBeVisible()
  await proxy.start()
  await expect(stageOf('รอเรียก', second)).toBeVisible()
  await expect(queue.getByText('2', { exact: true })).toBeVisible()
  await expect(television.getByText('กำลังเชื่อมต่อใหม่')).toHaveCount(0)

  await page.getByRole('button', { name: `ยกเลิกการลงทะเบียนเข้าสอบ ${first.name}` }).click()
  await dialog.getByRole('textbox').fill('ลงผิดคน')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'ยกเลิกการลงทะเบียนเข้าสอบ' }).click()
  await expect(stageOf('ยังไม่มา', first)).toBeVisible(soon)
  await others.close()
  await proxy.stop()
})
