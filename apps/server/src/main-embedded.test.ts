/** Starts the program with the embedded database, as `npm start` does. */
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { afterwards, cleanUp, makeFolder, mountFolder } from '../test/embedded-fixtures.ts'
import { waitForFailedStart, startMain, stopMain } from '../test/start-main.ts'
import { freePort } from './db/free-port.ts'

afterEach(cleanUp)

describe('a start with the embedded database', () => {
  // Three programs start.
  it(
    'shares the database of another server on the same data folder, and needs another port',
    { timeout: 180_000 },
    async () => {
      const DATA_DIR = await makeFolder()
      const [PORT, other] = [String(await freePort()), String(await freePort())]
      const first = await startMain({ DATA_DIR, PORT })
      afterwards(() => stopMain(first))
      const second = await startMain({ DATA_DIR, PORT: other })
      afterwards(() => stopMain(second))
      const third = await waitForFailedStart({ DATA_DIR, PORT })
      expect(third).toEqual({
        code: 1,
        errors: expect.stringMatching(/^Port \d+ is in use: .*\n$/),
      })
      for (const port of [PORT, other]) {
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      }
    },
  )

  it('fails with one sentence on a read-only data folder', async ({ skip }) => {
    const DATA_DIR = join(await mountFolder(skip, 'ro'), 'data')
    expect(await waitForFailedStart({ DATA_DIR })).toEqual({
      code: 1,
      errors: expect.stringMatching(/^The data folder \S+ cannot be written: .*\n$/),
    })
  })

  // Sizes that are too small for initdb, for the database, and for its tables.
  it.for(['20m', '44m', '52m'])(
    'fails with one sentence on a disk of %s, which fills up',
    async (size, { skip }) => {
      const DATA_DIR = await mountFolder(skip, `size=${size}`)
      expect(await waitForFailedStart({ DATA_DIR, SEED: 'demo', PORT: '0' })).toEqual({
        code: 1,
        errors: expect.stringMatching(/^The disk .* is full: free some space and start again.*\n$/),
      })
    },
  )
})
