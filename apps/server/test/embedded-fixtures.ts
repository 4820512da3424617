/** Helpers for tests of the embedded database: temporary folders, started applications, process ids. */
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

/** The id of the user `nobody`. */
export const nobody = 65_534

const cleanUps: (() => Promise<unknown>)[] = []

/** Runs the functions registered with {@link afterwards}, the last one first. */
export async function cleanUp(): Promise<void> {
  while (cleanUps.length > 0) await cleanUps.pop()?.()
}

/** Registers a function to run at the end of the test. */
export function afterwards(undo: () => Promise<unknown>): void {
  cleanUps.push(undo)
}

/** Creates a folder of this user with mode 0700; deleted at the end of the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'khapdee-embedded-'))
  afterwards(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The used signature of Vitest's `skip`. */
type Skip = (condition: boolean, note: string) => void

/** Mounts a tmpfs with these options on a new folder; skips the test without the right to mount. */
export async function mountFolder(skip: Skip, options: string): Promise<string> {
  const folder = await makeFolder()
  const mount = ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]
  skip(!isRoot || spawnSync('mount', mount).status !== 0, 'needs the right to mount')
  afterwards(async () => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Starts an embedded database, which is stopped at the end of the test; `messages` collects progress and log. */
export async function start(
  dataDir: string,
  machine: Partial<Machine> = {},
): Promise<Embedded & { messages: string[] }> {
  const messages: string[] = []
  const say = (line: string) => void messages.push(line)
  const embedded = await startEmbedded(
    { dataDir, log: say, progress: say, throwaway: true },
    machine,
  )
  afterwards(embedded.stop)
  return { ...embedded, messages }
}

/**
 * Copies the platform package to `folder` without library links, as npm installs it without install scripts.
 * @returns the folder `native/` of the copy
 */
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
  /** The line it printed when it had started, or had failed. */
  readonly answer: { url?: string; reattached?: boolean; error?: string }
}

const script = fileURLToPath(new URL('./embedded-child.ts', import.meta.url))

/** Whether this process can start the application as user `uid`, who must be able to read its files. */
export function canStartAs(uid: number): boolean {
  const options = { uid, gid: uid, cwd: '/', stdio: 'ignore' } as const
  const read = `fs.accessSync(${JSON.stringify(script)})`
  return isRoot && spawnSync(process.execPath, ['-e', read], options).status === 0
}

/**
 * Starts another application on a data folder.
 * @param args data folder and, optionally, folder of the programs
 * @param options.uid user that runs it; default this user
 * @param options.within command prefix, such as `unshare`
 */
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

/** Sends a signal to a process and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** The default path of the cluster of a data folder. */
export const clusterOf = (dataDir: string): string => join(dataDir, 'database', 'cluster')

/** The id of the server process. @throws Error when the server is not running */
export function serverPid(cluster: string): number {
  return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
}
