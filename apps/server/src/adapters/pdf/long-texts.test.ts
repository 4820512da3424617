import { beforeAll, describe, expect, it } from 'vitest'
import { type PdfJob, renderJob } from './job.ts'
import { amountsOn, longTextJobs, overlapsOn, textRunsOutside } from './test/long-texts.ts'
import { readPdf } from './test/read-pdf.ts'

const pagesOf = async (job: PdfJob) => readPdf(await renderJob(job))

/** The document of this name, with every free text replaced by `long`; null keeps the texts of the sample. */
function jobOf(name: string, long: string | null, itemCount?: number): PdfJob {
  const job = new Map(longTextJobs(long, itemCount)).get(name)
  if (!job) throw new Error(`no document ${name}`)
  return job
}

function sizeOf(job: PdfJob): string {
  if (job.kind === 'receipt') return job.size
  if (job.kind === 'payslip') return 'A5'
  return job.kind === 'exam-slip' ? job.view.size : 'A4'
}
const isRoll = (job: PdfJob) => sizeOf(job) === '80mm'

function marginOf(job: PdfJob): number {
  if (isRoll(job)) return 11
  return sizeOf(job) === 'A5' ? 28 : 40
}

/** The defects of a document: texts outside the margins or over each other, and pages without a number. */
async function inspect(job: PdfJob) {
  const pages = await pagesOf(job)
  const numbered = isRoll(job)
    ? pages
    : pages.filter(({ text }, i) => text.includes(`หน้า ${i + 1}/${pages.length}`))
  return {
    amounts: amountsOn(pages),
    outside: pages.flatMap((page) => textRunsOutside(page, marginOf(job))),
    overlaps: pages.flatMap(overlapsOn),
    withoutNumber: pages.length - numbered.length,
  }
}

const texts: [string, string][] = [
  ...[100, 400, 2000].flatMap((length): [string, string][] => [
    [`${length} Latin letters`, 'W'.repeat(length)],
    [`${length} Thai letters`, 'ขับรถยนต์ก้ำ'.repeat(length / 10).slice(0, length)],
  ]),
  // Broken like Latin letters, which are wider.
  ['100 digits', '8'.repeat(100)],
  ['100 emoji', '🚗'.repeat(100)],
  ['200 short lines', 'ก\n'.repeat(200)],
]

describe.each(longTextJobs(null))('%s', (name, plain) => {
  let amounts: ReturnType<typeof amountsOn>
  beforeAll(async () => {
    amounts = amountsOn(await pagesOf(plain))
  })

  it.each(texts)('prints every amount beside texts of %s', async (_, long) => {
    const clean = { amounts, outside: [], overlaps: [], withoutNumber: 0 }
    expect(await inspect(jobOf(name, long))).toEqual(clean)
  })

  it('prints every amount of a document with 30 items and long notes', async () => {
    const shortTexts = amountsOn(await pagesOf(jobOf(name, null, 30)))
    const clean = { amounts: shortTexts, outside: [], overlaps: [], withoutNumber: 0 }
    expect(await inspect(jobOf(name, 'W'.repeat(400), 30))).toEqual(clean)
  })
})

it('breaks long words between clusters of letters, and ends a cut text with an ellipsis', async () => {
  const [page] = await pagesOf(jobOf('a refund document', 'ก้ำ'.repeat(700)))
  const parts = page?.runs.filter(({ text }) => /^[ก้ำ…]+$/.test(text)) ?? []
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter(({ text }) => !/^(ก้ำ)*…?$/.test(text))).toEqual([])
  expect(parts.some(({ text }) => text.endsWith('…'))).toBe(true)
})

it('prints a long note of an application form in full, over several pages', async () => {
  const job = jobOf('an application form', null)
  if (job.kind !== 'application-form') throw new Error(`unexpected kind ${job.kind}`)
  const note = Array.from({ length: 200 }, (_, i) => `หมายเหตุ ${i + 1}.`)
  const pages = await pagesOf({ ...job, view: { ...job.view, note: note.join('\n') } })
  expect(pages.length).toBeGreaterThan(2)
  const lines = pages.flatMap(({ text }) => text.split('\n'))
  expect(lines.filter((line) => line.startsWith('หมายเหตุ '))).toEqual(note)
})
