import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-chromium-'))
  await writeFile(join(folder, 'chromium'), '')
  await chmod(join(folder, 'chromium'), 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

describe('findChromium', () => {
  it('prefers CHROME_PATH to the PATH', () => {
    const chosen = join(folder, 'chromium')
    expect(findChromium({ CHROME_PATH: chosen, PATH: '/usr/bin' })).toBe(chosen)
  })

  it('throws if CHROME_PATH does not exist', () => {
    expect(() => findChromium({ CHROME_PATH: join(folder, 'none') })).toThrow('no such file')
  })

  it('finds a Chromium on the PATH', () => {
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'chromium'))
  })

  it('prefers the headless shell to the full browser', async () => {
    const shell = join(folder, 'chromium-headless-shell')
    await writeFile(shell, '', { mode: 0o755 })
    expect(findChromium({ PATH: folder })).toBe(shell)
  })
})
