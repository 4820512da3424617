/**
 * Reads spreadsheets in a worker thread with limited memory and time, so that a malicious file
 * cannot affect other requests.
 */

import { createWorkerPool, workerFile } from '../worker-pool.ts'
import type { ReadSheet } from './sheet.ts'

export interface SheetReader {
  /** The rows of an XLSX or CSV file, or its problem. Rejects when the queue is full. */
  read(file: Uint8Array): Promise<ReadSheet>
  close(): Promise<void>
}

const readTimeoutMs = 20_000
const idleMs = 30_000
const maxWaiting = 16
const maxMegabytes = 256

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))

export function createSheetReader(
  filename = workerFile(import.meta.url, 'sheet-worker.js'),
): SheetReader {
  const { run, close } = createWorkerPool<Uint8Array, ReadSheet>(filename, {
    name: 'spreadsheet',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    maxQueue: maxWaiting,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  return {
    async read(file) {
      try {
        return await run(file, { signal: AbortSignal.timeout(readTimeoutMs) })
      } catch (error) {
        if (isTooMuch(error)) return { problem: 'too-large' }
        throw error
      }
    },
    close,
  }
}
