/**
 * One database server for the whole test run, with a migrated template from which every test
 * database is copied. If `DATABASE_URL` is set, that server is used instead of an embedded one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { dropDatabase, databaseUrl, runOnServer } from './server-admin.ts'

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `khapdee_test_${process.pid}_${Date.now().toString(36)}`
  await runOnServer(server.url, `create database ${template} template template0`)
  await migrate(databaseUrl(server.url, template))
  provide('databaseServer', server.url)
  provide('databaseTemplate', template)
  return async () => {
    await dropDatabases(server.url, template)
    await server.stop()
  }
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'khapdee-test-'))
  const embedded = await startEmbedded({
    dataDir,
    throwaway: true,
    log: console.error,
    progress: () => {},
  })
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function dropDatabases(url: string, template: string): Promise<void> {
  const databases = await runOnServer<{ datname: string }>(
    url,
    `select datname from pg_database where starts_with(datname, '${template}')`,
  )
  for (const { datname } of databases) {
    await dropDatabase(url, datname)
  }
}
