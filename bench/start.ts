/** Measures the time from the start of the process until `/readyz` answers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { median, rounded } from './figures.ts'
import type { Figure } from './thresholds.ts'
import { startServer, stopProcess, untilReady } from './school.ts'

const starts = 5

async function secondsToReady(folder: string): Promise<number> {
  const start = performance.now()
  const port = await freePort()
  const server = startServer({ DATA_DIR: folder, PORT: String(port) })
  await untilReady(`http://127.0.0.1:${port}/readyz`, 10)
  const seconds = (performance.now() - start) / 1000
  await stopProcess(server)
  return seconds
}

/**
 * The first start creates the database and the demo school; later starts use that stopped database.
 */
export async function start(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-bench-'))
  try {
    const first = await secondsToReady(folder)
    const later: number[] = []
    for (let n = 0; n < starts; n++) later.push(await secondsToReady(folder))
    return [
      {
        label: 'with the demo school',
        value: rounded(first),
        unit: 's',
        threshold: 'start, first',
      },
      {
        label: 'embedded database, stopped before',
        value: rounded(median(later)),
        unit: 's',
        threshold: 'start, existing database',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
