import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTis620, encodeTis620, firstUnencodable } from './tis-620.ts'

describe('encodeTis620', () => {
  it('has one byte for each character, with vowels and tone marks', () => {
    expect([...encodeTis620('ก ฮฺ฿๛Aน้ำ~')]).toEqual([
      0xa1, 0x20, 0xce, 0xda, 0xdf, 0xfb, 0x41, 0xb9, 0xe9, 0xd3, 0x7e,
    ])
  })

  it.each(['é', '–', '😀', '\n', '\u007F', '\u0E3B', '\u0E5C', '\u200B'])('refuses %j', (bad) => {
    expect(firstUnencodable(`กข${bad}ค`)).toBe(bad)
    expect(() => encodeTis620(`กข${bad}ค`)).toThrow(RangeError)
  })
})

describe('decodeTis620', () => {
  it('reads what was encoded', () => {
    const character = fc
      .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x0e01, max: 0x0e5b }))
      .map((code) => String.fromCharCode(code))
      .filter((text) => firstUnencodable(text) === null)
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        expect(decodeTis620(encodeTis620(text))).toBe(text)
      }),
    )
  })

  it('has one character for each byte, U+FFFD for bytes without a character', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeTis620(bytes)).toHaveLength(bytes.length)
      }),
    )
    expect(decodeTis620(Uint8Array.of(0x80, 0xa0, 0xdb, 0xfc, 0xff))).toBe('\uFFFD'.repeat(5))
  })
})
