/** Turns document definitions into PDF bytes. */

import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { loadThaiFont } from './thai-font.ts'

const { resolve } = createRequire(import.meta.url)
let prepared = false

/** Loads the fonts once per process or worker, ahead of the first document. */
export function prepareRendering(): void {
  if (prepared) return
  for (const weight of ['400Regular', '600SemiBold', '700Bold']) {
    const file = `@expo-google-fonts/sarabun/${weight}/Sarabun_${weight}.ttf`
    pdfmake.virtualfs.writeFileSync(weight, loadThaiFont(resolve(file)))
  }
  pdfmake.setFonts({
    Sarabun: { normal: '400Regular', bold: '700Bold' },
    SarabunSemiBold: { normal: '600SemiBold' },
  })
  // No content of a document may make the server read a file or fetch a URL.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  prepared = true
}

/**
 * The PDF of a definition, which is used up: build a new one for every call. Equal definitions give
 * equal bytes, provided they state their creation date (the file's id is derived from it).
 */
export async function renderDocument(definition: TDocumentDefinitions): Promise<Uint8Array> {
  prepareRendering()
  return pdfmake.createPdf(definition).getBuffer()
}
