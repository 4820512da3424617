/** Texts with HTML and formulas, to be stored in every text field and read back unchanged. */
import type { z } from 'zod'
import type { Wire } from '../wire.ts'

/** From the longest, for long fields, to the shortest, for short fields. */
export const hostileTexts = [
  '=1+1"><b>x</b><img src=x onerror=alert(1)><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><b>x</b>',
  '=1+1',
] as const

/** The first text that a field accepts unchanged; undefined when it accepts none. */
const worstFor = (field: unknown) =>
  hostileTexts.find((text) => {
    const read = (field as z.ZodType).safeParse(text)
    return read.success && read.data === text
  })

/** `body` with a hostile text in every field that accepts one; `texts` has only these fields. */
export function withHostileTexts(shape: z.ZodRawShape, body: Wire): { body: Wire; texts: Wire } {
  const texts = Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const worst = worstFor(field)
      return worst === undefined ? [] : [[name, worst]]
    }),
  )
  return { body: { ...body, ...texts }, texts }
}
