/**
 * The differences of PC/SC between the operating systems. The sizes are those that 64-bit compilers
 * give to the structures of winscard.h (mingw-w64), of pcsclite, and of macOS.
 */
import koffi from 'koffi'
import { describe, expect, it } from 'vitest'
import { causeOf, missingLibrary, structuresOf } from './pcsc-library.ts'

describe('the structures of PC/SC', () => {
  it.each([
    ['windows', { protocol: 8, state: 64, event: 20, atr: 28 }],
    ['linux', { protocol: 16, state: 80, event: 24, atr: 40 }],
    ['mac', { protocol: 8, state: 61, event: 20, atr: 28 }],
  ] as const)('have the sizes and places that %s expects', (system, expected) => {
    const { protocol, state } = structuresOf(koffi, system)
    expect({
      protocol: koffi.sizeof(protocol),
      state: koffi.sizeof(state),
      event: koffi.offsetof(state, 'event'),
      atr: koffi.offsetof(state, 'atr'),
    }).toEqual(expected)
  })
})

describe('causeOf', () => {
  it.each([
    [0x80100069, 'REMOVED'],
    // As a 32-bit LONG, and as a 64-bit long.
    [0x80100069 - 2 ** 32, 'REMOVED'],
    [0x80100069n, 'REMOVED'],
    [0x8010000c, 'NO_CARD'],
    [0x8010002e, 'NO_READER'],
    [0x8010000b, 'IN_USE'],
    [0x8010006a, 'SERVICE_DENIED'],
    // ERROR_GEN_FAILURE of Windows, when a reader is unplugged.
    [31, 'UNREADABLE'],
  ])('returns the cause of %d', (code, cause) => expect(causeOf(code, 'windows')).toBe(cause))

  it('treats a stopped service of Windows as a missing reader, because the service runs only while there is one', () => {
    for (const code of [0x8010001d, 0x8010001e]) {
      expect([causeOf(code, 'windows'), causeOf(code, 'linux')]).toEqual([
        'NO_READER',
        'NO_SERVICE',
      ])
    }
  })
})

describe('missingLibrary', () => {
  const missing = () => Promise.reject(new Error("Cannot find package 'koffi'"))

  it('describes how to install a missing library, and returns null for one that loads', async () => {
    expect(await missingLibrary(missing, 'windows')).toMatch(/npm install --omit=dev ในโฟลเดอร์/)
    expect(await missingLibrary(missing, 'linux')).toContain('apt-get install pcscd libccid')
    expect(await missingLibrary(async () => ({}))).toBeNull()
  })
})
