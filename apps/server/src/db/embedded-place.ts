/**
 * Chooses the path of the embedded cluster.
 *
 * Normally it is `<data folder>/database/cluster`. If the user that must run PostgreSQL cannot enter the
 * data folder (a 0700 folder of root, where user namespaces are forbidden), it is below `/var/lib`, and a
 * pointer file in the data folder contains its path.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, clusterVersion, createCluster } from './embedded-cluster.ts'
import { packageVersion, usableNative } from './embedded-native.ts'
import { chooseRunner, chownTree, type Owner } from './embedded-runner.ts'
import { findServer } from './embedded-server.ts'
import { errorCode, withStartErrors, StartError } from './start-error.ts'

export interface Place extends Cluster {
  /** `<data folder>/database`, even when the cluster itself is elsewhere. */
  readonly folder: string
}

const defaultPathOf = (folder: string): string => join(folder, 'cluster')
const pointerOf = (folder: string): string => join(folder, 'moved-to')

/**
 * Decides the cluster's path and the user that runs it, and prepares the programs.
 *
 * @param native the platform package's folder `native/`
 * @throws StartError when the folder cannot be written or holds a database this version cannot use
 */
export async function choosePlace(
  dataDir: string,
  {
    native,
    mayUnshare,
    throwaway,
  }: { native: string; mayUnshare: (user?: Owner) => boolean; throwaway: boolean },
): Promise<Place> {
  const requested = resolve(dataDir, 'database')
  const pointer = await readPointer(requested)
  const { existing, owner } = await nearestExisting(join(pointer ?? requested, 'cluster'))
  const runner = chooseRunner(owner, mayUnshare)
  await access(existing, constants.W_OK)
  const created = await mkdir(requested, { recursive: true })
  if (created && owner.uid !== 0) await chownTree(created, runner)

  const folder = await realpath(requested)
  const staysInFolder =
    runner.reaches(folder) || (await findServer(defaultPathOf(folder))).state !== 'none'
  const home = pointer ?? (staysInFolder ? folder : await makeHome(folder))
  const path = join(home, 'cluster')
  await assertUsable(path, packageVersion(native))
  return { folder, path, native: await usableNative(native, home, runner), runner, throwaway }
}

/** Creates or moves the cluster and sets its owner. Must be called only while no server uses it. */
export async function prepareCluster(
  place: Place,
  progress: (line: string) => void,
): Promise<void> {
  const { folder, path, runner } = place
  const defaultPath = defaultPathOf(folder)
  if (!(await clusterVersion(path))) {
    if (path !== defaultPath && (await clusterVersion(defaultPath))) {
      progress(`Moving the database from ${defaultPath} to ${path}, where PostgreSQL can reach it…`)
      await move(defaultPath, place)
    } else {
      progress('Preparing the database, this once…')
      await createCluster(place)
    }
  }
  if (runner.owner && (await stat(path)).uid !== runner.owner.uid) await chownTree(path, runner)
  if (path !== defaultPath) await writeFile(pointerOf(folder), `${dirname(path)}\n`)
}

async function move(from: string, place: Place): Promise<void> {
  const temporary = `${place.path}.new-${process.pid}`
  try {
    await cp(from, temporary, { recursive: true, verbatimSymlinks: true })
    await chownTree(temporary, place.runner)
    await rename(temporary, place.path)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  // The original is removed only after the copy is flushed to disk.
  await promisify(execFile)('sync')
  await rm(from, { recursive: true })
}

/** Creates a folder below `/var/lib`, owned by root, whose name is derived from that of the data folder. */
async function makeHome(folder: string): Promise<string> {
  const home = `/var/lib/khapdee-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  await withStartErrors(home, () => mkdir(home, { recursive: true }))
  await chmod(home, 0o755)
  return home
}

/** The path that the cluster was moved to, if it was. */
async function readPointer(folder: string): Promise<string | undefined> {
  let home: string
  try {
    home = (await readFile(pointerOf(folder), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  if (await clusterVersion(join(home, 'cluster'))) return home
  throw new StartError(
    `The database was stored in ${home} and is no longer there: restore that folder, or delete ${pointerOf(folder)} to begin with an empty database.`,
  )
}

/** The nearest existing folder, `path` or one above it, and its owner. */
async function nearestExisting(path: string): Promise<{ existing: string; owner: Owner }> {
  try {
    const { uid, gid } = await stat(path)
    return { existing: path, owner: { uid, gid } }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    return nearestExisting(dirname(path))
  }
}

async function assertUsable(path: string, version: string): Promise<void> {
  const found = await clusterVersion(path)
  if (found && found !== version.split('.')[0]) {
    throw new StartError(
      `The database in ${path} was created by PostgreSQL ${found}, but this program includes PostgreSQL ${version}: run the program version that created it, or set DATA_DIR to another folder and restore a backup into it.`,
    )
  }
}
