import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { createCluster, logFile, program, secretFile, systemLocale } from './embedded-cluster.ts'
import { nativeSource, usableNative } from './embedded-native.ts'
import { canUnshare, chooseRunner, chownTree } from './embedded-runner.ts'
import { serverUrl, stopServer } from './embedded-server.ts'
import { freePort } from './free-port.ts'
import { createReplica } from './replica.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it.each([
  ['is no standby', () => test.url, /is no standby/],
  ['does not answer', () => 'postgres://u:p@127.0.0.1:1/none', /ECONNREFUSED/],
])('a server that %s is reported, and the primary used', async (_, url, reason) => {
  const problems: (string | null)[] = []
  const replica = createReplica(test.db, url(), {
    answerTimeoutMs: 5_000,
    report: (problem) => problems.push(problem),
  })
  try {
    expect(await replica.forReading()).toBe(test.db)
    expect(problems).toEqual([expect.stringMatching(reason)])
  } finally {
    await replica.close()
  }
})

it('a server that accepts connections but is frozen delays one read by some seconds, and no later one', async () => {
  const sockets: Socket[] = []
  const frozen = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as AddressInfo
  const problems: (string | null)[] = []
  const replica = createReplica(test.db, `postgres://u:p@127.0.0.1:${port}/none`, {
    answerTimeoutMs: 60_000,
    report: (problem) => problems.push(problem),
  })
  const read = async () => {
    const start = performance.now()
    expect(await replica.forReading()).toBe(test.db)
    return performance.now() - start
  }
  try {
    expect(await read()).toBeLessThan(10_000)
    expect(await read()).toBeLessThan(50)
    expect(problems).toEqual([expect.stringMatching(/it does not answer/)])
  } finally {
    for (const socket of sockets) socket.destroy()
    frozen.close()
    await replica.close()
  }
})

const native = nativeSource(process.platform, process.arch)

it.runIf(process.platform === 'linux')(
  'a standby of another database is reported, and the primary used',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'khapdee-standby-'))
    const runner = chooseRunner(await stat(folder), canUnshare)
    await chownTree(folder, runner)
    const programs = await usableNative(native, folder, runner)
    const cluster = { path: join(folder, 'cluster'), native: programs, runner, throwaway: false }
    await createCluster(cluster, systemLocale)
    // Without a primary it waits for the log for ever, and answers like every standby.
    await writeFile(join(cluster.path, 'standby.signal'), '')
    const port = await freePort()
    // Not by `startServer`, which writes a log that no standby can follow.
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    const start = ['start', '-w', '-D', cluster.path, '-l', logFile(cluster.path), '-o', options]
    const started = await runner.run([program(cluster, 'pg_ctl'), ...start], '/')
    expect(started).toMatchObject({ code: 0 })
    const problems: (string | null)[] = []
    const password = await readFile(secretFile(cluster.path), 'utf8')
    const replica = createReplica(test.db, serverUrl({ port, password }, 'postgres'), {
      answerTimeoutMs: 5_000,
      report: (problem) => problems.push(problem),
    })
    try {
      expect(await replica.forReading()).toBe(test.db)
      expect(problems).toEqual([expect.stringMatching(/it is the standby of another database/)])
    } finally {
      await replica.close()
      await stopServer(cluster)
      await rm(folder, { recursive: true, force: true })
    }
  },
)

it('nothing is reported without a standby', async () => {
  const replica = createReplica(test.db, undefined, {
    answerTimeoutMs: 1,
    report: (problem) => expect.fail(String(problem)),
  })
  expect(await replica.forReading()).toBe(test.db)
  await replica.close()
})
