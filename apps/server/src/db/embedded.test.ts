import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  afterwards,
  cleanUp,
  clusterOf,
  end,
  makeFolder,
  serverPid,
  start,
  startApplication,
} from '../../test/embedded-fixtures.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { isAlive } from './embedded-runner.ts'
import { freePort } from './free-port.ts'

afterEach(cleanUp)

const isReachable = async (url: string | undefined): Promise<boolean> => {
  const rows = await runOnServer<{ one: number }>(url ?? '', 'select 1 as one')
  return rows[0]?.one === 1
}

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await sleep(20)
}

describe('a first start', () => {
  it('creates a database that indexes Thai text and accepts only local connections with its password', async () => {
    const dataDir = await makeFolder()
    const { url, reattached } = await start(dataDir)
    expect(reattached).toBe(false)
    const [row] = await runOnServer<{ words: string[]; hosts: string; sockets: string }>(
      url,
      `create extension pg_trgm; select show_trgm('สมศรี') as words`,
    ).then(() =>
      runOnServer<{ words: string[]; hosts: string; sockets: string }>(
        url,
        `select show_trgm('สมศรี') as words, current_setting('listen_addresses') as hosts,
           current_setting('unix_socket_directories') as sockets`,
      ),
    )
    expect(row?.words.length).toBeGreaterThan(0)
    expect(row).toMatchObject({ hosts: '127.0.0.1', sockets: '' })
    expect((await stat(join(clusterOf(dataDir), 'khapdee.secret'))).mode & 0o777).toBe(0o600)
    await expect(isReachable(url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow('password')
  })

  it.each([
    ['whose process has ended', 999_999_999],
    ['that had the process id of this one, as in a restarted container', process.pid],
  ])('removes the temporary folder of a killed start %s', async (_, pid) => {
    const dataDir = await makeFolder()
    const temporaryFolder = `${clusterOf(dataDir)}.new-${pid}`
    await mkdir(temporaryFolder, { recursive: true })
    await start(dataDir)
    expect(existsSync(temporaryFolder)).toBe(false)
  })

  it('takes another port when the chosen one is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    afterwards(async () => taken.close())
    const { port } = taken.address() as { port: number }
    const other = await freePort()
    const ports = [port, other]
    const { url } = await start(await makeFolder(), { freePort: async () => ports.shift() ?? 0 })
    expect(new URL(url).port).toBe(String(other))
  })
})

describe('a start with an existing database', () => {
  it('keeps the data after a stop', async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    await runOnServer(first.url, 'create table test_data as select 1 as one')
    const pid = serverPid(clusterOf(dataDir))
    await first.stop()
    await until(() => !isAlive(pid))
    const second = await start(dataDir)
    expect(second.reattached).toBe(false)
    expect(await runOnServer(second.url, 'table test_data')).toEqual([{ one: 1 }])
  })

  it('reattaches to a database whose application was killed', async () => {
    const dataDir = await makeFolder()
    const killed = await startApplication([dataDir])
    await end(killed.process, 'SIGKILL')
    expect(await isReachable(killed.answer.url)).toBe(true)
    const { url, reattached } = await start(dataDir)
    expect({ url, reattached }).toEqual({ url: killed.answer.url, reattached: true })
  })

  it('reattaches to a database that an application detached from', async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    first.detach()
    expect((await start(dataDir)).reattached).toBe(true)
  })

  it('starts despite the lock file of a killed database', async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    await runOnServer(first.url, 'create table test_data as select 1 as one')
    first.detach()
    process.kill(serverPid(clusterOf(dataDir)), 'SIGKILL')
    const second = await start(dataDir)
    expect(second.reattached).toBe(false)
    expect(await runOnServer(second.url, 'table test_data')).toEqual([{ one: 1 }])
  })

  it('starts despite a lock file whose process id another program has', async () => {
    const dataDir = await makeFolder()
    await (await start(dataDir)).stop()
    const lock = [process.pid, clusterOf(dataDir), 1, 1, '', '127.0.0.1', '', 'ready']
    await writeFile(join(clusterOf(dataDir), 'postmaster.pid'), lock.join('\n'))
    expect(await isReachable((await start(dataDir)).url)).toBe(true)
  })

  it('does not attach to the server of the folder that this one was copied from', async () => {
    const [original, copied] = [await makeFolder(), await makeFolder()]
    const first = await start(original)
    await runOnServer(first.url, 'checkpoint')
    await cp(original, copied, { recursive: true, verbatimSymlinks: true })
    const second = await start(copied)
    expect(second.reattached).toBe(false)
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
    expect(await isReachable(first.url)).toBe(true)
  })

  it('finds the server of a folder that was renamed', async () => {
    const parent = await makeFolder()
    const first = await start(join(parent, 'before'))
    first.detach()
    await rename(join(parent, 'before'), join(parent, 'after'))
    expect((await start(join(parent, 'after'))).url).toBe(first.url)
  })

  it('renames an overlong log', async () => {
    const dataDir = await makeFolder()
    await (await start(dataDir)).stop()
    const log = join(clusterOf(dataDir), 'postgres.log')
    await writeFile(log, 'x'.repeat(5_000_001))
    await start(dataDir)
    expect((await stat(log)).size).toBeLessThan(5_000_000)
    expect(await readFile(`${log}.old`, 'utf8')).toMatch(/^x+$/)
  })
})

