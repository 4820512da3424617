import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runOnServer } from '../apps/server/test/server-admin.ts'
import { findPostgres, startPostgres } from './postgres-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-find-postgres-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Creates a fake installation that reports this version; returns its `bin` folder. */
async function fakePostgres(major: number): Promise<string> {
  const bin = join(folder, String(major), 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'initdb'), '')
  await writeFile(join(bin, 'postgres'), `#!/bin/sh\necho "postgres (PostgreSQL) ${major}.1"\n`)
  await chmod(join(bin, 'postgres'), 0o755)
  return bin
}

describe('findPostgres', () => {
  it('returns the oldest supported version', async () => {
    for (const major of [9, 14, 18, 16]) await fakePostgres(major)
    expect(findPostgres({}, folder)).toEqual({ native: join(folder, '16'), version: '16.1' })
  })

  it('returns undefined if there are only old versions or clients', async () => {
    await fakePostgres(14)
    await mkdir(join(folder, '15', 'bin'), { recursive: true })
    expect(findPostgres({}, folder)).toBeUndefined()
    expect(findPostgres({}, join(folder, 'none'))).toBeUndefined()
  })

  it('prefers POSTGRES_BIN to the folder of the system', async () => {
    await fakePostgres(15)
    const POSTGRES_BIN = await fakePostgres(17)
    expect(findPostgres({ POSTGRES_BIN }, folder)?.native).toBe(join(folder, '17'))
  })

  it('throws if POSTGRES_BIN does not exist or has an old version', async () => {
    const refused = 'no PostgreSQL 15 or later'
    expect(() => findPostgres({ POSTGRES_BIN: join(folder, 'none') })).toThrow(refused)
    const POSTGRES_BIN = await fakePostgres(14)
    expect(() => findPostgres({ POSTGRES_BIN })).toThrow(refused)
  })
})

describe('startPostgres', () => {
  it(
    'creates a database owned by a role that is not a superuser',
    { timeout: 60_000 },
    async ({ skip }) => {
      const found = findPostgres()
      if (!found) return skip('needs a PostgreSQL of the system')
      const server = await startPostgres(found)
      try {
        const rows = await runOnServer(
          server.url,
          `select rolsuper, rolcreatedb, pg_get_userbyid(datdba) = current_user as owns
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
        )
        expect(rows).toEqual([{ rolsuper: false, rolcreatedb: true, owns: true }])
      } finally {
        await server.stop()
      }
    },
  )
})
