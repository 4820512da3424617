import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  afterwards,
  cleanUp,
  clusterOf,
  isRoot,
  makeFolder,
  nobody,
  serverPid,
  start,
  startApplication,
  unlinkedNative,
} from '../../test/embedded-bench.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { nativeSource } from './embedded-native.ts'
import { canUnshare } from './embedded-runner.ts'
import { explaining } from './launcher-error.ts'

afterEach(cleanUp)

const here = `${process.platform}-${process.arch}`
const noNamespaces = { mayUnshare: () => false }

const ownerOf = (pid: number): Promise<number> => stat(`/proc/${pid}`).then(({ uid }) => uid)

/** Where the pointer file of a data folder says the cluster is; removed at the end of the test. */
async function movedTo(dataDir: string): Promise<string> {
  const home = (await readFile(join(dataDir, 'database', 'moved-to'), 'utf8')).trim()
  expect(home).toMatch(/^\/var\/lib\/khapdee-/)
  afterwards(() => rm(home, { recursive: true, force: true }))
  return join(home, 'cluster')
}

describe('the programs', () => {
  it('get the library links that no install script made', async () => {
    const native = await unlinkedNative(await makeFolder())
    await start(await makeFolder(), { native: () => native })
    expect((await lstat(join(native, 'lib', 'libpq.so.5'))).isSymbolicLink()).toBe(true)
  })

  it('are copied where their folder cannot be written', async ({ skip }) => {
    skip(!isRoot, 'only root can start a child as another user')
    const [packages, dataDir] = [await makeFolder(), await makeFolder()]
    const native = await unlinkedNative(packages)
    await chmod(packages, 0o755)
    await chown(dataDir, nobody, nobody)
    const { answer } = await startApplication([dataDir, native], nobody)
    expect(answer).toMatchObject({ reattached: false })
    expect(existsSync(join(native, 'lib', 'libpq.so.5'))).toBe(false)
  })

  it('do not exist for every platform, and say so', () => {
    expect(() => nativeSource('sunos', 'sparc')).toThrow('no embedded PostgreSQL for sunos-sparc')
    const foreign = here === 'darwin-arm64' ? ['linux', 'x64'] : ['darwin', 'arm64']
    expect(() => nativeSource(foreign[0] ?? '', foreign[1] ?? '')).toThrow('run "npm ci"')
  })
})

describe('as an ordinary user', () => {
  it('runs as that user', async ({ skip }) => {
    skip(!isRoot, 'the other tests show it when they do not run as root')
    const dataDir = await makeFolder()
    await chown(dataDir, nobody, nobody)
    const { answer } = await startApplication([dataDir], nobody)
    expect(answer).toMatchObject({ reattached: false })
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nobody)
  })

  it('says what to do about a folder of somebody else', async ({ skip }) => {
    skip(!isRoot, 'only root can start a child as another user')
    const dataDir = await makeFolder()
    await chmod(dataDir, 0o755)
    const { answer } = await startApplication([dataDir], nobody)
    expect(answer.error).toContain(`The data folder ${dataDir} cannot be written`)
  })
})

describe('as root', () => {
  it('runs in a user namespace, also below a folder only root may enter', async ({ skip }) => {
    skip(!isRoot || !canUnshare(), 'needs root and user namespaces')
    const folder = await makeFolder()
    const native = await unlinkedNative(folder)
    const dataDir = join(folder, 'data')
    const { url } = await start(dataDir, { native: () => native })
    await runOnServer(url, 'select 1')
    expect(existsSync(clusterOf(dataDir))).toBe(true)
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(0)
  })

  it('runs as the owner of the data folder when that is another user', async ({ skip }) => {
    skip(!isRoot, 'needs root')
    const dataDir = await makeFolder()
    await chown(dataDir, nobody, nobody)
    await start(dataDir)
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nobody)
  })

  it('without namespaces runs as nobody, in the data folder where that can be reached', async ({
    skip,
  }) => {
    skip(!isRoot, 'needs root')
    const dataDir = await makeFolder()
    await chmod(dataDir, 0o755)
    await (await start(dataDir)).stop()
    const { url } = await start(dataDir, noNamespaces)
    await runOnServer(url, 'select 1')
    expect(await ownerOf(serverPid(clusterOf(dataDir)))).toBe(nobody)
  })

  it('without namespaces below a private folder moves the database to where nobody reaches it', async ({
    skip,
  }) => {
    skip(!isRoot, 'needs root')
    const folder = await makeFolder()
    const native = await unlinkedNative(folder)
    const dataDir = join(folder, 'data')
    const before = await start(dataDir, { native: () => native })
    await runOnServer(before.url, 'create table kept as select 1 as one')
    await before.stop()

    const machine = { native: () => native, ...noNamespaces }
    const moved = await start(dataDir, machine)
    const cluster = await movedTo(dataDir)
    expect(await runOnServer(moved.url, 'table kept')).toEqual([{ one: 1 }])
    expect(await ownerOf(serverPid(cluster))).toBe(nobody)
    expect(existsSync(clusterOf(dataDir))).toBe(false)

    await moved.stop()
    const again = await start(dataDir, { native: () => native })
    expect(await runOnServer(again.url, 'table kept')).toEqual([{ one: 1 }])
  })
})

describe('a data folder that will not do', () => {
  it('made by a newer PostgreSQL, is left alone', async () => {
    const dataDir = await makeFolder()
    await mkdir(clusterOf(dataDir), { recursive: true })
    await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '99\n')
    await expect(start(dataDir)).rejects.toThrow('was made by PostgreSQL 99')
  })

  it('whose database was moved and is gone, is not silently begun anew', async () => {
    const dataDir = await makeFolder()
    await mkdir(join(dataDir, 'database'))
    await writeFile(join(dataDir, 'database', 'moved-to'), '/var/lib/khapdee-gone\n')
    await expect(start(dataDir)).rejects.toThrow('/var/lib/khapdee-gone and is no longer there')
  })

  /** Mounts a file system of `options` at a new folder, or skips. */
  async function mount(
    skip: (condition: boolean, note: string) => void,
    options: string,
  ): Promise<string> {
    const folder = await makeFolder()
    const mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
    skip(!mounted || mounted.status !== 0, 'needs the right to mount')
    afterwards(async () => execFileSync('umount', ['--lazy', folder]))
    return folder
  }

  it('on a read-only disk, says so', async ({ skip }) => {
    const folder = await mount(skip, 'ro')
    await expect(start(join(folder, 'data'))).rejects.toThrow('cannot be written')
  })

  it('on a read-only disk with a database on it, says so', async ({ skip }) => {
    const folder = await mount(skip, 'size=200m')
    await (await start(folder)).stop()
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await expect(start(folder)).rejects.toThrow('cannot be written')
  })

  it('on a full disk, says so and leaves no half a database', async ({ skip }) => {
    const folder = await mount(skip, 'size=10m')
    await expect(start(folder)).rejects.toThrow('is full')
    expect(existsSync(clusterOf(folder))).toBe(false)
  })

  it('tells other errors as they are', async () => {
    const strange = new Error('something else')
    await expect(explaining('x', () => Promise.reject(strange))).rejects.toBe(strange)
  })
})
