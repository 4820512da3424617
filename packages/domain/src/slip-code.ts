/**
 * The code of an appointment slip: twelve digits of Crockford's base 32, which identify one booking
 * and cannot be guessed.
 */

const length = 12

/**
 * Reads a code that was scanned or typed, with or without hyphens and spaces, in any case. I and L
 * count as 1, O as 0.
 * @returns the stored form, or null for any other text
 */
export function parseSlipCode(text: string): string | null {
  const code = text
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
  return new RegExp(`^[0-9A-HJKMNP-TV-Z]{${length}}$`).test(code) ? code : null
}

/** A code in groups for reading: `7K2M-9QXD-31VZ`. */
export const formatSlipCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
