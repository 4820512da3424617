import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSealer } from './sealed.ts'

const sealer = createSealer('s'.repeat(32), 'test')

it('opens what it sealed, and nothing else', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (text, context, n) => {
      const sealed = sealer.seal(text, context)
      expect(sealer.open(sealed, context)).toBe(text)
      expect(sealer.open(sealed, `${context}x`)).toBeNull()
      expect(createSealer('t'.repeat(32), 'test').open(sealed, context)).toBeNull()
      expect(createSealer('s'.repeat(32), 'other').open(sealed, context)).toBeNull()
      const changed = Buffer.from(sealed)
      changed[n % changed.length] = (changed[n % changed.length] ?? 0) ^ 1
      expect(sealer.open(changed, context)).toBeNull()
    }),
  )
})

it('does not contain the text, and differs each time', () => {
  const text = 'นางสาวสมหญิง 1100012345678'
  const [one, other] = [sealer.seal(text, '1'), sealer.seal(text, '1')]
  expect(one.includes(Buffer.from('1100012345678'))).toBe(false)
  expect(one.equals(other)).toBe(false)
})

it('opens no shortened data', () => {
  expect(sealer.open(Buffer.alloc(0), '')).toBeNull()
  expect(sealer.open(Buffer.alloc(20), '')).toBeNull()
})
