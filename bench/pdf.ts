/** Measures PDF receipts, which are rendered by the workers of the built server. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import type { PdfJob } from '../apps/server/src/adapters/pdf/job.ts'
import { createPdfPool } from '../apps/server/src/adapters/pdf/pool.ts'
import type { ReceiptView } from '../apps/server/src/adapters/pdf/view.ts'
import { median, rounded } from './figures.ts'
import type { Figure } from './thresholds.ts'
import type { PartOptions } from './part.ts'
import { type School, openSchool } from './school.ts'

const warmUpCalls = 10
const calls = 40
const concurrent = 10

/** The render job of the first receipt of the demo school. */
async function firstReceipt({ services }: School): Promise<PdfJob> {
  const { snapshot, printedAt } = await services.db
    .selectFrom('issued_document')
    .select(['snapshot', 'createdAt as printedAt'])
    .where('kind', '=', 'receipt')
    .orderBy('document_id')
    .executeTakeFirstOrThrow()
  // The snapshot of a receipt is stored as a ReceiptView.
  const view = snapshot as unknown as ReceiptView
  return { kind: 'receipt', views: [view], size: 'A4', print: { mark: 'original', printedAt } }
}

/** Median time of one receipt after warm-up, and p99 of the event loop delay while ten are rendered. */
export async function pdf({ log }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(log)
  const pool = createPdfPool(pathToFileURL('apps/server/dist/pdf-worker.js').href)
  try {
    const job = await firstReceipt(school)
    const figures: number[] = []
    for (let call = -warmUpCalls; call < calls; call++) {
      const start = performance.now()
      await pool.render(job)
      if (call >= 0) figures.push(performance.now() - start)
    }
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await Promise.all(Array.from({ length: concurrent }, () => pool.render(job)))
    delay.disable()
    return [
      {
        label: 'receipt A4',
        value: rounded(median(figures)),
        unit: 'ms',
        threshold: 'receipt, warm',
      },
      {
        label: `while ${concurrent} are made`,
        value: rounded(delay.percentile(99) / 1e6),
        unit: 'ms',
        threshold: 'event loop during receipts, p99',
      },
    ]
  } finally {
    await pool.close()
    await school.close()
  }
}
