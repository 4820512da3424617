/** Starts the built server with the demo school in a temporary data folder, once for all tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/src/db/free-port.ts'

const program = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
const timeoutMs = 120_000

/** Sets `BASE_URL`, which the configuration of each worker reads; returns the teardown function. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'khapdee-e2e-'))
  const logFile = join(dataDir, 'server.log')
  const port = await freePort()
  const log = openSync(logFile, 'w')
  const server = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { ...environment(), DATA_DIR: dataDir, PORT: String(port), SEED: 'demo' },
    stdio: ['ignore', log, log],
  })
  closeSync(log)

  const end = async (): Promise<void> => {
    await stop(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(server, `${url}/readyz`)
  } catch (error) {
    console.error(readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n'))
    await end()
    throw error
  }
  process.env['BASE_URL'] = url
  return end
}

/** Settings of an installed server, which must not reach the tests. */
const installedServerSettings =
  /^(DATABASE_URL|LISTEN_URL|NODE_ENV|HOST|SECRET|API_DOCS|METRICS_TOKEN|TRUSTED_PROXIES|S3_.*)$/

/** The environment of this process without the settings of an installed server, and with high rate limits. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !installedServerSettings.test(name))
  return {
    ...Object.fromEntries(kept),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000000',
    RATE_LIMIT_LOGIN: '1000000',
  }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('The server did not become ready.')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  const forced = setTimeout(() => server.kill('SIGKILL'), 20_000)
  await exit
  clearTimeout(forced)
}
