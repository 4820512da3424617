/**
 * Reads the text of PDFs with position and width, through each font's ToUnicode map, as viewers do to
 * search and copy. Supports only PDFs written by pdfkit.
 */

import { inflateSync } from 'node:zlib'

/** A drawn string; lengths in points, `y` from the bottom of the page. */
export interface TextRun {
  text: string
  x: number
  y: number
  width: number
  /** Text size. */
  size: number
}

export interface PdfPage {
  width: number
  height: number
  runs: TextRun[]
  /** Lines from top to bottom; the runs of a line from left to right, with a space where there is a gap. */
  text: string
}

interface PdfFont {
  texts: string[]
  /** In thousandths of the text size. */
  widths: number[]
}

/** The pages of a PDF with their text. */
export function readPdf(bytes: Uint8Array): PdfPage[] {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'))
  const object = (id: string) => objects.get(id) ?? { dictionary: '', stream: '' }
  const reference = (dictionary: string, key: string) =>
    new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? ''

  function readFont(id: string): PdfFont {
    const { dictionary } = object(id)
    const descendant = /\/DescendantFonts \[(\d+)/.exec(dictionary)?.[1] ?? ''
    const widths = /\/W \[0 \[([^\]]*)/.exec(object(descendant).dictionary)?.[1] ?? ''
    return {
      texts: readUnicodeMap(object(reference(dictionary, 'ToUnicode')).stream),
      widths: widths.trim().split(/\s+/).map(Number),
    }
  }

  function readPage(id: string): PdfPage {
    const { dictionary } = object(id)
    const [width = 0, height = 0] = (/\/MediaBox \[0 0 ([\d. ]+)\]/.exec(dictionary)?.[1] ?? '')
      .split(' ')
      .map(Number)
    const resources = object(reference(dictionary, 'Resources')).dictionary
    const fonts = new Map(
      Array.from(resources.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', font = '']) => [
        name,
        readFont(font),
      ]),
    )
    const runs = readRuns(object(reference(dictionary, 'Contents')).stream, fonts)
    return { width, height, runs, text: textOf(runs) }
  }

  const pages = [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Pages'))
  const kids = /\/Kids \[([^\]]*)\]/.exec(pages?.dictionary ?? '')?.[1] ?? ''
  return Array.from(kids.matchAll(/(\d+) 0 R/g), ([, id = '']) => readPage(id))
}

function readObjects(file: string) {
  const objects = new Map<string, { dictionary: string; stream: string }>()
  for (const [, id = '', body = ''] of file.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = ''] = body.split('\nstream\n', 1)
    const data = body.slice(dictionary.length + '\nstream\n'.length, -'\nendstream'.length)
    const stream = dictionary.includes('/FlateDecode')
      ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
      : data
    objects.set(id, { dictionary, stream })
  }
  return objects
}

/** The text of each glyph number. */
function readUnicodeMap(map: string): string[] {
  const texts: string[] = []
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(first, 16)
    for (const [, units = ''] of list.matchAll(/<([^>]*)>/g)) {
      const codes = units.split(' ').filter(Boolean)
      texts[glyph++] = String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)))
    }
  }
  return texts
}

function readRuns(content: string, fonts: Map<string, PdfFont>): TextRun[] {
  const runs: TextRun[] = []
  for (const [, block = ''] of content.matchAll(/\bBT\n([\s\S]*?)\nET\b/g)) {
    const [, x = '', y = ''] = /([-\d.]+) ([-\d.]+) Tm/.exec(block) ?? []
    const [, fontName = '', size = ''] = /\/(F\d+) ([\d.]+) Tf/.exec(block) ?? []
    const font = fonts.get(fontName)
    if (!font) throw new Error(`unknown font ${fontName}`)
    const run = { text: '', x: Number(x), y: Number(y), width: 0, size: Number(size) }
    for (const [, glyphs = '', shift = '0'] of block.matchAll(/<(\w+)>\s*([-\d.]+)?/g)) {
      for (const [code] of glyphs.matchAll(/\w{4}/g)) {
        const glyph = Number.parseInt(code, 16)
        run.text += font.texts[glyph] ?? '\uFFFD'
        run.width += ((font.widths[glyph] ?? 0) * Number(size)) / 1000
      }
      run.width -= (Number(shift) * Number(size)) / 1000
    }
    runs.push(run)
  }
  return runs
}

function textOf(runs: TextRun[]): string {
  const lines = new Map<number, TextRun[]>()
  for (const run of runs) {
    const line = Math.round(run.y)
    lines.set(line, [...(lines.get(line) ?? []), run])
  }
  return [...lines.entries()]
    .sort(([a], [b]) => b - a)
    .map(([, line]) => joinRuns(line.sort((a, b) => a.x - b.x)))
    .join('\n')
}

function joinRuns(line: TextRun[]): string {
  let text = ''
  let end = Number.POSITIVE_INFINITY
  for (const run of line) {
    if (run.x > end + 1) text += ' '
    text += run.text
    end = run.x + run.width
  }
  return text
}
