/** Turns document definitions into PDF bytes. */

import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { fontOf, fontWeights } from './fonts.ts'
import { fitLongTexts } from './long-texts.ts'

let prepared = false

/** Loads the fonts ahead of the first document; further calls in the same thread do nothing. */
export function prepareRendering(): void {
  if (prepared) return
  for (const weight of fontWeights) pdfmake.virtualfs.writeFileSync(weight, fontOf(weight))
  pdfmake.setFonts({
    Sarabun: { normal: '400Regular', bold: '700Bold' },
    SarabunSemiBold: { normal: '600SemiBold' },
  })
  // The content of a document must not cause the server to read a file or fetch a URL.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  fitLongTexts()
  prepared = true
}

/**
 * Renders a definition. pdfmake modifies it, so every call needs a new one. Equal definitions with a
 * creation date give equal bytes, because the id of the file is derived from that date.
 */
export async function renderDocument(definition: TDocumentDefinitions): Promise<Uint8Array> {
  prepareRendering()
  return pdfmake.createPdf(definition).getBuffer()
}

/**
 * Renders a definition at the first scale with which it has one page, otherwise at the last one.
 * @param definitionOf a new definition at a scale, with a footer by page
 */
export async function renderOnOnePage(
  scales: readonly [number, ...number[]],
  definitionOf: (scale: number) => TDocumentDefinitions,
): Promise<Uint8Array> {
  const [scale, next, ...others] = scales
  const definition = definitionOf(scale)
  const { footer } = definition
  let count = 1
  const bytes = await renderDocument({
    ...definition,
    // pdfmake reports the number of pages only here.
    footer: (page, pages, size) => {
      count = pages
      return typeof footer === 'function' ? footer(page, pages, size) : footer
    },
  })
  if (count === 1 || next === undefined) return bytes
  return renderOnOnePage([next, ...others], definitionOf)
}
