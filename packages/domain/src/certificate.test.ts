import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CertifiedRight, certificateProblem } from './certificate.ts'

const theory: CertifiedRight = {
  kind: 'theory',
  licence_type: 'car',
  used: true,
  disabled: false,
  certified: false,
}
const practice: CertifiedRight = { ...theory, kind: 'practice' }

it.each<[string, CertifiedRight[], boolean, string | null]>([
  ['all passed', [theory, practice], true, null],
  ['one exam only', [practice], true, null],
  ['one not passed', [theory, { ...practice, used: false }], true, 'ยังสอบไม่ผ่านภาคปฏิบัติ รถยนต์'],
  ['the other one disabled', [theory, { ...practice, used: false, disabled: true }], true, null],
  ['only a disabled one', [{ ...theory, used: false, disabled: true }], true, 'ยังไม่มีผลสอบผ่าน'],
  ['no right', [], true, 'ยังไม่มีผลสอบผ่าน'],
  ['an ended line', [theory], false, 'รายการที่ให้สิทธิ์สิ้นสุดแล้ว ออกหนังสือรับรองไม่ได้'],
  ['a certificate', [{ ...theory, certified: true }, practice], true, 'ออกหนังสือรับรองแล้ว'],
])('with %s', (_, rights, lineIsOpen, expected) => {
  expect(certificateProblem(rights, lineIsOpen)).toBe(expected)
})

it('certifies only passed exams', () => {
  const right = fc.record({
    kind: fc.constantFrom('theory' as const, 'practice' as const),
    licence_type: fc.constantFrom('car' as const, 'motorcycle' as const),
    used: fc.boolean(),
    disabled: fc.boolean(),
    certified: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(right), fc.boolean(), (rights, lineIsOpen) => {
      if (certificateProblem(rights, lineIsOpen) !== null) return
      expect(rights.some(({ used }) => used)).toBe(true)
      expect(rights.every(({ used, disabled }) => used || disabled)).toBe(true)
      expect(rights.some(({ certified }) => certified)).toBe(false)
    }),
  )
})
