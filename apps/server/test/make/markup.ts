/** Text that means mischief, to be written wherever text may stand, and to be found again as text. */
import type { z } from 'zod'
import type { Wire } from '../wire.ts'

/** From the worst that fits a long field to the worst that fits a short one. */
export const mischief = [
  '=1+1"><b>x</b><img src=x onerror=alert(1)><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><b>x</b>',
  '=1+1',
] as const

/** The worst that a field takes as it is; undefined where it takes none. */
const worstFor = (field: unknown) =>
  mischief.find((text) => {
    const read = (field as z.ZodType).safeParse(text)
    return read.success && read.data === text
  })

/** A body with mischief in every field that takes it, and which fields those are. */
export function withMischief(shape: z.ZodRawShape, body: Wire): { body: Wire; texts: Wire } {
  const texts = Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const worst = worstFor(field)
      return worst === undefined ? [] : [[name, worst]]
    }),
  )
  return { body: { ...body, ...texts }, texts }
}
