/**
 * Reads spreadsheets in a worker thread with limited memory and time, so that a malicious file
 * cannot affect other requests.
 */

import { createWorkerPool, workerFile } from '../worker-pool.ts'
import { type SheetResult, type SheetTask, maxSheetRows } from './sheet.ts'

export interface SheetReader {
  /**
   * The rows of an XLSX or CSV file, or the reason it is refused. Rejects when the queue is full.
   * @param maxRows maximum number of rows below the header, by default `maxSheetRows`
   */
  read(file: Uint8Array, maxRows?: number): Promise<SheetResult>
  close(): Promise<void>
}

const readTimeoutMs = 20_000
const idleTimeoutMs = 30_000
const maxQueued = 16
const maxMegabytes = 256

const exceedsLimits = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))

export function createSheetReader(
  filename = workerFile(import.meta.url, 'sheet-worker.js'),
): SheetReader {
  const { run, close } = createWorkerPool<SheetTask, SheetResult>(filename, {
    name: 'spreadsheet',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  async function readNow(task: SheetTask): Promise<SheetResult> {
    try {
      return await run(task, { signal: AbortSignal.timeout(readTimeoutMs) })
    } catch (error) {
      if (exceedsLimits(error)) return { problem: 'too-large' }
      throw error
    }
  }

  let queued = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    // One file at a time, so that the time limit of a file does not include reading the files before it.
    async read(file, maxRows = maxSheetRows) {
      if (queued > maxQueued) throw new Error('too many spreadsheets are waiting to be read')
      queued += 1
      const result = last.then(() => readNow({ file, maxRows }))
      last = result.catch(() => {}).finally(() => (queued -= 1))
      return result
    },
    close,
  }
}
