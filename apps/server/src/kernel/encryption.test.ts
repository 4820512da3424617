import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEncryptor } from './encryption.ts'

const encryptor = createEncryptor('s'.repeat(32), 'test')

it('decrypts only with the same secret, purpose and context', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (text, context, n) => {
      const encrypted = encryptor.encrypt(text, context)
      expect(encryptor.decrypt(encrypted, context)).toBe(text)
      expect(encryptor.decrypt(encrypted, `${context}x`)).toBeNull()
      expect(createEncryptor('t'.repeat(32), 'test').decrypt(encrypted, context)).toBeNull()
      expect(createEncryptor('s'.repeat(32), 'other').decrypt(encrypted, context)).toBeNull()
      const changed = Buffer.from(encrypted)
      changed[n % changed.length] = (changed[n % changed.length] ?? 0) ^ 1
      expect(encryptor.decrypt(changed, context)).toBeNull()
    }),
  )
})

it('hides the text, and encrypts it differently each time', () => {
  const text = 'นางสาวสมหญิง 1100012345678'
  const [one, other] = [encryptor.encrypt(text, '1'), encryptor.encrypt(text, '1')]
  expect(one.includes(Buffer.from('1100012345678'))).toBe(false)
  expect(one.equals(other)).toBe(false)
})

it('returns null for truncated data', () => {
  expect(encryptor.decrypt(Buffer.alloc(0), '')).toBeNull()
  expect(encryptor.decrypt(Buffer.alloc(20), '')).toBeNull()
})
