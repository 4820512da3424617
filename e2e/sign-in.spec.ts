/** Tests sign-in, expired tokens, ended sessions, and actions by role. */
import { logIn } from './support/calls.ts'
import { expect, desktopOnly, navigate, test } from './support/test.ts'

test('a wrong password shows a message, the right one signs in', async ({ page }) => {
  await page.goto('/courses')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('ชื่อผู้ใช้').fill('registrar.kkn')
  await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill('not-this-one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง')).toBeVisible()
  await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill('khapdee-demo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/courses/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('หลักสูตร')
})

test('a registrar sees the courses, but no button that creates one', async ({ page, signIn }) => {
  await signIn('registrar.kkn')
  await page.goto('/courses')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('หลักสูตร')
  await expect(page.getByRole('link', { name: /^เพิ่มหลักสูตร|ใหม่$/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^เพิ่มหลักสูตร|ใหม่$/ })).toHaveCount(0)
})

test(
  'an expired access token is renewed once in the background',
  desktopOnly,
  async ({ page, anchor, signIn }) => {
    await signIn('registrar.bpi')
    const refreshes: string[] = []
    page.on('request', (request) => {
      if (/refresh/.test(request.url())) refreshes.push(request.url())
    })
    await anchor.evaluate(() => localStorage.setItem('accessToken', 'expired.token.here'))
    await page.goto('/courses')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('หลักสูตร')
    await expect.poll(() => refreshes.length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    expect(refreshes).toHaveLength(1)
  },
)

test(
  'two tabs with expired tokens both continue',
  desktopOnly,
  async ({ context, page, anchor, signIn }) => {
    await signIn('cashier.bpi')
    await anchor.evaluate(() => localStorage.setItem('accessToken', 'expired.token.here'))
    const second = await context.newPage()
    await Promise.all([page.goto('/courses'), second.goto('/promotions')])
    await expect(page.getByRole('heading', { level: 1 })).toContainText('หลักสูตร')
    await expect(second.getByRole('heading', { level: 1 })).toContainText('ส่วนลด')
  },
)

test(
  "a user who signs in in place of another in a second tab gets the first screen, without the other user's input",
  desktopOnly,
  async ({ page, anchor, signIn }) => {
    await signIn('registrar.kkn')
    await page.goto('/registrations')
    await navigate(page, '/registrations/new')
    await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('สมหญิง')
    const replaceBy = async (username: string) => {
      const { userData, ...tokens } = await logIn(page.request, username)
      await anchor.evaluate(
        (items) => {
          for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
        },
        { ...tokens, userData: JSON.stringify(userData) },
      )
    }
    await replaceBy('cashier.kkn')
    await expect(page).toHaveURL(/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ภาพรวม')
    await navigate(page, '/registrations/new')
    await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue('')

    // The same screen is read again for the new user, and so are the lists.
    await navigate(page, '/registrations')
    await expect(page.getByText(/^AP-KKN-/).first()).toBeVisible()
    await navigate(page, '/dashboard')
    await replaceBy('cashier.bpi')
    await expect(page.getByRole('banner').getByText('เมืองขอนแก่น')).toHaveCount(0)
    await navigate(page, '/registrations')
    await expect(page.getByText(/^AP-BPI-/).first()).toBeVisible()
    await expect(page.getByText(/^AP-KKN-/)).toHaveCount(0)
  },
)

test(
  'invalid tokens lead to sign-in with a message, and the refresh token is removed',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('manager.bpi')
    await page.goto('/courses')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('หลักสูตร')
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired')
      localStorage.setItem('refreshToken', 'expired')
    })
    await page.goto('/promotions')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('หมดเวลาการใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
  },
)
