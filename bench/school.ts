/** The system under test: a database with the demo school, and the built server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import type { Services } from '../apps/server/src/kernel/context.ts'
import { seedDemo } from '../apps/server/src/seed/demo.ts'
import { seedRoles } from '../apps/server/src/seed/roles.ts'
import { openServices } from '../apps/server/src/services.ts'
import { demoPassword } from '../apps/server/src/modules/user/passwords.ts'
import { send } from './http.ts'

/** Headers of a signed-in user. */
export type AuthHeaders = Record<'authorization', string>

export interface School {
  /** Connection URL of the database. */
  databaseUrl: string
  /** Origin of the server, `http://…`. */
  origin: string
  /** Headers of the user `registrar.kkn`. */
  headers: AuthHeaders
  signIn(username: string): Promise<AuthHeaders>
  /** Process id of the server. */
  pid: number
  services: Services
  secret: string
  /** Data folder; the bench writes its own files here too. */
  folder: string
  close(): Promise<void>
}

/** Polls until the URL answers 200. @throws Error after 90 seconds */
export async function untilReady(url: string, pollMs = 100): Promise<void> {
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await setTimeout(pollMs)
  }
  throw new Error(`${url} did not answer`)
}

/** Starts the built server with its production logging; the log is discarded. */
export const startServer = (settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Sends SIGTERM and waits for the exit. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function signIn(origin: string, username: string): Promise<AuthHeaders> {
  const body = JSON.stringify({ username, password: demoPassword })
  const headers = { 'content-type': 'application/json' }
  const url = `${origin}/api/v1/user/login`
  const answer = JSON.parse(await send({ method: 'POST', url, headers, body }))
  return { authorization: `Bearer ${answer.data.accessToken}` }
}

/**
 * Loads the demo school and starts the server.
 * @param keep the data folder to use and keep; a temporary one by default
 */
export async function openSchool(log: (text: string) => void, keep?: string): Promise<School> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'khapdee-bench-'))
  const database = await startEmbedded({ dataDir: folder, log, progress: log })
  const { url } = database
  const settings = { DATA_DIR: folder, RATE_LIMIT: '100000000' }
  await migrate(url)
  const services = await openServices(readConfig(settings), url)
  await seedRoles(services.db)
  await seedDemo(services, () => {})
  // Otherwise the daily check would read all tables during the measured calls.
  await services.db
    .insertInto('invariant_check')
    .values({ day: services.clock.today(), broken: [] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const port = String(await freePort())
  const server = startServer({ ...settings, DATABASE_URL: url, PORT: port })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(`${origin}/readyz`)
  return {
    databaseUrl: url,
    origin,
    headers: await signIn(origin, 'registrar.kkn'),
    signIn: (username) => signIn(origin, username),
    pid: server.pid ?? 0,
    services,
    secret: services.config.secret,
    folder,
    async close() {
      await stopProcess(server)
      await services.close()
      await database.stop()
      if (keep === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
