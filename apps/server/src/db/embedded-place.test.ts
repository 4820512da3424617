import { existsSync } from 'node:fs'
import { chmod, chown, lstat, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  afterwards,
  canStartAs,
  cleanUp,
  clusterOf,
  isRoot,
  makeFolder,
  nobody,
  serverPid,
  start,
  startApplication,
  unlinkedNative,
} from '../../test/embedded-fixtures.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { nativeSource } from './embedded-native.ts'
import { canUnshare } from './embedded-runner.ts'

afterEach(cleanUp)

const platform = `${process.platform}-${process.arch}`
const needsUser = 'needs root, and a checkout that other users may read'
/** A user without an entry in /etc/passwd, such as `docker run --user` creates. */
const nameless = { uid: 12_345, gid: 12_345 }
const withoutNamespaces = { mayUnshare: () => false }

const ownerOf = (pid: number): Promise<number> => stat(`/proc/${pid}`).then(({ uid }) => uid)

/** The cluster's path in the pointer file of a data folder; removed at the end of the test. */
async function movedTo(dataDir: string): Promise<string> {
  const home = (await readFile(join(dataDir, 'database', 'moved-to'), 'utf8')).trim()
  expect(home).toMatch(/^\/var\/lib\/khapdee-/)
  afterwards(() => rm(home, { recursive: true, force: true }))
  return join(home, 'cluster')
}

describe('the programs', () => {
  it('get library links when no install script has created them', async () => {
    const native = await unlinkedNative(await makeFolder())
    await start(await makeFolder(), { native: () => native })
    expect((await lstat(join(native, 'lib', 'libpq.so.5'))).isSymbolicLink()).toBe(true)
  })

  it('are copied when their folder is not writable', async ({ skip }) => {
    skip(!canStartAs(nobody), needsUser)
    const [packages, dataDir] = [await makeFolder(), await makeFolder()]
    const native = await unlinkedNative(packages)
    await chmod(packages, 0o755)
    await chown(dataDir, nobody, nobody)
    const { answer } = await startApplication([dataDir, native], { uid: nobody })
    expect(answer).toMatchObject({ reattached: false })
    expect(existsSync(join(native, 'lib', 'libpq.so.5'))).toBe(false)
  })

  it('are reported missing on an unsupported platform', () => {
    expect(() => nativeSource('sunos', 'sparc')).toThrow('no embedded PostgreSQL for sunos-sparc')
    const foreign = platform === 'darwin-arm64' ? ['linux', 'x64'] : ['darwin', 'arm64']
    expect(() => nativeSource(foreign[0] ?? '', foreign[1] ?? '')).toThrow('run "npm ci"')
  })
})

describe('as an ordinary user', () => {
  it('runs the database as that user', async ({ skip }) => {
    skip(!canStartAs(nobody), needsUser)
    const dataDir = await makeFolder()
    await chown(dataDir, nobody, nobody)
    const { answer } = await startApplication([dataDir], { uid: nobody })
    expect(answer).toMatchObject({ reattached: false })
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nobody)
  })

  it('explains how to fix a folder of another user', async ({ skip }) => {
    skip(!canStartAs(nobody), needsUser)
    const dataDir = await makeFolder()
    await chmod(dataDir, 0o755)
    const { answer } = await startApplication([dataDir], { uid: nobody })
    expect(answer.error).toContain(`The data folder ${dataDir} cannot be written`)
  })
})

describe('as a user without a name', () => {
  /** A data folder of that user. */
  async function namelessFolder(): Promise<string> {
    const dataDir = await makeFolder()
    await chown(dataDir, nameless.uid, nameless.gid)
    return dataDir
  }

  it('runs the database as that user, with a name from a user namespace', async ({ skip }) => {
    skip(!canStartAs(nameless.uid), needsUser)
    skip(!canUnshare(nameless), 'needs user namespaces')
    const dataDir = await namelessFolder()
    const { answer } = await startApplication([dataDir], { uid: nameless.uid })
    expect(answer).toMatchObject({ reattached: false })
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nameless.uid)
  })

  it('runs the database as that user when root starts it and that user owns the data folder', async ({
    skip,
  }) => {
    skip(!isRoot || !canUnshare(nameless), 'needs root and user namespaces')
    const dataDir = await namelessFolder()
    await start(dataDir)
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nameless.uid)
  })

  it('explains what to do where namespaces are forbidden', async ({ skip }) => {
    skip(!isRoot, 'needs root')
    const starting = start(await namelessFolder(), withoutNamespaces)
    await expect(starting).rejects.toThrow(
      /^User 12345 has no entry in \/etc\/passwd.*DATABASE_URL/,
    )
  })
})

describe('as root', () => {
  it('runs the database in a user namespace, also below a folder only root may enter', async ({
    skip,
  }) => {
    skip(!isRoot || !canUnshare(), 'needs root and user namespaces')
    const folder = await makeFolder()
    const native = await unlinkedNative(folder)
    const dataDir = join(folder, 'data')
    const { url } = await start(dataDir, { native: () => native })
    await runOnServer(url, 'select 1')
    expect(existsSync(clusterOf(dataDir))).toBe(true)
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(0)
  })

  it('runs the database as the owner of the data folder when that is another user', async ({
    skip,
  }) => {
    skip(!isRoot, 'needs root')
    const dataDir = await makeFolder()
    await chown(dataDir, nobody, nobody)
    await start(dataDir)
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nobody)
  })

  it('runs the database as user nobody where namespaces are forbidden and the folder is accessible', async ({
    skip,
  }) => {
    skip(!isRoot, 'needs root')
    const dataDir = await makeFolder()
    await chmod(dataDir, 0o755)
    await (await start(dataDir)).stop()
    const { url } = await start(dataDir, withoutNamespaces)
    await runOnServer(url, 'select 1')
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nobody)
  })

  it('moves the database out of a private folder, to one that user nobody may enter, where namespaces are forbidden', async ({
    skip,
  }) => {
    skip(!isRoot, 'needs root')
    const folder = await makeFolder()
    const native = await unlinkedNative(folder)
    const dataDir = join(folder, 'data')
    const before = await start(dataDir, { native: () => native })
    await runOnServer(before.url, 'create table test_data as select 1 as one')
    await before.stop()

    const machine = { native: () => native, ...withoutNamespaces }
    const moved = await start(dataDir, machine)
    const cluster = await movedTo(dataDir)
    expect(await runOnServer(moved.url, 'table test_data')).toEqual([{ one: 1 }])
    expect(await ownerOf(serverPid(cluster))).toBe(nobody)
    expect(existsSync(clusterOf(dataDir))).toBe(false)

    await moved.stop()
    const again = await start(dataDir, { native: () => native })
    expect(await runOnServer(again.url, 'table test_data')).toEqual([{ one: 1 }])
  })
})
