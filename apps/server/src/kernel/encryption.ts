/** Encryption of personal data at rest, with a key derived from the secret of the server. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export interface Encryptor {
  /**
   * Encrypts a text.
   * @param context the record or user that the text belongs to; only the same context decrypts the text
   */
  encrypt(text: string, context: string): Buffer
  /** The text; null when it was changed, belongs to another context or was encrypted with another secret. */
  decrypt(encrypted: Buffer, context: string): string | null
}

/** @param purpose separates the keys of different kinds of data */
export function createEncryptor(secret: string, purpose: string): Encryptor {
  const key = createHmac('sha256', secret).update(`khapdee:sealed:${purpose}`).digest()
  return {
    encrypt(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    decrypt(encrypted, context) {
      try {
        const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, ivBytes))
          .setAAD(Buffer.from(context))
          .setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes))
        const content = encrypted.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
