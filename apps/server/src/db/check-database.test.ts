import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { dropDatabase, databaseUrl, runOnServer } from '../../test/server-admin.ts'
import { assertThaiSearch, assertVersion, checkDatabase } from './check-database.ts'
import { StartError } from './start-error.ts'

const server = inject('databaseServer')

/** Runs two checks at the same time on a new database created with `options`. */
async function checkNewDatabase(options: string): Promise<void> {
  const name = `${inject('databaseTemplate')}_check`
  await runOnServer(server, `create database ${name} template template0 ${options}`)
  const url = databaseUrl(server, name)
  try {
    await Promise.all([checkDatabase(url), checkDatabase(url)])
  } finally {
    await dropDatabase(server, name)
  }
}

/** A connection that answers every query with one row, or with an error of this code. */
const fakeConnection = (answer: Record<string, string> | string) => ({
  query: async () => {
    if (typeof answer === 'object') return { rows: [answer] }
    throw Object.assign(new Error('refused'), { code: answer })
  },
})

describe('checkDatabase', () => {
  it('accepts a database whose character type has Thai letters', async () => {
    await expect(checkNewDatabase(`lc_ctype 'C.UTF-8'`)).resolves.toBeUndefined()
  })

  it.each([
    ['with the locale C', `encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`],
    ['whose encoding has no Thai letters', `encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`],
  ])('refuses a database %s', async (_, options) => {
    await expect(checkNewDatabase(`locale_provider libc ${options}`)).rejects.toThrow(
      'does not include Thai letters',
    )
  })

  it.each([
    ['no such database: school', /refuses the connection \(no such database: school\)/],
    [
      'server login has been failing, FATAL: database "school" does not exist',
      /refuses the connection/,
    ],
    ['server conn crashed?', /ends each connection \(server conn crashed\?\)/],
  ])('says in one sentence that a pooler answers "%s"', async (message, sentence) => {
    const fields = `SFATAL\0C08P01\0M${message}\0\0`
    const head = Buffer.from('E\0\0\0\0')
    head.writeInt32BE(4 + Buffer.byteLength(fields), 1)
    const pooler = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])))
    }).listen(0, '127.0.0.1')
    await once(pooler, 'listening')
    const { port } = pooler.address() as AddressInfo
    const checked = checkDatabase(`postgres://u:p@127.0.0.1:${port}/school`)
    await expect(checked).rejects.toThrow(StartError)
    await expect(checked).rejects.toThrow(sentence)
    pooler.close()
  })

  it('tries again when a server that starts at the same time ends its connections', async () => {
    const end = `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
      where application_name = 'khapdee-check' and datname = '${inject('databaseTemplate')}_ended'`
    const name = `${inject('databaseTemplate')}_ended`
    await runOnServer(server, `create database ${name} template template0 lc_ctype 'C.UTF-8'`)
    const killer = new pg.Client({ connectionString: server })
    await killer.connect()
    try {
      let ended = 0
      while (ended < 3) {
        const state = { isRunning: true }
        const check = checkDatabase(databaseUrl(server, name))
        const watched = check.catch(() => {}).finally(() => (state.isRunning = false))
        while (state.isRunning && ended < 3) {
          const { rows } = await killer.query<{ ended: number }>(end)
          ended += rows[0]?.ended ?? 0
        }
        await watched
        await expect(check).resolves.toEqual({ startsWithSettings: true })
      }
    } finally {
      await killer.end()
      await dropDatabase(server, name)
    }
  })

  it.each([
    ['a malformed address', 'postgres://me:word@:port/x', 'DATABASE_URL is not a database address'],
    [
      'an address without a server',
      'postgres://me:word@127.0.0.1:1/x',
      '127.0.0.1:1 does not answer',
    ],
    ['a missing database', databaseUrl(server, 'no_such'), 'refuses the connection'],
    ['a wrong password', server.replace(/:[^:@]+@/, ':wrong@'), 'refuses the connection'],
  ])('explains the failure for %s, without the password', async (_, url, message) => {
    const check = checkDatabase(url)
    await expect(check).rejects.toThrow(message)
    await expect(check).rejects.not.toThrow(/:word@|:wrong@/)
  })
})

describe('assertVersion', () => {
  it.each(['15.0', '15.18 (Debian 15.18-0+deb12u1)', '18beta1'])('accepts %s', async (version) => {
    await expect(
      assertVersion(fakeConnection({ server_version: version })),
    ).resolves.toBeUndefined()
  })

  it.each(['14.9', '9.6.24'])('refuses %s and names the required version', async (version) => {
    const check = assertVersion(fakeConnection({ server_version: version }))
    await expect(check).rejects.toThrow(
      `is PostgreSQL ${version}: set DATABASE_URL to one of version 15`,
    )
  })
})

describe('assertThaiSearch', () => {
  it.each([
    ['the role may not create the extension', '42501', 'this role may not create it'],
    ['the server has no such extension', '0A000', 'install the extensions'],
  ])('explains the failure when %s', async (_, code, message) => {
    await expect(assertThaiSearch(fakeConnection(code))).rejects.toThrow(message)
  })
})
