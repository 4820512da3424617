/** Starts the built server with the demo school in a temporary data folder, once for all tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Sets `BASE_URL`, which the configuration of each worker reads, and `E2E_DATA_DIR`; returns the teardown function. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'khapdee-e2e-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  let server: RunningServer
  try {
    server = await startServer(dataDir, await freePort())
  } catch (error) {
    remove()
    throw error
  }
  process.env['BASE_URL'] = server.url
  process.env['E2E_DATA_DIR'] = dataDir
  return async () => {
    await server.stop()
    remove()
  }
}
