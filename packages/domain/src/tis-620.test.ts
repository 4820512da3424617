import { describe, expect, it } from 'vitest'
import { encodeTis620, firstUnencodable } from './tis-620.ts'

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
