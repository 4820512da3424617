import { describe, expect, it } from 'vitest'
import { parseSlipCode } from './slip-qr.ts'

/** Codes made by another implementation of the standard (promptparse 1.6). */
const codes: readonly [code: string, bank: string, reference: string][] = [
  ['0038000600000101030140217202212314Yk1rFHXQ5102TH9104A721', '014', '202212314YK1RFHXQ'],
  ['0041000600000101030040220014351154512BPM049885102TH910484B4', '004', '014351154512BPM04988'],
  ['0025000600000101030060204A1b25102TH9104D377', '006', 'A1B2'],
]

describe('parseSlipCode', () => {
  it.each(codes)('reads bank and reference of %s', (code, bank, reference) => {
    expect(parseSlipCode(code)).toEqual({ bank, reference })
    expect(parseSlipCode(` ${code}\n`)).toEqual({ bank, reference })
  })

  it('refuses every code with a changed, missing or added letter', () => {
    for (const [code] of codes) {
      for (let at = 0; at < code.length; at++) {
        const changed = code[at] === '7' ? '8' : '7'
        expect(parseSlipCode(code.slice(0, at) + changed + code.slice(at + 1))).toBeNull()
        expect(parseSlipCode(code.slice(0, at) + code.slice(at + 1))).toBeNull()
      }
      expect(parseSlipCode(`${code}0`)).toBeNull()
    }
  })

  it.each([
    '',
    'https://khapdee.example/check',
    '00020101021229370016A0000006770101110113006681234567853037645802TH540510.006304848C',
  ])('reads no slip in %s', (code) => {
    expect(parseSlipCode(code)).toBeNull()
  })
})
