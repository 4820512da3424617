import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { demoPassword } from '../apps/server/src/modules/user/passwords.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { signInByForm } from '../scripts/sign-in.ts'
import { build } from '../scripts/build.ts'
import { openSchool } from './school.ts'
import { measureCalendar } from './interface/calendar.ts'

if (process.env.BUILD) await build(console.log)
if (process.env.NOMIN) {
  const { execSync } = await import('node:child_process')
  execSync('npx vite build --minify false --logLevel warn --emptyOutDir', {
    cwd: 'apps/web',
    stdio: 'inherit',
  })
}
const school = await openSchool(console.log)
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const context = await browser.newContext({ baseURL: school.origin, locale: 'th-TH' })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()))
  page.on('pageerror', (e) => console.log('ERR', e))
  await page.goto('/login')
  await signInByForm(page, 'registrar.kkn', demoPassword)
  await page.getByText(/แสดง \d+–\d+ จาก/).waitFor()
  await page.goto('/exam-calendar?view=month')
  await page.locator('.entry').first().waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/cal-a.png', fullPage: true })
  const figures = await measureCalendar(context, school, 'registrar.kkn')
  console.table(figures)
  await page.goto('/exam-calendar?view=month')
  await page.locator('.entry').first().waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/cal-b.png', fullPage: true })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await browser.startTracing(page, {
    categories: [
      'devtools.timeline',
      'disabled-by-default-v8.cpu_profiler',
      'blink.user_timing',
      'toplevel',
      'disabled-by-default-devtools.timeline',
    ],
  })
  for (let i = 0; i < 3; i++) {
    await page.getByRole('button', { name: 'ถัดไป' }).click()
    await page.waitForTimeout(1500)
  }
  writeFileSync('/tmp/cal-trace.json', await browser.stopTracing())
} finally {
  await browser.close()
  await school.close()
}
