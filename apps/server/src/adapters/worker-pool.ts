/** Work that would hold the event loop up is done in worker threads. */

import { Piscina } from 'piscina'

export interface WorkerPool<Job, Result> {
  /** What the worker makes of a job. Rejects when it cannot, when aborted, or after `close`. */
  run(job: Job, options?: { signal: AbortSignal }): Promise<Result>
  /** Starts the workers ahead of the first job. */
  warm(): void
  /** Finishes the jobs at hand and stops the workers. */
  close(): Promise<void>
}

export interface WorkerPoolOptions {
  /** Said where the pool is used after `close`. */
  name: string
  minThreads: number
  maxThreads: number
  /** Milliseconds after which a thread beyond the least ends. */
  idleTimeout?: number
  /** How many jobs may wait. */
  maxQueue?: number
  resourceLimits?: { maxOldGenerationSizeMb: number }
}

interface Workers<Job, Result> {
  threads: Piscina<Job, Result>
  /** Why the threads could not go on, once they could not. */
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
    // A thread died outside of a job, at its start say: left alone, the pool would retry for ever.
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
 * Where the worker of a module is: its TypeScript when the module runs from source, and in a build
 * the bundle beside it.
 * @param module the module's own `import.meta.url`
 */
export const workerFile = (module: string, builtName: string): string =>
  new URL(module.endsWith('.ts') ? './source-worker.mjs' : `./${builtName}`, module).href
