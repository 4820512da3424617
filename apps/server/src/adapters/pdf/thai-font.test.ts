import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { renderDocument } from './render.ts'
import { pdftotext } from './test/pdftotext.ts'
import { readPdf } from './test/read-pdf.ts'
import { loadThaiFont } from './thai-font.ts'

const file = '@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf'
const font = loadThaiFont(createRequire(import.meta.url).resolve(file))

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i))
const consonants = range(0x0e01, 0x0e2e)
const vowels = ['', '\u0E31', ...range(0x0e34, 0x0e39), '\u0E47']
const tones = ['', ...range(0x0e48, 0x0e4c)]
const saraAm = '\u0E33'

/** Every consonant with every vowel or SARA AM, and every tone. */
const clusters = consonants.flatMap((consonant) => [
  ...vowels.flatMap((vowel) => tones.map((tone) => consonant + vowel + tone)),
  ...tones.slice(0, 5).map((tone) => consonant + tone + saraAm),
])

describe('layout', () => {
  it('draws a cluster as one glyph with the cluster’s text', () => {
    for (const cluster of clusters) {
      const { glyphs } = font.layout(cluster)
      expect(glyphs).toHaveLength(1)
      expect(String.fromCodePoint(...(glyphs[0]?.codePoints ?? []))).toBe(cluster)
    }
  })

  it('positions marks by the font’s tables', () => {
    const shapes = ['ก', 'ก้', 'กี้', 'ปั๊'].map((text) => font.layout(text).glyphs[0]!)
    const [consonant, low, raised, shifted] = shapes.map(({ components }) => components.at(-1)!)
    // A tone mark above a vowel has a raised form; above the tall ป it is shifted sideways and down.
    expect(raised!.id).not.toBe(low!.id)
    expect(shifted).toMatchObject({ dx: 492, dy: -32 })
    expect(consonant).toMatchObject({ dx: 0, dy: 0 })
    expect(shapes[2]!.advanceWidth).toBe(shapes[0]!.advanceWidth)
  })

  it('drops zero-width spaces', () => {
    expect(font.layout('ขับ\u200Bรถ')).toEqual(font.layout('ขับรถ'))
  })

  it('keeps the order of characters in other scripts, also right-to-left ones', () => {
    const { glyphs } = font.layout('a שלום 1')
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')).toBe(
      'a שלום 1',
    )
  })

  it('returns new position objects, which the caller may change', () => {
    font.layout('ก').positions[0]!.xAdvance = 0
    expect(font.layout('ก').positions[0]!.xAdvance).toBeGreaterThan(0)
  })
})

describe('a PDF with every cluster', () => {
  const words = clusters.map((cluster, i) => `${i}:${cluster}น`)
  const renderClusters = () =>
    renderDocument({
      info: { creationDate: new Date(0), modDate: new Date(0) },
      defaultStyle: { font: 'Sarabun', fontSize: 9 },
      content: [words.join(' ')],
    })

  it('contains the exact text of each', async () => {
    const text = readPdf(await renderClusters())
      .map((page) => page.text)
      .join(' ')
    expect(text.split(/\s+/)).toEqual(words)
  })

  it.runIf(pdftotext.available)('contains text that poppler extracts exactly', async () => {
    expect(
      pdftotext
        .read(await renderClusters())
        .split(/\s+/)
        .filter(Boolean),
    ).toEqual(words)
  })
})
