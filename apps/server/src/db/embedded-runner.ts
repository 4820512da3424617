/**
 * Chooses the user that runs PostgreSQL's programs.
 *
 * PostgreSQL refuses to run as root. A root start therefore runs them as the owner of the data
 * folder, or, if root owns that too, inside a user namespace that maps root to another user id;
 * where the kernel or a container forbids namespaces, as `nobody`. A user id without a name, which is common
 * in containers, also gets a namespace, because initdb requires a user name.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './start-error.ts'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Result of a program: its exit code (-1 when it could not be started) and its output. */
export interface Outcome {
  readonly code: number
  readonly output: string
}

export interface Runner {
  /** The required owner of the programs' files; undefined for this process's user. */
  readonly owner: Owner | undefined
  /** Runs a program with its arguments and waits for its end; `cwd` is the working directory. */
  run(command: readonly string[], cwd: string): Promise<Outcome>
  /** Whether the programs may enter `folder`. */
  reaches(folder: string): boolean
}

const namespaceArgs = ['--user', '--map-user=1', '--map-group=1', '--']

/** Whether this process, or one run as `user`, may create a user namespace. */
export function canUnshare(user?: Owner): boolean {
  const options = { ...user, cwd: '/', stdio: 'ignore' } as const
  return spawnSync('unshare', [...namespaceArgs, 'true'], options).status === 0
}

/**
 * Chooses the runner.
 *
 * @param dataOwner owner of the data folder
 * @param mayUnshare called only for root and for users without a name
 */
export function chooseRunner(dataOwner: Owner, mayUnshare: (user?: Owner) => boolean): Runner {
  const namespaceCommand = ['unshare', ...namespaceArgs]
  const uid = process.getuid?.()
  if (uid === undefined) return runner([], undefined)
  if (uid === 0 && dataOwner.uid === 0)
    return mayUnshare() ? runner(namespaceCommand, undefined) : runner([], nobody())

  const owner = uid === 0 ? dataOwner : undefined
  const needsNamespace = !hasName(owner?.uid ?? uid) && mayUnshare(owner)
  return runner(needsNamespace ? namespaceCommand : [], owner)
}

function hasName(uid: number): boolean {
  return spawnSync('id', ['-nu', String(uid)], { stdio: 'ignore' }).status === 0
}

/** Changes the owner of `folder` and its content to the runner's owner. */
export async function chownTree(folder: string, { owner }: Runner): Promise<void> {
  if (!owner) return
  await lchown(folder, owner.uid, owner.gid)
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), owner.uid, owner.gid)
  }
}

function runner(prefix: readonly string[], owner: Owner | undefined): Runner {
  const isOwnUser = prefix.length === 0 && !owner
  return {
    owner,
    run: (command, cwd) => runProgram([...prefix, ...command], { ...owner, cwd }),
    reaches(folder) {
      if (isOwnUser) return true
      const [command = '', ...args] = [...prefix, '/bin/sh', '-c', 'cd "$0"', folder]
      return spawnSync(command, args, { ...owner, cwd: '/', stdio: 'ignore' }).status === 0
    },
  }
}

/** Runs a program, as another user if `uid` is given, and waits for its end. */
export function runProgram(
  [command = '', ...args]: readonly string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** A minimal environment: PG* variables would change the programs' behaviour. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' }
}

function nobody(): Owner {
  // macOS prints the id -2 as an unsigned number, but Node requires the signed one.
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })) | 0
  return { uid: id('-u'), gid: id('-g') }
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
