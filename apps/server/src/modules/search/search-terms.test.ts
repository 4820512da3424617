import { formatDocumentNumber } from '@khapdee/domain/document-number'
import { day } from '@khapdee/domain/thai-date'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latinKeys } from './latin-keys.ts'
import { parseTerms } from './search-terms.ts'

const noTerms = { code: null, idcard: null, passport: null, phone: null, name: null }

describe('parseTerms', () => {
  it.each([
    ['', {}],
    ['ก', {}],
    ['-- %', {}],
    ['สม', { name: 'สม' }],
    ['Anna', { name: 'Anna' }],
    ['100%_\\', { code: null }],
    ['AP-KKN-6911-0003', { code: { end: 'AP-KKN-6911-0003' } }],
    ['ap kkn 6911 0003', { code: { end: 'AP-KKN-6911-0003' } }],
    ['AP-KKN-๖๙๑๑-๐๐๐๓', { code: { end: 'AP-KKN-6911-0003' } }],
    ['ap-kkn-69', { code: { start: 'AP-KKN-69' } }],
    ['AP-KKN-6911-', { code: { start: 'AP-KKN-6911-' } }],
    ['ap-kkn-6911-00', { code: { start: 'AP-KKN-6911-00' } }],
    ['re-k', { code: { start: 'RE-K' } }],
    ['6911-0003', { code: { end: '-6911-0003' } }],
    ['KKN-6911-0003', { code: { end: 'KKN-6911-0003' } }],
    ['12', { code: { end: '-0012' } }],
    ['0003', { code: { end: '-0003' }, phone: '0003' }],
    ['081-234', { phone: '081234' }],
    ['+66 81 234 5678', { phone: '0812345678' }],
    ['1-1000-00000-01-6', { idcard: '1100000000016' }],
    ['aa1234567', { passport: 'AA1234567' }],
  ])('parses %j', (text, terms) => {
    const { passport, ...read } = parseTerms(text)
    // Many texts with letters and digits could be passport numbers, so the passport is compared only in
    // cases that expect one.
    expect({ ...read, passport: 'passport' in terms ? passport : null }).toEqual({
      ...noTerms,
      ...terms,
    })
  })

  it('parses a number scanned under the Thai keyboard layout', () => {
    expect(latinKeys('ฑฎขษษ์ขุตๅๅขจจจ-')).toBe('RE-KKN-6911-0003')
    expect(parseTerms('ฑฎขษษ์ขุตๅๅขจจจ-').code).toEqual({ end: 'RE-KKN-6911-0003' })
    expect(parseTerms('จคๅ/-ภถุึค').phone).toBe('0812345678')
    expect(parseTerms('สมชาย').name).toBe('สมชาย')
    expect(parseTerms('ภคต').name).toBe('ภคต')
  })

  it('parses every complete document number, with and without hyphens', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('AP', 'EX', 'VC', 'OF', 'RQ', 'RE'),
        fc.stringMatching(/^[A-Z]{2,5}$/),
        fc.integer({ min: 1, max: 99_999 }),
        (type, branch, n) => {
          const number = formatDocumentNumber(type, branch, day('2026-11-21'), n)
          expect(parseTerms(number.toLowerCase()).code).toEqual({ end: number })
          expect(parseTerms(number.replaceAll('-', '')).code).toEqual({ end: number })
        },
      ),
    )
  })
})
