/** Receipts, made by the built product's workers. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import type { PdfJob } from '../apps/server/src/adapters/pdf/job.ts'
import { createPdfPool } from '../apps/server/src/adapters/pdf/pool.ts'
import type { ReceiptView } from '../apps/server/src/adapters/pdf/view.ts'
import { type Figure, median, rounded } from './figures.ts'
import type { PartOptions } from './part.ts'
import { type School, openSchool } from './school.ts'

const warming = 10
const calls = 40
const atOnce = 10

/** A receipt of the demo school as it is stored. */
async function someReceipt({ services }: School): Promise<PdfJob> {
  const { snapshot, printedAt } = await services.db
    .selectFrom('issued_document')
    .select(['snapshot', 'createdAt as printedAt'])
    .where('kind', '=', 'receipt')
    .orderBy('document_id')
    .executeTakeFirstOrThrow()
  // Stored by create-application.ts as the view that was printed.
  const view = snapshot as unknown as ReceiptView
  return { kind: 'receipt', views: [view], size: 'A4', print: { mark: 'original', printedAt } }
}

/** The time of one warm receipt, and how long this process waited while ten were made. */
export async function pdf({ say }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(say)
  const pool = createPdfPool(pathToFileURL('apps/server/dist/pdf-worker.js').href)
  try {
    const job = await someReceipt(school)
    const figures: number[] = []
    for (let call = -warming; call < calls; call++) {
      const start = performance.now()
      await pool.render(job)
      if (call >= 0) figures.push(performance.now() - start)
    }
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await Promise.all(Array.from({ length: atOnce }, () => pool.render(job)))
    delay.disable()
    return [
      { what: 'receipt A4', value: rounded(median(figures)), unit: 'ms', bar: 'receipt, warm' },
      {
        what: `while ${atOnce} are made`,
        value: rounded(delay.percentile(99) / 1e6),
        unit: 'ms',
        bar: 'event loop during receipts, p99',
      },
    ]
  } finally {
    await pool.close()
    await school.close()
  }
}
