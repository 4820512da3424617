import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStamp, stampOf } from './stamp.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-stamp-'))
  await mkdir(join(folder, 'deep'))
  await write('a.ts', 'a')
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes a file with an explicit modification time, because file systems may round times. */
async function write(name: string, text: string, seconds = 1000): Promise<void> {
  await writeFile(join(folder, name), text)
  await utimes(join(folder, name), seconds, seconds)
}

describe('stampOf', () => {
  it('returns the same stamp while nothing changes', () => {
    expect(stampOf([folder])).toBe(stampOf([folder]))
  })

  it.each([
    ['a different size', () => write('a.ts', 'aa')],
    ['a different modification time', () => write('a.ts', 'b', 2000)],
    ['a new file in a subfolder', () => write('deep/b.ts', 'b')],
    ['a different name', () => rename(join(folder, 'a.ts'), join(folder, 'c.ts'))],
    ['a removed file', () => rm(join(folder, 'a.ts'))],
  ])('returns a different stamp after %s', async (_what, change) => {
    const before = stampOf([folder])
    await change()
    expect(stampOf([folder])).not.toBe(before)
  })

  it('ignores tests', async () => {
    const before = stampOf([folder])
    await write('a.test.ts', 'test')
    expect(stampOf([folder])).toBe(before)
  })

  it('treats missing paths as empty', () => {
    expect(stampOf([join(folder, 'none')])).toBe(stampOf([]))
    expect(readStamp(join(folder, 'none'))).toBe('')
  })
})
