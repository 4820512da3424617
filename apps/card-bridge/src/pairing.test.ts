import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'
import { createPairing, type Pairing } from './pairing.ts'
import { openSettings } from './settings.ts'

const origin = 'https://school.example'
let folder: string
let time = 0
let pairing: Pairing

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'khapdee-pairing-'))
  time = Date.parse('2026-01-01T00:00:00Z')
  pairing = createPairing(openSettings(folder), () => time)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('createPairing', () => {
  it('exchanges a code for a token of one web app, however the code is typed', () => {
    const code = pairing.newCode()
    const token = pairing.exchange(` ${code.toLowerCase().replace('-', ' ')}`, origin) ?? ''
    expect(pairing.isPaired(token, origin)).toBe(true)
    expect(pairing.isPaired(token, 'https://attacker.example')).toBe(false)
    expect(pairing.isPaired(`${token}x`, origin)).toBe(false)
  })

  it('accepts a code once', () => {
    const code = pairing.newCode()
    expect(pairing.exchange(code, origin)).not.toBeNull()
    expect(pairing.exchange(code, origin)).toBeNull()
  })

  it('accepts a code for ten minutes, and only the last one', () => {
    const first = pairing.newCode()
    const second = pairing.newCode()
    expect(pairing.exchange(first, origin)).toBeNull()
    time += 10 * 60_000 + 1
    expect(pairing.exchange(second, origin)).toBeNull()
  })

  it('invalidates a code after five wrong ones', () => {
    const code = pairing.newCode()
    for (let tries = 0; tries < 5; tries++) expect(pairing.exchange('AAAA-AAAA', origin)).toBeNull()
    expect(pairing.exchange(code, origin)).toBeNull()
  })

  it('stores neither codes nor tokens', () => {
    const code = pairing.newCode()
    expect(readFileSync(join(folder, 'pairing.json'), 'utf8')).not.toContain(code.slice(0, 4))
    const token = pairing.exchange(code, origin) ?? ''
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(token)
  })
})

describe('parseArguments', () => {
  it.each([
    [
      ['https://school.example/login'],
      { origins: [origin], connection: null, wantsCode: false, unpairs: false, forgets: null },
    ],
    [
      ['--unpair'],
      { origins: [], connection: null, wantsCode: false, unpairs: true, forgets: null },
    ],
    [['--pair'], { origins: [], connection: null, wantsCode: true, unpairs: false, forgets: null }],
    [
      ['--connect', `${origin}#abcdefghijklmnopqrstuvwx`],
      {
        origins: [],
        connection: { url: origin, key: 'abcdefghijklmnopqrstuvwx' },
        wantsCode: false,
        unpairs: false,
        forgets: null,
      },
    ],
    [['--connect', origin], null],
    [['--connect'], null],
    [['school.example'], null],
    [['file:///etc/passwd'], null],
  ])('reads %j', (args, expected) => expect(parseArguments(args)).toEqual(expected))
})
