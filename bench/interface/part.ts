/** Measures screens in Chromium with CPU throttling: list loading, layout shift, typing, and the calendar. */
import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  chromium,
} from '@playwright/test'
import { demoPassword } from '../../apps/server/src/modules/user/passwords.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { signInByForm } from '../../scripts/sign-in.ts'
import type { ThresholdName } from '../thresholds.ts'
import { median, percentile, rounded } from '../figures.ts'
import type { Figure } from '../thresholds.ts'
import type { PartOptions } from '../part.ts'
import { openSchool } from '../school.ts'
import { measureCalendar } from './calendar.ts'
import { type ListRequest, referencePath, serveReference } from './reference.ts'
import { openSlow } from './slow-page.ts'

const username = 'registrar.kkn'
const loads = 7
const visits = 4
/** Longer than the debounce of a filter, so that each key is pressed during the search for the previous text. */
const betweenKeysMs = 250
/** Time after the list is ready during which layout shifts are still counted. */
const restMs = 1500

/** Returns a browser context with a signed-in session. */
async function signedIn(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, locale: 'th-TH' })
  const page = await context.newPage()
  await page.goto('/login')
  await signInByForm(page, username, demoPassword)
  await page.getByText(/แสดง \d+–\d+ จาก/).waitFor()
  return context
}

/** The request with which the first list reads its rows. */
async function listRequest(context: BrowserContext): Promise<ListRequest> {
  const page = await context.newPage()
  const sent = page.waitForRequest(/\/application\/gettable/)
  await page.goto('/registrations')
  const request = await sent
  const { authorization = '' } = await request.allHeaders()
  await page.close()
  return { url: request.url(), authorization }
}

/** Loads a page with a table, with a warm browser cache; returns the probes after the rows were painted. */
async function loadTable(context: BrowserContext, path: string): Promise<Window['bench']> {
  const page = await openSlow(context, path)
  await page.waitForFunction(() => window.bench.listReady !== null)
  await page.waitForTimeout(restMs)
  const probes = await page.evaluate(() => window.bench)
  await page.close()
  return probes
}

/** Loads the list and the reference alternately. */
async function loadList(context: BrowserContext): Promise<Figure[]> {
  const ready: number[] = []
  const reference: number[] = []
  const shifts: number[] = []
  for (let load = 0; load < loads; load++) {
    const { listReady, shift } = await loadTable(context, '/registrations')
    ready.push(listReady ?? 0)
    shifts.push(shift)
    reference.push((await loadTable(context, referencePath)).listReady ?? 0)
  }
  return [
    { label: 'list ready', value: rounded(median(ready)), unit: 'ms' },
    { label: 'reference ready', value: rounded(median(reference)), unit: 'ms' },
    {
      label: 'list / reference',
      value: rounded(median(ready) / median(reference)),
      unit: 'ratio',
      threshold: 'list ready, share of reference',
    },
    {
      label: 'layout shift of the list',
      value: rounded(median(shifts)),
      unit: 'shift',
      threshold: 'layout shift of the list',
    },
  ]
}

/** Types the text key by key; returns the milliseconds from each key to the next painted frame. */
async function typeKeys(page: Page, field: Locator, text: string): Promise<number[]> {
  await field.click()
  await page.evaluate(() => void (window.bench.keys = []))
  // Playwright's keyboard has no Thai keys: it would insert the letters without key events.
  const devTools = await page.context().newCDPSession(page)
  for (const key of text) {
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key })
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
    await page.waitForTimeout(betweenKeysMs)
  }
  await devTools.detach()
  return page.evaluate(() => window.bench.keys)
}

async function typeInFilter(context: BrowserContext): Promise<number[]> {
  const page = await openSlow(context, '/registrations')
  await page.waitForFunction(() => window.bench.listReady !== null)
  const field = page.getByPlaceholder(/เลขที่ใบสมัคร/)
  const keys = [
    ...(await typeKeys(page, field, 'สุวรรณไตร')),
    ...(await typeKeys(page, field, ' ศรีบุญเรือง')),
  ]
  await page.close()
  return keys
}

async function typeInReference(context: BrowserContext): Promise<number[]> {
  const page = await openSlow(context, referencePath)
  await page.waitForFunction(() => window.bench.listReady !== null)
  const keys = await typeKeys(page, page.getByRole('textbox'), 'สุวรรณไตร ศรีบุญเรือง')
  await page.close()
  return keys
}

async function typeInForm(context: BrowserContext): Promise<Map<string, number[]>> {
  const page = await openSlow(context, '/registrations/new')
  const fields: Record<string, [Locator, string]> = {
    'ID number': [page.getByLabel('เลขประจำตัวประชาชน'), '1409900000011'],
    'first name': [page.getByRole('textbox', { name: 'ชื่อ', exact: true }), 'สมชายกฤษดา'],
    'last name': [page.getByLabel('นามสกุล'), 'ศรีบุญเรือง'],
    phone: [page.getByLabel('โทรศัพท์มือถือ'), '0600001234'],
    'subdistrict, with suggestions': [page.getByRole('combobox', { name: /ตำบล/ }), 'หนองบัวลำภู'],
    'course, with suggestions': [
      page.getByRole('group', { name: 'หลักสูตร' }).getByRole('combobox').first(),
      'รถยนต์ เกียร์',
    ],
  }
  const keys = new Map<string, number[]>()
  for (const [name, [field, text]] of Object.entries(fields)) {
    keys.set(name, await typeKeys(page, field, text))
    await page.keyboard.press('Escape')
  }
  await page.close()
  return keys
}

/** Types the same words on several newly opened screens, to have enough keys for a 95th percentile. */
async function measureKeys(context: BrowserContext): Promise<Figure[]> {
  const inFilter: number[] = []
  const inReference: number[] = []
  const inForm = new Map<string, number[]>()
  for (let visit = 0; visit < visits; visit++) {
    inReference.push(...(await typeInReference(context)))
    inFilter.push(...(await typeInFilter(context)))
    for (const [name, keys] of await typeInForm(context)) {
      inForm.set(name, [...(inForm.get(name) ?? []), ...keys])
    }
  }
  const reference = percentile(inReference, 0.95)
  const times = (label: string, keys: number[]): Figure[] => [
    { label: `${label}, median`, value: rounded(median(keys)), unit: 'ms' },
    { label: `${label}, p95`, value: rounded(percentile(keys, 0.95)), unit: 'ms' },
  ]
  const compared = (label: string, keys: number[], threshold: ThresholdName): Figure[] => [
    ...times(`${label}, ${keys.length} keys`, keys),
    {
      label: `${label} / reference`,
      value: rounded(percentile(keys, 0.95) / reference),
      unit: 'ratio',
      threshold,
    },
  ]
  return [
    ...times(`reference, ${inReference.length} keys`, inReference),
    ...compared('filter', inFilter, 'key in a filter, share of reference'),
    ...[...inForm].flatMap(([name, keys]) =>
      compared(name, keys, 'key in a form, share of reference'),
    ),
  ]
}

/** Measures list loading, typing, layout shift and the calendar. */
export async function measureInterface({ log }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(log)
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const context = await signedIn(browser, school.origin)
    await serveReference(context, await listRequest(context))
    const figures = [
      ...(await loadList(context)),
      ...(await measureKeys(context)),
      ...(await measureCalendar(context, school, username)),
    ]
    console.table(figures)
    return figures
  } finally {
    await browser.close()
    await school.close()
  }
}
