import { afterAll, describe, expect, it } from 'vitest'
import { renderJob } from './job.ts'
import { createPdfPool, type PdfJob } from './pool.ts'
import { applicationFormView, current, original, receiptView } from './test/sample-views.ts'

const receipt: PdfJob = { kind: 'receipt', views: [receiptView()], print: original, size: 'A4' }
const form: PdfJob = { kind: 'application-form', view: applicationFormView(), print: current }

describe('the PDF pool', () => {
  const pool = createPdfPool()
  afterAll(() => pool.close())

  it('renders the same bytes in workers as in this thread', async () => {
    pool.warm()
    const jobs = [receipt, form, receipt]
    const rendered = await Promise.all(jobs.map((job) => pool.render(job)))
    for (const [i, job] of jobs.entries()) {
      expect(rendered[i]).toBeInstanceOf(Uint8Array)
      expect(Buffer.compare(rendered[i]!, await renderJob(job))).toBe(0)
    }
  })

  it('renders the next job after a failed one', async () => {
    const broken = { ...receipt, print: { ...original, printedAt: 'yesterday' } }
    await expect(pool.render(broken)).rejects.toThrow(RangeError)
    await expect(pool.render(receipt)).resolves.toBeInstanceOf(Uint8Array)
  })
})

it('rejects with the error of workers that cannot start', async () => {
  const pool = createPdfPool(new URL('./absent.js', import.meta.url).href)
  await expect(pool.render(receipt)).rejects.toThrow('absent.js')
  await expect(pool.render(receipt)).rejects.toThrow('absent.js')
  await pool.close()
})

it('rejects jobs after it is closed', async () => {
  const pool = createPdfPool()
  await pool.close()
  await expect(pool.render(receipt)).rejects.toThrow('closed')
})
