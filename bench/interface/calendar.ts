/** Measures the calendar: switching between months with many entries. */
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { median, percentile, rounded } from '../figures.ts'
import type { School } from '../school.ts'
import type { Figure } from '../thresholds.ts'
import { openSlow } from './slow-page.ts'

const entriesPerMonth = 2_000
/** Number of months that are opened in turn, with their entries. */
const months = 6
const visits = 3
/** Time between two switches, in which the screen finishes its work after painting. */
const restMs = 1000

/**
 * Enters own events of the user in this month and the following ones; every fifth lasts a whole
 * day.
 */
async function addEntries({ services }: School, username: string): Promise<void> {
  await sql`
    insert into calendar_event (user_id, category, title, is_all_day, starts_at, ends_at, is_busy)
    select user_id, (array['Personal', 'Business', 'Family', 'ETC'])[1 + n % 4], 'นัดหมาย ' || n, n % 5 = 0,
      starts_at, starts_at + case when n % 5 = 0 then interval '1 day' else interval '1 hour' end, false
    from app_user, generate_series(0, ${months * entriesPerMonth - 1}::int) as n,
      lateral (select (date_trunc('month', now() at time zone 'Asia/Bangkok')
          + n / ${entriesPerMonth}::int * interval '1 month' + n % 28 * interval '1 day'
          + case when n % 5 = 0 then interval '0' else (8 + n % 10) * interval '1 hour' end) at time zone 'Asia/Bangkok'
        as starts_at) own
    where username = ${username}`.execute(services.db)
}

/**
 * Presses a button of the calendar; returns the milliseconds until the entries of the other month
 * are painted.
 */
async function switchMonth(page: Page, button: string): Promise<number> {
  await page.evaluate(() => {
    window.bench.calendar = null
    const idOfFirst = () => document.querySelector<HTMLElement>('.entry')?.dataset['entry']
    const before = idOfFirst()
    addEventListener(
      'pointerup',
      ({ timeStamp }) => {
        const look = () => {
          const first = idOfFirst()
          const isShown =
            first !== undefined && first !== before && document.querySelector('.stale') === null
          if (isShown) setTimeout(() => (window.bench.calendar = performance.now() - timeStamp))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
  await page.getByRole('button', { name: button }).click()
  await page.waitForFunction(() => window.bench.calendar !== null)
  await page.waitForTimeout(restMs)
  return page.evaluate(() => window.bench.calendar ?? 0)
}

/**
 * Switches forwards from month to month, where each month is fetched, and back, where each is in
 * the cache.
 */
export async function measureCalendar(
  context: BrowserContext,
  school: School,
  username: string,
): Promise<Figure[]> {
  await addEntries(school, username)
  const forwards: number[] = []
  const back: number[] = []
  const nodes: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const page = await openSlow(context, '/exam-calendar?view=month')
    await page.locator('.entry').first().waitFor()
    await page.waitForTimeout(restMs)
    for (let month = 1; month < months; month++) {
      forwards.push(await switchMonth(page, 'ถัดไป'))
      nodes.push(await page.locator('.entry').count())
    }
    for (let month = 1; month < months; month++) back.push(await switchMonth(page, 'ก่อนหน้า'))
    await page.close()
  }
  const figures = (label: string, switches: number[]): Figure[] => [
    {
      label: `calendar, ${label}`,
      value: rounded(median(switches)),
      unit: 'ms',
      threshold: 'month of the calendar',
    },
    { label: `calendar, ${label}, p95`, value: rounded(percentile(switches, 0.95)), unit: 'ms' },
  ]
  return [
    ...figures('another month', forwards),
    ...figures('a month seen before', back),
    {
      label: `entries of a month with ${entriesPerMonth}`,
      value: Math.max(...nodes),
      unit: 'nodes',
      threshold: 'entries of the calendar in the document',
    },
  ]
}
