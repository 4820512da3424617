/**
 * Renders files of many payslips in a separate thread, so that other documents do not wait for
 * them.
 */

import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createWorkerPool, workerFile } from '../worker-pool.ts'
import type { PayslipBatchJob } from './payslip-batch.ts'
import type { PayslipView } from './payroll-view.ts'
import type { Print } from './view.ts'

/** A part of a file of payslips. */
export interface PayslipPart {
  bytes: Uint8Array
  /** How many payslips are finished with this part. */
  finished: number
}

export interface PayslipPool {
  /**
   * The parts of one PDF. The next payslips are read when a part is taken. Ends the thread when the reader stops early.
   * Rejects when reading or rendering fails.
   * @param batches payslips in their order, some at a time
   */
  render(
    file: { title: string; print: Print },
    batches: AsyncIterable<readonly PayslipView[]>,
  ): AsyncGenerator<PayslipPart>
  /** Finishes queued files and stops the thread. */
  close(): Promise<void>
}

/** The thread with its fonts takes 50 MB, so it ends soon after the last file. */
const idleTimeout = 60_000

export function createPayslipPool(
  filename = workerFile(import.meta.url, 'pdf-worker.js'),
): PayslipPool {
  const { run, close } = createWorkerPool<PayslipBatchJob, undefined>(filename, {
    name: 'payslip',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
  })
  return {
    async *render(file, batches) {
      const { port1, port2 } = new MessageChannel()
      const stop = new AbortController()
      const running = run(
        { kind: 'payslips', port: port2, ...file },
        { signal: stop.signal, transferList: [port2] },
      )
      const failed = running.then(() => {
        throw new Error('the worker ended before the file')
      })
      failed.catch(() => {})
      try {
        let finished = 0
        for await (const views of batches) {
          const bytes = nextMessage(port1)
          port1.postMessage(views)
          finished += views.length
          yield { bytes: await Promise.race([bytes, failed]), finished }
        }
        const last = nextMessage(port1)
        port1.postMessage(null)
        yield { bytes: await Promise.race([last, failed]), finished }
      } finally {
        // Ends the thread unless its job is done.
        await Promise.race([running, new Promise(setImmediate)]).catch(() => {})
        stop.abort()
        port1.close()
      }
    },
    close,
  }
}

const nextMessage = (port: MessagePort): Promise<Uint8Array> =>
  new Promise((resolve) => {
    port.once('message', resolve)
  })
