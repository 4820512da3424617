import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseUrl, dropDatabase, runOnServer } from '../../test/server-admin.ts'
import { checkDatabase } from './check-database.ts'
import { createPool } from './client.ts'
import { hostsOf } from './hosts.ts'

const server = inject('databaseServer')
const name = `${inject('databaseTemplate')}_hosts`
const direct = databaseUrl(server, name)
const { host, username, password } = new URL(direct)
const start = `postgres://${username}:${password}@`

beforeAll(() => runOnServer(server, `create database ${name} template template0`))
afterAll(() => dropDatabase(server, name))

it.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
  ['postgres://u:p@a:1,b:2/db?x=1', ['postgres://u:p@a:1/db?x=1', 'postgres://u:p@b:2/db?x=1']],
  ['postgresql://a,[::1]:2/db', ['postgresql://a/db', 'postgresql://[::1]:2/db']],
  ['postgres://u:p,q@a/db', ['postgres://u:p,q@a/db']],
  ['not a url', ['not a url']],
])('reads the servers of %s', (url, urls) => {
  expect(hostsOf(url)).toEqual(urls)
})

it('connects to the server that accepts writes, also when it becomes another one', async () => {
  const pool = createPool(`${start}127.0.0.1:1,${host}/${name}`)
  try {
    expect((await pool.query('select current_database() as name')).rows).toEqual([{ name }])
  } finally {
    await pool.end()
  }
})

it('gives the reason why each server cannot be used', async () => {
  await expect(checkDatabase(`${start}127.0.0.1:1,127.0.0.1:2/${name}`)).rejects.toThrow(
    /^None of the database servers accepts writes \(127\.0\.0\.1:1 does not answer \(ECONNREFUSED\); .*correct DATABASE_URL\.$/,
  )
})

it('reports a read-only database, and drops connections to a server that became read-only', async () => {
  await runOnServer(server, `alter database ${name} set default_transaction_read_only = on`)
  try {
    await expect(checkDatabase(direct)).rejects.toThrow(/is read-only, as a standby is: set/)
    await expect(checkDatabase(`${start}127.0.0.1:1,${host}/${name}`)).rejects.toThrow(
      /None of the database servers accepts writes .* is read-only/,
    )
  } finally {
    await runOnServer(server, `alter database ${name} reset default_transaction_read_only`)
  }
})
