/** Renders documents in worker threads, so that rendering does not block other requests. */

import { createWorkerPool, workerFile } from '../worker-pool.ts'
import type { PdfJob } from './job.ts'

export type { PdfJob } from './job.ts'

export interface PdfPool {
  /** Renders a PDF. Rejects when rendering fails, or after `close`. */
  render(job: PdfJob): Promise<Uint8Array>
  /** The number of documents that wait for a worker. */
  waiting(): number
  /** Starts the workers, which load the fonts, ahead of the first job. */
  warm(): void
  /** Finishes the queued jobs and stops the workers. */
  close(): Promise<void>
}

/**
 * A thread with its fonts takes 50 MB, so the second one exists only while documents are waiting.
 */
const maxThreads = 2
const idleTimeout = 10 * 60 * 1000

export function createPdfPool(filename = workerFile(import.meta.url, 'pdf-worker.js')): PdfPool {
  const { run, waiting, warm, close } = createWorkerPool<PdfJob, Uint8Array>(filename, {
    name: 'PDF',
    minThreads: 1,
    maxThreads,
    idleTimeout,
  })
  return { render: (job) => run(job), waiting, warm, close }
}