describe('several applications on one data folder', () => {
  it('share one database, which the last one stops', async () => {
    const dataDir = await makeFolder()
    const first = await startApplication([dataDir])
    const second = await startApplication([dataDir])
    expect(second.answer).toEqual({ url: first.answer.url, reattached: true })
    const pid = serverPid(clusterOf(dataDir))
    await end(first.process, 'SIGTERM')
    expect(await isReachable(second.answer.url)).toBe(true)
    await end(second.process, 'SIGTERM')
    await until(() => !isAlive(pid))
  })

  it('create one database when they start at the same time in an empty folder', async () => {
    const dataDir = await makeFolder()
    const all = await Promise.all([1, 2, 3].map(() => startApplication([dataDir])))
    expect(new Set(all.map(({ answer }) => answer.url)).size).toBe(1)
    expect(await isReachable(all[0]?.answer.url)).toBe(true)
  })

  it('restart the database when one of them starts while the last of the others stops it', async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    for (let round = 0; round < 5; round++) {
      const [, next] = await Promise.all([
        round ? undefined : first.stop(),
        startApplication([dataDir]),
      ])
      expect(await isReachable(next.answer.url)).toBe(true)
      await end(next.process, 'SIGTERM')
    }
  })
})

describe('a database that is killed while in use', () => {
  it('is restarted at the same port', async () => {
    const dataDir = await makeFolder()
    const { url, messages } = await start(dataDir)
    await runOnServer(url, 'create table test_data as select 1 as one')
    const began = Date.now()
    process.kill(serverPid(clusterOf(dataDir)), 'SIGKILL')
    await until(() => messages.includes('The database is running again.'))
    expect(Date.now() - began).toBeLessThan(2_000)
    expect(await runOnServer(url, 'table test_data')).toEqual([{ one: 1 }])
  })

  it('is restarted once for two applications', async () => {
    const dataDir = await makeFolder()
    const [one, two] = [await start(dataDir), await start(dataDir)]
    process.kill(serverPid(clusterOf(dataDir)), 'SIGKILL')
    for (const { messages } of [one, two])
      await until(() => messages.includes('The database is running again.'))
    await one.stop()
    expect(await isReachable(two.url)).toBe(true)
  })

  it('does not delay a stop while it cannot be restarted', async () => {
    const dataDir = await makeFolder()
    const { messages, stop } = await start(dataDir)
    const pid = serverPid(clusterOf(dataDir))
    await rename(join(dataDir, 'database'), join(dataDir, 'gone'))
    process.kill(pid, 'SIGKILL')
    await until(() => messages.some((line) => line.includes('cannot be restarted')))
    const began = Date.now()
    await stop()
    expect(Date.now() - began).toBeLessThan(2_000)
  })
})
