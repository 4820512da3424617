/** Documents are made in worker threads, so that a request never waits for another's receipt. */

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import type { PdfJob } from './job.ts'

export type { PdfJob } from './job.ts'

export interface PdfPool {
  /** The PDF of a job. Rejects when the document cannot be made, or after `close`. */
  render(job: PdfJob): Promise<Uint8Array>
  /** Starts the workers, which load the fonts, ahead of the first job. */
  warm(): void
  /** Finishes the jobs at hand and stops the workers. */
  close(): Promise<void>
}

const workers = 2

/** Workers start at the first job, or with `warm`. */
export function createPdfPool(): PdfPool {
  let pool: Piscina<PdfJob, Uint8Array> | undefined
  let closed = false

  function started() {
    if (closed) throw new Error('the PDF pool is closed')
    pool ??= new Piscina({
      ...workerFile(),
      minThreads: workers,
      maxThreads: workers,
    })
    return pool
  }

  return {
    async render(job) {
      return started().run(job)
    },
    warm() {
      started()
    },
    async close() {
      closed = true
      await pool?.close()
    },
  }
}

/** TypeScript as it stands when this module runs from source; in a build, the bundle beside it. */
function workerFile(): { filename: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) {
    return { filename: new URL('./pdf-worker.js', import.meta.url).href, execArgv: [] }
  }
  const tsx = createRequire(import.meta.url).resolve('tsx')
  return {
    filename: new URL('./worker.ts', import.meta.url).href,
    execArgv: ['--import', pathToFileURL(tsx).href],
  }
}
