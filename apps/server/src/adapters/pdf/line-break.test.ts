import { describe, expect, it } from 'vitest'
import { breakable } from './line-break.ts'

const parts = (text: string) => breakable(text).split('\u200B')

describe('breakable', () => {
  it('marks the ends of Thai words', () => {
    expect(parts('โรงเรียนสอนขับรถ')).toEqual(['โรงเรียน', 'สอน', 'ขับ', 'รถ'])
  })

  it('adds marks and changes nothing else', () => {
    const text = 'รถยนต์ (Toyota) 15 ชม. ฯลฯ ต่าง ๆ “รู้กฎ” ณ ที่ทำการ'
    expect(parts(text).join('')).toBe(text)
  })

  it('does not change texts without Thai', () => {
    expect(breakable('RE-KKN-6911-0001')).toBe('RE-KKN-6911-0001')
  })

  it('keeps repetition signs, abbreviation signs and opening brackets with their word', () => {
    expect(breakable('เด็กๆ')).not.toContain('\u200Bๆ')
    expect(breakable('กรุงเทพฯ')).not.toContain('\u200Bฯ')
    expect(breakable('(ขับรถ')).not.toContain('(\u200B')
  })
})
