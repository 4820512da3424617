import { describe, expect, inject, it } from 'vitest'
import { dropDatabase, onDatabase, runOnServer } from '../../test/server-admin.ts'
import { assertThaiSearch, assertVersion, checkDatabase } from './check-database.ts'

const server = inject('databaseServer')

/** Runs two checks at once on a new database created with `options`. */
async function checkOneOf(options: string): Promise<void> {
  const name = `${inject('databaseTemplate')}_check`
  await runOnServer(server, `create database ${name} template template0 ${options}`)
  const url = onDatabase(server, name)
  try {
    await Promise.all([checkDatabase(url), checkDatabase(url)])
  } finally {
    await dropDatabase(server, name)
  }
}

/** A connection that answers every query with one row, or with an error of this code. */
const answering = (answer: Record<string, string> | string) => ({
  query: async () => {
    if (typeof answer === 'object') return { rows: [answer] }
    throw Object.assign(new Error('refused'), { code: answer })
  },
})

describe('checkDatabase', () => {
  it('accepts a database whose character type has Thai letters', async () => {
    await expect(checkOneOf(`lc_ctype 'C.UTF-8'`)).resolves.toBeUndefined()
  })

  it.each([
    ['of plain C', `encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`],
    ['whose encoding has no Thai letters', `encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`],
  ])('refuses a database %s', async (_, options) => {
    await expect(checkOneOf(`locale_provider libc ${options}`)).rejects.toThrow(
      'does not know Thai letters',
    )
  })

  it.each([
    ['that is malformed', 'postgres://me:word@:port/x', 'DATABASE_URL is no address'],
    ['nobody answers at', 'postgres://me:word@127.0.0.1:1/x', '127.0.0.1:1 does not answer'],
    ['of no database', onDatabase(server, 'no_such'), 'refuses the connection'],
    ['with a wrong password', server.replace(/:[^:@]+@/, ':wrong@'), 'refuses the connection'],
  ])('says what is wrong with an address %s', async (_, url, said) => {
    const check = checkDatabase(url)
    await expect(check).rejects.toThrow(said)
    await expect(check).rejects.not.toThrow(/:word@|:wrong@/)
  })
})

describe('assertVersion', () => {
  it.each(['15.0', '15.18 (Debian 15.18-0+deb12u1)', '18beta1'])('takes %s', async (version) => {
    await expect(assertVersion(answering({ server_version: version }))).resolves.toBeUndefined()
  })

  it.each(['14.9', '9.6.24'])('refuses %s, naming what is needed', async (version) => {
    const check = assertVersion(answering({ server_version: version }))
    await expect(check).rejects.toThrow(
      `is PostgreSQL ${version}: set DATABASE_URL to one of version 15`,
    )
  })
})

describe('assertThaiSearch', () => {
  it.each([
    ['the role may not create the extension', '42501', 'this role may not create it'],
    ['the server has no such extension', '0A000', 'install the extensions'],
  ])('says so when %s', async (_, code, said) => {
    await expect(assertThaiSearch(answering(code))).rejects.toThrow(said)
  })
})
