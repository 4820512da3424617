/** A small file system in memory that can be filled. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Writes until no space is left. */
  fill(): void
  /** Deletes the file that `fill` wrote. */
  free(): void
  remove(): void
}

const size = '400m'

/** Mounts a tmpfs; returns undefined if mounting is not permitted. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-disk-'))
  const mount = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]
  if (spawnSync('mount', mount).status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        // Writes megabytes first, then pages. If only a part is written, the file system is full.
        for (const piece of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)]) {
          while (writeAll(file, piece));
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes the piece; returns false if only a part of it or nothing fits. */
function writeAll(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) === piece.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
