/** A pool of worker threads for work that would block the event loop. */

import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'

export interface WorkerPool<Job, Result> {
  /**
   * Runs a job in a worker. Rejects when the job fails, when aborted, or after `close`.
   * @param options.transferList ports of the job that the worker takes over
   */
  run(job: Job, options?: { signal: AbortSignal; transferList?: MessagePort[] }): Promise<Result>
  /** The number of queued jobs. */
  waiting(): number
  /** Starts the workers ahead of the first job. */
  warm(): void
  /** Finishes the queued jobs and stops the workers. */
  close(): Promise<void>
}

export interface WorkerPoolOptions {
  /** Name of the pool in the error when it is used after `close`. */
  name: string
  minThreads: number
  maxThreads: number
  /** Milliseconds after which an idle thread above the minimum ends. */
  idleTimeout?: number
  /** Maximum number of queued jobs. */
  maxQueue?: number
  resourceLimits?: { maxOldGenerationSizeMb: number }
}

interface Workers<Job, Result> {
  threads: Piscina<Job, Result>
  /** The error with which a thread ended outside a job. */
  failure?: unknown
}

/** Workers start at the first job, or with `warm`; after a crash new ones start at the next job. */
export function createWorkerPool<Job, Result>(
  filename: string,
  { name, ...options }: WorkerPoolOptions,
): WorkerPool<Job, Result> {
  let running: Workers<Job, Result> | undefined
  let closed = false

  function start(): Workers<Job, Result> {
    const threads = new Piscina<Job, Result>({ filename, ...options })
    const workers: Workers<Job, Result> = { threads }
    // A thread that ends outside a job, e.g. at its start, would otherwise be restarted forever.
    threads.on('error', (error) => {
      workers.failure ??= error
      if (running === workers) running = undefined
      void threads.destroy()
    })
    return workers
  }

  function current(): Workers<Job, Result> {
    if (closed) throw new Error(`the ${name} pool is closed`)
    running ??= start()
    return running
  }

  return {
    async run(job, runOptions = undefined) {
      const workers = current()
      try {
        return await workers.threads.run(job, runOptions)
      } catch (error) {
        throw workers.failure ?? error
      }
    },
    waiting: () => running?.threads.queueSize ?? 0,
    warm() {
      current()
    },
    async close() {
      closed = true
      await running?.threads.close()
    },
  }
}

/**
 * URL of the entry file of a module's worker: `source-worker.mjs` when the module runs from source, and
 * the file `builtName` in a build.
 * @param module the module's own `import.meta.url`
 */
export const workerFile = (module: string, builtName: string): string =>
  new URL(module.endsWith('.ts') ? './source-worker.mjs' : `./${builtName}`, module).href
