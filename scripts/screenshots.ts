/**
 * `npm run screenshots`: takes the screenshots of the README and of docs from the demo school;
 * `npm run screenshots -- list palette` only these.
 */
import { mkdirSync } from 'node:fs'
import { bridgePaths, bridgeUrl, cardInserted, cardPresent } from '@khapdee/contract/card-bridge'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { type Browser, type Page, chromium } from '@playwright/test'
import bridgeManifest from '../apps/card-bridge/package.json' with { type: 'json' }
import startDemo from '../e2e/global-setup.ts'
import { build } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { main } from './run.ts'
import { signInByForm } from './sign-in.ts'

const folder = 'docs/screenshots'

interface Screenshot {
  name: string
  width: number
  height: number
  skin?: 'light' | 'dark'
  /** The signed-in user; a registrar by default. */
  username?: string
  /** Navigates from the first screen after sign-in to the state to capture. */
  show(page: Page): Promise<void>
}

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** The person on the card in the screenshots, who is not a customer. */
const card = {
  result: 'ok',
  nat_id: '1101700230708',
  title_th: 'นาย',
  fname_th: 'สมชาย',
  sname_th: 'ใจดี',
  birthdate: '1990-04-15',
  issue_expire: '2040-04-14',
}

/**
 * Answers like a card reader program with a card, because no such program runs where the
 * screenshots are taken.
 */
async function answerAsCardReader(page: Page): Promise<void> {
  const answers: Record<string, string> = {
    [bridgePaths.info]: JSON.stringify({
      program: 'khapdee-card-bridge',
      version: bridgeManifest.version,
      state: cardPresent,
    }),
    [bridgePaths.read]: JSON.stringify(card),
    [bridgePaths.events]: `data: ${cardInserted}\n\n`,
  }
  await page.route(`${bridgeUrl}/**`, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      body: answers[new URL(route.request().url()).pathname] ?? '',
    }),
  )
}

/** A key that belongs to no reader, as long as a real one. */
const exampleKey = 'EXAMPLE'.repeat(7).slice(0, 43)

/** Answers calls for card readers with this data, because no program is connected where the screenshots are taken. */
async function answerCalls(
  page: Page,
  answers: Partial<Record<keyof typeof cardReader, unknown>>,
): Promise<void> {
  for (const name of ['list', 'create', 'ask'] as const) {
    const data = answers[name]
    if (data === undefined) continue
    await page.route(`**/${cardReader[name].path}*`, (route) =>
      route.fulfill({ json: { status: 'success', message: 'สร้างรหัสเชื่อมต่อแล้ว', data } }),
    )
  }
}

/** Stores the settings of the card readers in the browser. */
const setCardReader = (page: Page, settings: object): Promise<void> =>
  page.evaluate(
    (value) => localStorage.setItem('khapdee.cardReader', JSON.stringify(value)),
    settings,
  )

async function openList(page: Page): Promise<void> {
  await page.goto('/registrations')
  await page.getByText(/แสดง \d+–\d+ จาก/).waitFor()
}

/** The lines of a CSV file of courses; one price is invalid. */
const courseCsvLines = [
  'ชื่อหลักสูตร,ประเภท,ราคา (บาท),สาขา',
  'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.),รถยนต์,"6,500",KKN',
  'รถยนต์ เกียร์ธรรมดา รอบค่ำ (10 ชม.),รถยนต์,"4,900",KKN',
  'รถจักรยานยนต์ วันเสาร์–อาทิตย์ (8 ชม.),รถจักรยานยนต์,2500 บาท,KKN',
  'รถยนต์ ทบทวนก่อนสอบ (2 ชม.),รถยนต์,เก้าร้อย,KKN',
  'รถบรรทุก ชนิดที่ 2 (15 ชม.),รถบรรทุก,"9,000",ขอนแก่น',
]

