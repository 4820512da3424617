/** The folder of the backups that the server writes: every night, and when an administrator asks for one. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Day, timeInBangkok } from '@khapdee/domain/thai-date'
import { errorCode } from '../db/start-error.ts'
import { partSuffix } from './write-backup.ts'

/** The advisory lock of the server that writes a backup. */
export const backupLock = 'nightly backup'

const maxAgeHours = 36
/** A backup file that has not grown for this time was left by a server that was killed. */
const staleMs = 2 * 60 * 1000
/** How much the clock of a file server may be ahead. */
const clockSkewHours = 1

const nightlyFile = /^khapdee-\d{4}-\d\d-\d\d\.zip$/
const manualFile = /^khapdee-\d{4}-\d\d-\d\d-\d{6}\.zip$/

/** Whether a name is that of a backup; such a name cannot lead out of the folder. */
export const isBackupName = (name: string): boolean =>
  nightlyFile.test(name) || manualFile.test(name)

export const nightlyName = (day: Day): string => `khapdee-${day}.zip`

/**
 * The name of a backup that an administrator starts. It contains the time in Bangkok, so that each
 * name is unique.
 */
export const manualName = (day: Day, now: Date): string => {
  const seconds = String(now.getUTCSeconds()).padStart(2, '0')
  return `khapdee-${day}-${timeInBangkok(now).replace(':', '')}${seconds}.zip`
}

export interface StoredBackup {
  name: string
  /** In bytes. */
  size: number
  writtenAt: Date
}

async function statsOf(folder: string, names: readonly string[]): Promise<StoredBackup[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      // Another server may have deleted an old backup meanwhile.
      const stats = await stat(join(folder, name)).catch(() => null)
      return stats === null ? [] : [{ name, size: stats.size, writtenAt: stats.mtime }]
    }),
  )
  return found.flat().toSorted((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime())
}

/** The backups of a folder, newest first; none while the folder is missing. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw error
  })
  return statsOf(folder, names.filter(isBackupName))
}

/** The files of backups that are not complete. */
async function partsOf(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => [])
  const isPart = (name: string) =>
    name.endsWith(partSuffix) && isBackupName(name.replace(/(?<=\.zip)\..+/, ''))
  return statsOf(folder, names.filter(isPart))
}

const unchangedMs = ({ writtenAt }: StoredBackup) => Date.now() - writtenAt.getTime()

/** Whether some server is writing a backup into the folder. */
export const isBeingWritten = async (folder: string): Promise<boolean> =>
  (await partsOf(folder)).some((part) => unchangedMs(part) < staleMs)

/** Deletes the incomplete files of killed servers. The caller holds `backupLock`, so that no other server writes one. */
export async function deleteLeftOver(folder: string): Promise<void> {
  for (const part of await partsOf(folder))
    if (unchangedMs(part) > staleMs) await rm(join(folder, part.name), { force: true })
}

/** Deletes all but `name` and the newest other backups of its kind, so that `keep` are left. */
export async function deleteOld(folder: string, name: string, keep: number): Promise<void> {
  const kind = nightlyFile.test(name) ? nightlyFile : manualFile
  // The names of files that were written with a wrong clock may be greater than the new one.
  const others = (await readdir(folder)).filter((each) => kind.test(each) && each !== name)
  for (const old of others
    .toSorted()
    .toReversed()
    .slice(keep - 1))
    await rm(join(folder, old), { force: true })
}

/**
 * The hours since the newest backup of a list; null without one. Files of the future do not count:
 * they were written with a wrong clock, and their age is not known.
 */
export function hoursSince(backups: readonly StoredBackup[], now: Date): number | null {
  const ages = backups
    .map(({ writtenAt }) => (now.getTime() - writtenAt.getTime()) / 3_600_000)
    .filter((hours) => hours > -clockSkewHours)
  return ages.length === 0 ? null : Math.max(Math.min(...ages), 0)
}

/** The hours since the last backup of a folder; null without one. */
export const backupAge = async (folder: string, now: Date): Promise<number | null> =>
  hoursSince(await listBackups(folder), now)

/** Whether a backup of this age is too old; null, no backup, is too old as well. */
export const isOverdue = (hours: number | null): boolean => hours === null || hours > maxAgeHours
