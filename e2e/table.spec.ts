/** Tests lists: sticky headers, column selection, responsive columns, filters. */
import type { Locator, Page } from '@playwright/test'
import {
  changePreferences,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  navigate,
  openList,
  setSkin,
  waitUntilIdle,
  test,
} from './support/test.ts'

const list = '/registrations?perPage=25'
const lists = ['/branches', '/courses', '/promotions', '/request-fees', '/registrations']

const rows = (page: Page) => page.locator('tbody tr')
const headerCells = (page: Page) => page.locator('thead th')
const chip = (page: Page, name: string) => page.getByRole('button', { name: `ล้างตัวกรอง ${name}` })
const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(field) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test.describe('on a desktop', () => {
  test.skip(({ isMobile }) => isMobile, 'a phone shows cards')

  test('the table header stays visible in every layout', async ({ page, signIn }) => {
    await signIn('admin')
    await openList(page, list)
    for (const layout of ['vertical', 'horizontal']) {
      for (const navbar of ['floating', 'sticky', 'static', 'hidden']) {
        await test.step(`${layout}, ${navbar}`, async () => {
          await changePreferences(page, { layout, navbar })
          await page.evaluate(() => window.scrollTo(0, 0))
          await page.mouse.move(700, 600)
          await page.mouse.wheel(0, 700)
          await expect.poll(() => topOf(rows(page).first())).toBeLessThan(0)
          // The element at the centre of a header cell is that cell, so nothing covers it.
          const headerCell = headerCells(page).nth(1)
          await expect.poll(() => topOf(headerCell)).toBeGreaterThanOrEqual(0)
          await expect.poll(() => topOf(headerCell)).toBeLessThan(160)
          const isInSight = await headerCell.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          })
          expect(isInSight).toBe(true)
        })
      }
    }
  })

  test('a wide table keeps its header and its first column visible', async ({ page, signIn }) => {
    await signIn('admin')
    await openList(page, list)
    await page.evaluate(() => {
      for (const cell of document.querySelectorAll('td')) cell.style.minWidth = '16rem'
    })
    const frame = page.locator('[data-wide]')
    await expect(frame).toBeVisible()
    await expectNoHorizontalScroll(page)
    await frame.evaluate((element) => element.scrollTo(600, 300))
    const at = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect())
    const edge = await at(frame)
    expect((await at(headerCells(page).first())).top).toBeCloseTo(edge.top, 0)
    expect((await at(headerCells(page).first())).left).toBeCloseTo(edge.left, 0)
    expect((await at(rows(page).nth(9).locator('td').first())).left).toBeCloseTo(edge.left, 0)
  })

  test('columns are hidden by keyboard, and stay hidden for this user', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    await openList(page, list)
    const allHeaders = await headerCells(page).allTextContents()
    await page.getByRole('button', { name: 'คอลัมน์' }).press('Enter')
    const first = page.getByRole('menuitemcheckbox').first()
    await expect(first).toHaveAttribute('aria-disabled', 'true')
    // The first enabled entry has the focus.
    await expect(page.getByRole('menuitemcheckbox', { name: 'ผู้สมัคร' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(headerCells(page)).toHaveCount(allHeaders.length - 1)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'คอลัมน์ 7/8' })).toBeFocused()

    await page.reload()
    await expect(headerCells(page)).toHaveCount(allHeaders.length - 1)
    await expect(headerCells(page).filter({ hasText: 'หลักสูตร' })).toHaveCount(0)
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key !== 'khapdee.columns') localStorage.removeItem(key)
      }
    })
    await signIn('admin')
    await openList(page, list)
    await expect(headerCells(page)).toHaveText(allHeaders)
  })

  test('filters show their values and are restored from the URL', async ({ page, signIn }) => {
    // A branch in which no other test registers customers.
    await signIn('manager.bpi')
    await openList(page)
    const total = page.getByText(/^ทั้งหมด .* รายการ$/)
    const everything = await total.textContent()
    await choose(page, 'ช่วงวันที่', 'เดือนก่อน')
    await expect(chip(page, 'ช่วงวันที่')).toBeVisible()
    await expect(total).not.toHaveText(everything ?? '')
    const lastMonth = await total.textContent()

    await choose(page, 'สถานะ', 'ค้างชำระ')
    await expect(page).toHaveURL(/status=outstanding/)
    await page.reload()
    await expect(chip(page, 'สถานะ')).toBeVisible()
    await expect(chip(page, 'ช่วงวันที่')).toBeVisible()

    await page.goBack()
    await expect(chip(page, 'สถานะ')).toHaveCount(0)
    await expect(total).toHaveText(lastMonth ?? '')
    await chip(page, 'ช่วงวันที่').click()
    await expect(total).toHaveText(everything ?? '')
    expect(new URL(page.url()).search).toBe('')
  })

  test('every list shows the branch of the header, which a link changes, and has no separate branch filter', async ({
    page,
    anchor,
    signIn,
  }) => {
    await signIn('admin')
    await anchor.evaluate(() => localStorage.setItem('khapdee.branch', '"2"'))
    const rows = page.waitForRequest(/application\/gettable\?.*branch=2/)
    await openList(page)
    await rows
    const control = page.getByRole('banner').getByRole('button', { name: /สาขา$/ })
    await expect(control).toContainText('สาขาบ้านไผ่')
    await expect(page.getByRole('main').getByRole('button', { name: /สาขา$/ })).toHaveCount(0)
    await expect(chip(page, 'สาขา')).toHaveCount(0)
    const all = page.waitForRequest(
      (request) => /audit\/gettable/.test(request.url()) && !/branch/.test(request.url()),
    )
    await page.goto('/audit?branch=all')
    await all
    await expect(control).toContainText('สาขาทั้งหมด')
    await expect(page).not.toHaveURL(/branch/)
  })

  test('the search field accepts input while rows load, and the old rows stay visible', async ({
    page,
    signIn,
  }) => {
    await signIn('admin')
    await openList(page, list)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/gettable.*text=/, async (route) => {
      await released
      await route.continue()
    })
    const search = page.getByRole('textbox', { name: 'คำค้นหา' })
    await search.fill('สม')
    // The muted colour of the light theme marks stale rows.
    await expect(page.locator('[aria-busy=true] tbody')).toHaveCSS('color', 'rgb(83, 98, 113)')
    await expect(rows(page)).toHaveCount(25)
    await search.pressSequentially('ศ')
    await expect(search).toHaveValue('สมศ')
    release()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(rows(page).first()).toContainText('สมศ')
  })

  test('a capped count is marked as a lower bound', async ({ page, signIn }) => {
    await signIn('admin')
    await page.route(/application\/gettable/, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const meta = { ...body.meta, total: 10_000, totalPages: 1000, capped: true }
      await route.fulfill({ response, json: { ...body, meta, total: null } })
    })
    await openList(page)
    await expect(page.getByText('ทั้งหมด 10,000+ รายการ')).toBeVisible()
    await expect(page.getByText('แสดง 1–10 จาก 10,000+ รายการ')).toBeVisible()
    await expect(page.getByText('พิมพ์คำค้นให้เจาะจงขึ้นเพื่อดูยอดรวม')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('on a tablet', () => {
  test.skip(
    ({ isMobile }) => isMobile,
    'sets the viewport itself; runs once, in the desktop project',
  )

  for (const [viewport, skin] of [
    [{ width: 768, height: 1024 }, 'light'],
    [{ width: 1024, height: 768 }, 'dark'],
  ] as const) {
    test(`every list fits a width of ${viewport.width} px (${skin})`, async ({ page, signIn }) => {
      await page.setViewportSize(viewport)
      await setSkin(page, skin)
      await signIn('admin')
      await openList(page)
      for (const address of lists) {
        await navigate(page, address)
        await expect(page.getByText(/แสดง \d+–\d+ จาก/)).toBeVisible()
        await waitUntilIdle(page)
        await expect(page.locator('[data-wide]')).toHaveCount(0)
        await expectNoHorizontalScroll(page)
        await expectAccessible(page)
      }
    })
  }

  test('columns without space move below another column and still sort', async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await signIn('admin')
    await openList(page)
    const headerCell = headerCells(page).filter({ hasText: 'เลขที่ใบสมัคร' })
    await expect(headerCell).toContainText('วันที่บันทึก')
    await headerCell.getByRole('button', { name: 'วันที่บันทึก' }).click()
    await expect(headerCell).toHaveAttribute('aria-sort', 'ascending')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(headerCell).not.toContainText('วันที่บันทึก')
  })
})

test.describe('on a phone', () => {
  test.skip(({ isMobile }) => !isMobile, 'only a phone shows cards')

  test('cards can be sorted, and their columns hidden', async ({ page, signIn }) => {
    await signIn('admin')
    await openList(page)
    const card = page.getByRole('list', { name: 'สมัครเรียน' }).getByRole('listitem').first()
    await expect(card).toContainText('หลักสูตร')
    await page.getByRole('button', { name: 'ตัวกรอง' }).click()

    await choose(page, 'เรียงตาม', 'ค้างชำระ')
    await expect(page).toHaveURL(/sort=balance/)
    await expect(card).toContainText('ชำระครบแล้ว')
    await choose(page, 'ลำดับ', 'มากไปน้อย')
    await expect(page).toHaveURL(/sort=-balance/)
    await expect(card).not.toContainText('ชำระครบแล้ว')

    await page.getByRole('button', { name: 'คอลัมน์' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'หลักสูตร' }).click()
    await page.keyboard.press('Escape')
    await expect(card).not.toContainText('หลักสูตร')
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.reload()
    await expect(card).not.toContainText('หลักสูตร')
  })
})
