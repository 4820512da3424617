/** Starts the built server as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const timeoutMs = 120_000

export interface RunningServer {
  /** For `baseURL`. */
  url: string
  /** The output of the server so far. */
  output(): string
  /** Ends the process. */
  stop(): Promise<void>
}

/**
 * Starts a server, by default with the demo school; servers with the same data folder share its database.
 * @throws Error with the end of the log if it does not become ready
 */
export async function startServer(
  dataDir: string,
  port: number,
  seed: 'demo' | 'none' = 'demo',
): Promise<RunningServer> {
  const logFile = join(dataDir, `server-${port}.log`)
  const log = openSync(logFile, 'a')
  const server = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { ...environment(), DATA_DIR: dataDir, PORT: String(port), SEED: seed },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(server, `${url}/readyz`)
  } catch (error) {
    console.error(readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n'))
    await stop(server)
    throw error
  }
  return { url, output: () => readFileSync(logFile, 'utf8'), stop: () => stop(server) }
}

/** Settings of an installed server, which tests must not receive. */
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
