/** Documents are made in worker threads, so that no request waits for another's receipt. */

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

interface Workers {
  threads: Piscina<PdfJob, Uint8Array>
  /** Why the threads could not go on, once they could not. */
  failure?: unknown
}

const threadCount = 2

/** Workers start at the first job, or with `warm`; after a crash new ones start at the next job. */
export function createPdfPool(filename: string = workerFile()): PdfPool {
  let running: Workers | undefined
  let closed = false

  function start(): Workers {
    const threads = new Piscina<PdfJob, Uint8Array>({
      filename,
      minThreads: threadCount,
      maxThreads: threadCount,
    })
    const workers: Workers = { threads }
    // A thread died outside of a job, at its start say: left alone, the pool would retry for ever.
    threads.on('error', (error) => {
      workers.failure ??= error
      if (running === workers) running = undefined
      void threads.destroy()
    })
    return workers
  }

  function current(): Workers {
    if (closed) throw new Error('the PDF pool is closed')
    running ??= start()
    return running
  }

  return {
    async render(job) {
      const workers = current()
      try {
        return await workers.threads.run(job)
      } catch (error) {
        throw workers.failure ?? error
      }
    },
    warm() {
      current()
    },
    async close() {
      closed = true
      await running?.threads.close()
    },
  }
}

/** The TypeScript itself when this module runs from source; in a build, the bundle beside it. */
function workerFile(): string {
  const file = import.meta.url.endsWith('.ts') ? './source-worker.mjs' : './pdf-worker.js'
  return new URL(file, import.meta.url).href
}
