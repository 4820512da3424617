import { describe, expect, it } from 'vitest'
import { breakable } from './line-break.ts'

const parts = (text: string) => breakable(text).split('\u200B')

describe('breakable', () => {
  it('marks the ends of Thai words', () => {
    expect(parts('โรงเรียนสอนขับรถ')).toEqual(['โรงเรียน', 'สอน', 'ขับ', 'รถ'])
  })

  it('changes nothing but adds marks', () => {
    const text = 'รถยนต์ (Toyota) 15 ชม. ฯลฯ ต่าง ๆ “รู้กฎ” ณ ที่ทำการ'
    expect(parts(text).join('')).toBe(text)
  })

  it('leaves texts without Thai alone', () => {
    expect(breakable('RE-KKN-6911-0001')).toBe('RE-KKN-6911-0001')
  })

  it('keeps repeat signs, shortenings and opening brackets with their word', () => {
    expect(breakable('เด็กๆ')).not.toContain('\u200Bๆ')
    expect(breakable('กรุงเทพฯ')).not.toContain('\u200Bฯ')
    expect(breakable('(ขับรถ')).not.toContain('(\u200B')
  })
})
