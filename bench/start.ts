/** From the command to the first answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { type Figure, median, rounded } from './figures.ts'
import { startServer, stopped, untilReady } from './school.ts'

const starts = 5

async function secondsToReady(folder: string): Promise<number> {
  const start = performance.now()
  const port = await freePort()
  const server = startServer({ DATA_DIR: folder, PORT: String(port) })
  await untilReady(`http://127.0.0.1:${port}/readyz`, 10)
  const seconds = (performance.now() - start) / 1000
  await stopped(server)
  return seconds
}

/** The first start makes the database and the demo school; the others find them, stopped. */
export async function start(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-bench-'))
  try {
    const first = await secondsToReady(folder)
    const later: number[] = []
    for (let n = 0; n < starts; n++) later.push(await secondsToReady(folder))
    return [
      { what: 'with the demo school', value: rounded(first), unit: 's', bar: 'start, first' },
      {
        what: 'embedded database, stopped before',
        value: rounded(median(later)),
        unit: 's',
        bar: 'start, existing database',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
