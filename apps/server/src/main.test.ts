/** Starts the program with DATABASE_URL. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest'
import { dropDatabase, databaseUrl, runOnServer } from '../test/server-admin.ts'
import { waitForFailedStart, startMain, stopMain } from '../test/start-main.ts'
import { freePort } from './db/free-port.ts'

const server = inject('databaseServer')
const name = `${inject('databaseTemplate')}_main`
const DATABASE_URL = databaseUrl(server, name)
const SECRET = 'x'.repeat(32)
// A new folder for each run, because the file store in it keeps the id of the database that used it first.
const DATA_DIR = mkdtempSync(join(tmpdir(), 'khapdee-main-'))
const environment = { DATABASE_URL, DATA_DIR, SECRET }

const createDatabase = (options = ''): Promise<unknown> =>
  runOnServer(server, `create database ${name} template template0 ${options}`)

afterEach(async () => {
  await dropDatabase(server, name)
})

afterAll(() => rmSync(DATA_DIR, { recursive: true }))

describe('a start with DATABASE_URL', { timeout: 60_000 }, () => {
  it('creates the schema, answers, and ends on SIGTERM with a complete log', async () => {
    await createDatabase()
    const PORT = String(await freePort())
    const program = await startMain({ ...environment, PORT, LOG_LEVEL: 'info' })
    await vi.waitFor(() => expect(program.output()).toContain('Create the first administrator'))
    expect(await (await fetch(`http://127.0.0.1:${PORT}/readyz`)).json()).toEqual({ status: 'ok' })
    expect(await stopMain(program)).toBe(0)
    await vi.waitFor(() => expect(program.output()).toContain('"route":"/readyz"'))
  })

  it('ends within 20 seconds of a signal although a client does not finish its request', async () => {
    await createDatabase()
    const port = await freePort()
    const program = await startMain({ ...environment, PORT: String(port) })
    const client = connect(port, '127.0.0.1')
    await once(client, 'connect')
    const head = ['POST /api/v1/user/login HTTP/1.1', 'host: x', 'content-type: application/json']
    client.on('error', () => {})
    client.write(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{`)
    const start = Date.now()
    expect(await stopMain(program)).toBe(0)
    expect(Date.now() - start).toBeLessThan(20_000)
    client.destroy()
  })

  it('fails with one sentence that names the port in use and suggests another', async () => {
    await createDatabase()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const end = await waitForFailedStart({ ...environment, PORT: String(port) })
    taken.close()
    expect(end).toEqual({
      code: 1,
      errors: expect.stringMatching(
        new RegExp(`^Port ${port} is in use: .* for example PORT=${port + 1} npm start\\.\\n$`),
      ),
    })
  })

  it('fails with one sentence when no server answers', async () => {
    const end = await waitForFailedStart({
      ...environment,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    })
    expect(end).toEqual({
      code: 1,
      errors: expect.stringMatching(
        /^The database at 127\.0\.0\.1:1 does not answer.*DATABASE_URL\.\n$/,
      ),
    })
  })

  it('fails with one sentence, before it creates a table, for a character type without Thai', async () => {
    await createDatabase(`locale_provider libc lc_collate 'C' lc_ctype 'C'`)
    expect(await waitForFailedStart(environment)).toEqual({
      code: 1,
      errors: expect.stringMatching(
        /^The database's character type does not include Thai letters.*\n$/,
      ),
    })
    expect(
      await runOnServer(DATABASE_URL, `select from pg_tables where schemaname = 'public'`),
    ).toEqual([])
  })

  it.each(['scripts/verify-data.ts', 'scripts/verify-audit.ts'])(
    'is to precede %s, which fails with one sentence on an empty database',
    async (script) => {
      await createDatabase()
      expect(await waitForFailedStart(environment, script)).toEqual({
        code: 1,
        errors: expect.stringMatching(/^The database is empty or of another version .*\n$/),
      })
    },
  )
})