const screenshots: readonly Screenshot[] = [
  { name: 'list', ...desktop, show: openList },
  { name: 'list-dark', ...desktop, skin: 'dark', show: openList },
  { name: 'list-phone', ...phone, show: openList },
  {
    name: 'registration',
    ...desktop,
    async show(page) {
      await page.goto('/registrations/new')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'palette',
    ...desktop,
    async show(page) {
      await openList(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'customer',
    ...desktop,
    async show(page) {
      // Each branch has other customers on each day.
      await page.goto('/customers')
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('region', { name: /^ใบสมัคร/ }).waitFor()
    },
  },
  {
    name: 'card-reader',
    ...desktop,
    height: 880,
    async show(page) {
      await answerAsCardReader(page)
      await setCardReader(page, { order: ['bridge'], token: 'x' })
      await page.goto('/card-reader')
      const source = page.getByRole('region', { name: 'โปรแกรมอ่านบัตรในเครื่องนี้' })
      await source.getByRole('button', { name: 'ทดสอบ' }).click()
      await source.getByText('พร้อม มีบัตรอยู่ในเครื่อง').waitFor()
    },
  },
  {
    name: 'card-pairing',
    ...desktop,
    height: 880,
    async show(page) {
      await setCardReader(page, { order: ['bridge'] })
      await page.goto('/card-reader')
      await page.getByLabel('รหัสจับคู่ที่โปรแกรมแสดง').fill('7KQ2-M9XF')
    },
  },
  {
    name: 'card-connection',
    ...desktop,
    username: 'manager.kkn',
    async show(page) {
      await setCardReader(page, { order: ['relay'] })
      await page.goto('/card-reader')
      await answerCalls(page, { create: { card_reader_id: 1, key: exampleKey } })
      await page.getByRole('button', { name: 'เพิ่มเครื่องอ่านบัตร' }).click()
      await page.getByLabel('ชื่อเครื่องอ่านบัตร').fill('เคาน์เตอร์ 1')
      await page.getByRole('button', { name: 'สร้างรหัสเชื่อมต่อ' }).click()
      await page.getByLabel('คำสั่ง').waitFor()
    },
  },
  {
    name: 'card-relay',
    ...desktop,
    height: 880,
    username: 'manager.kkn',
    async show(page) {
      await answerCalls(page, {
        list: ['เคาน์เตอร์ 1', 'เคาน์เตอร์ 2'].map((name, index) => ({
          card_reader_id: index + 1,
          branch_id: 1,
          name,
          createdAt: '2026-11-02T02:00:00.000Z',
          replaced_at: null,
        })),
        ask: { result: 'ok', code: cardPresent, program_version: bridgeManifest.version },
      })
      await setCardReader(page, { order: ['relay'], card_reader_id: 1 })
      await page.goto('/card-reader')
      const source = page.getByRole('region', { name: 'โปรแกรมอ่านบัตรผ่านเซิร์ฟเวอร์' })
      await source.getByRole('button', { name: 'ทดสอบ' }).click()
      await source.getByText('พร้อม มีบัตรอยู่ในเครื่อง').waitFor()
    },
  },
  {
    name: 'card-panel',
    ...desktop,
    async show(page) {
      await answerAsCardReader(page)
      await setCardReader(page, { order: ['bridge'], token: 'x', opensPanel: true })
      await openList(page)
      await page.getByRole('region', { name: 'บัตรที่เสียบ' }).waitFor()
    },
  },
  {
    name: 'import',
    ...desktop,
    username: 'manager.kkn',
    async show(page) {
      await page.goto('/courses/import')
      await page.locator('input[type=file]').setInputFiles({
        name: 'หลักสูตร 2570.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(courseCsvLines.join('\n')),
      })
      await page.getByRole('alert').waitFor()
      await page.getByRole('group', { name: 'สถานะ' }).getByRole('button').first().click()
    },
  },
]

async function takeScreenshot(
  browser: Browser,
  origin: string,
  screenshot: Screenshot,
): Promise<void> {
  const { name, width, height, skin = 'light', username = 'registrar.kkn', show } = screenshot
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(
    (value) => localStorage.setItem('khapdee.preferences', JSON.stringify({ skin: value })),
    skin,
  )
  await page.goto('/login')
  await signInByForm(page, username, 'khapdee-demo')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await show(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await context.close()
}

await main(async () => {
  await build(console.log)
  const stopDemo = await startDemo()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox'],
  })
  try {
    mkdirSync(folder, { recursive: true })
    const asked = process.argv.slice(2)
    const isAsked = ({ name }: Screenshot) => asked.length === 0 || asked.includes(name)
    for (const screenshot of screenshots.filter(isAsked))
      await takeScreenshot(browser, process.env['BASE_URL'] ?? '', screenshot)
  } finally {
    await browser.close()
    await stopDemo()
  }
  return 0
})
