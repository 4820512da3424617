/** The weights of the font of documents, loaded once per thread. */

import { createRequire } from 'node:module'
import { loadThaiFont, type ThaiFont } from './thai-font.ts'

export const fontWeights = ['400Regular', '600SemiBold', '700Bold'] as const
export type FontWeight = (typeof fontWeights)[number]

const { resolve } = createRequire(import.meta.url)
const loaded = new Map<FontWeight, ThaiFont>()

/** The font of a weight; loading it costs about 20 ms. */
export function fontOf(weight: FontWeight): ThaiFont {
  const known = loaded.get(weight)
  if (known) return known
  const file = `@expo-google-fonts/sarabun/${weight}/Sarabun_${weight}.ttf`
  const font = loadThaiFont(resolve(file))
  loaded.set(weight, font)
  return font
}

const unitsPerEm = 1000

/** The width in points of `text` on one line, in regular weight of `size` points. */
export function textWidth(text: string, size: number): number {
  return (fontOf('400Regular').layout(text).advanceWidth * size) / unitsPerEm
}
