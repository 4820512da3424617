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

/** Writes a file with a time of change of its own, because file systems may round theirs. */
async function write(name: string, text: string, seconds = 1000): Promise<void> {
  await writeFile(join(folder, name), text)
  await utimes(join(folder, name), seconds, seconds)
}

describe('stampOf', () => {
  it('stays while nothing changes', () => {
    expect(stampOf([folder])).toBe(stampOf([folder]))
  })

  it.each([
    ['another size', () => write('a.ts', 'aa')],
    ['another time', () => write('a.ts', 'b', 2000)],
    ['another file, deeper down', () => write('deep/b.ts', 'b')],
    ['another name', () => rename(join(folder, 'a.ts'), join(folder, 'c.ts'))],
    ['one file less', () => rm(join(folder, 'a.ts'))],
  ])('changes with %s', async (_what, change) => {
    const before = stampOf([folder])
    await change()
    expect(stampOf([folder])).not.toBe(before)
  })

  it('does not change with tests', async () => {
    const before = stampOf([folder])
    await write('a.test.ts', 'test')
    expect(stampOf([folder])).toBe(before)
  })

  it('takes what does not exist for empty', () => {
    expect(stampOf([join(folder, 'none')])).toBe(stampOf([]))
    expect(readStamp(join(folder, 'none'))).toBe('')
  })
})
