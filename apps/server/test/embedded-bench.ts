/** What the tests of the embedded database share: folders, applications to kill, and a look at processes. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { nativeSource } from '../src/db/embedded-native.ts'
import { type Embedded, type Machine, startEmbedded } from '../src/db/embedded.ts'

export const isRoot = process.getuid?.() === 0

/** The number of the user `nobody`. */
export const nobody = 65_534

const leftovers: (() => Promise<unknown>)[] = []

/** Undoes, last first, all that a test made here. */
export async function cleanUp(): Promise<void> {
  while (leftovers.length > 0) await leftovers.pop()?.()
}

/** Has `undo` run at the end of the test. */
export function afterwards(undo: () => Promise<unknown>): void {
  leftovers.push(undo)
}

/** A new folder, 0700 and ours. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'khapdee-embedded-'))
  afterwards(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The part of Vitest's `skip` that is used here. */
type Skip = (condition: boolean, note: string) => void

/** A new folder with a file system of its own, made with tmpfs's `options`; skips where we may not mount. */
export async function mountFolder(skip: Skip, options: string): Promise<string> {
  const folder = await makeFolder()
  const mount = ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]
  skip(!isRoot || spawnSync('mount', mount).status !== 0, 'needs the right to mount')
  afterwards(async () => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** An embedded database that is stopped at the end of the test; `said` collects its progress and log. */
export async function start(
  dataDir: string,
  machine: Partial<Machine> = {},
): Promise<Embedded & { said: string[] }> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const embedded = await startEmbedded(
    { dataDir, log: say, progress: say, throwaway: true },
    machine,
  )
  afterwards(embedded.stop)
  return { ...embedded, said }
}

/** A copy of the platform package in `folder`, as npm leaves it where install scripts do not run; gives its `native/`. */
export async function unlinkedNative(folder: string): Promise<string> {
  const source = nativeSource(process.platform, process.arch)
  await cp(dirname(source), join(folder, 'package'), { recursive: true, verbatimSymlinks: true })
  const native = join(folder, 'package', 'native')
  for (const entry of await readdir(join(native, 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await unlink(join(entry.parentPath, entry.name))
  }
  return native
}

export interface Application {
  readonly process: ChildProcess
  /** What it printed when it was up, or had failed. */
  readonly answer: { url?: string; reattached?: boolean; error?: string }
}

const script = fileURLToPath(new URL('./embedded-child.ts', import.meta.url))

/** Whether tests may start an application as another user, who must then be able to read it. */
export function canStartAs(uid: number): boolean {
  const options = { uid, gid: uid, cwd: '/', stdio: 'ignore' } as const
  const read = `fs.accessSync(${JSON.stringify(script)})`
  return isRoot && spawnSync(process.execPath, ['-e', read], options).status === 0
}

/** Another application on the same data folder, as user `uid` and by way of the command `within` where given. */
export async function startApplication(
  args: string[],
  { uid, within = [] }: { uid?: number; within?: readonly string[] } = {},
): Promise<Application> {
  const [command = '', ...rest] = [...within, process.execPath, '--import', 'tsx', script, ...args]
  const child = spawn(command, rest, {
    cwd: dirname(script),
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  afterwards(() => end(child, 'SIGTERM'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { process: child, answer: JSON.parse(String(line)) }
}

/** Sends a signal and waits for the end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Where the cluster of a data folder normally is. */
export const clusterOf = (dataDir: string): string => join(dataDir, 'database', 'cluster')

/** Number of the server process; throws when the server does not run. */
export function serverPid(cluster: string): number {
  return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
}
