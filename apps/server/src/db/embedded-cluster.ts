/** The files of an embedded database cluster, and its creation with initdb. */
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive, type Runner } from './embedded-runner.ts'
import { diskFull, errorCode, isDiskFull, StartError, unwritable } from './start-error.ts'

/** The role that owns the cluster. */
export const role = 'khapdee'

/** pg_trgm asks the C library which characters are letters; locale `C` has no Thai letters. */
const characterType = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'

/** initdb options for a built-in locale: byte order, the same on every system, with Thai letters. */
const builtinLocale = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${characterType}`,
]

/** initdb options for the same locale from the system's C library, for PostgreSQL before 17. */
export const systemLocale = [`--locale=${characterType}`]

export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly path: string
  /** Folder with PostgreSQL's `bin/`. */
  readonly native: string
  readonly runner: Runner
  /** True for disposable data: faster, but lost in a power failure. */
  readonly throwaway: boolean
}

/** The file with the role's password, readable by the owner alone. */
export const secretFile = (path: string): string => join(path, 'khapdee.secret')

/** The log that the server writes. */
export const logFile = (path: string): string => join(path, 'postgres.log')

/** Path of one of PostgreSQL's programs. */
export const program = (cluster: Cluster, name: string): string =>
  join(cluster.native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/**
 * Creates the cluster in a temporary folder beside its final path and renames it, so that a start
 * killed midway leaves nothing that looks like a database.
 */
export async function createCluster(
  cluster: Cluster,
  locale: readonly string[] = builtinLocale,
): Promise<void> {
  const { path, runner } = cluster
  await removeStaleFolders(path)
  const temporary = `${path}.new-${process.pid}`
  const secret = `${temporary}.secret`
  try {
    await mkdir(temporary, { mode: 0o700 })
    await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (runner.owner) {
      for (const file of [temporary, secret]) await chown(file, runner.owner.uid, runner.owner.gid)
    }
    const { code, output } = await runner.run(
      [
        program(cluster, 'initdb'),
        '--pgdata',
        temporary,
        '--username',
        role,
        '--auth=scram-sha-256',
        `--pwfile=${secret}`,
        '--encoding=UTF8',
        ...locale,
        ...(cluster.throwaway ? ['--no-sync'] : []),
      ],
      dirname(path),
    )
    if (code !== 0) throw await toOperatorError(path, output)
    await rename(secret, secretFile(temporary))
    await moveIntoPlace(temporary, path)
  } finally {
    await rm(temporary, { recursive: true, force: true })
    await rm(secret, { force: true })
  }
}

/** Moves a finished cluster to its path, unless another server that started at the same time was faster. */
async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path)
  } catch (error) {
    if (!(await clusterVersion(path))) throw error
    return
  }
  if (process.platform === 'win32') return
  // Otherwise a power failure could undo the rename, and so lose the whole database.
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Removes the temporary folders that killed starts left beside the cluster. */
async function removeStaleFolders(path: string): Promise<void> {
  const prefix = `${basename(path)}.new-`
  for (const entry of await readdir(dirname(path))) {
    if (!entry.startsWith(prefix)) continue
    const pid = Number.parseInt(entry.slice(prefix.length), 10)
    // In a restarted container this process can have the id of the killed one.
    if (pid !== process.pid && isAlive(pid)) continue
    await rm(join(dirname(path), entry), { recursive: true, force: true })
  }
}

/** Major version of PostgreSQL that created the cluster; undefined if there is no cluster. */
export async function clusterVersion(path: string): Promise<string | undefined> {
  try {
    return (await readFile(join(path, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Turns the output of a failed PostgreSQL program into an error for the operator. */
export async function toOperatorError(path: string, output: string): Promise<StartError> {
  const folder = dirname(path)
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(folder)
  if (/Permission denied|Read-only file system/.test(output)) return unwritable(folder)
  const unnamed = /could not look up effective user ID (\d+)/.exec(output)
  if (unnamed) {
    return new StartError(
      `User ${unnamed[1]} has no entry in /etc/passwd, which PostgreSQL requires to create a database: add the entry, start as another user, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  // On a full disk PostgreSQL may be unable to log the reason.
  if (await isDiskFull(folder)) return diskFull(folder)
  const last = output.trim().split('\n').slice(-3).join(' ')
  return new StartError(`The embedded PostgreSQL for ${path} does not start: ${last}`)
}
