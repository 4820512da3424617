/**
 * Makes pdfmake print long texts inside their place. By itself it widens a `*` column to its longest word,
 * which moves the columns of money off the page; breaks long words between a letter and its marks; and
 * cannot limit the lines of a text. This overrides private functions, so pdfmake is pinned to an exact version.
 */

import { createRequire } from 'node:module'

/** Text of one style without a place to break; lengths in points. */
interface Inline {
  text: string
  width: number
  leadingCut: number
  /** Width of the spaces at the end, which do not count at the end of a line. */
  trailingCut: number
  fontSize: number
  characterSpacing?: number
  noWrap?: boolean | null
  noNewLine?: boolean
  lineEnd?: boolean
  font: { widthOfString(text: string, size: number): number }
}

interface Line {
  maxWidth: number
  inlines: Inline[]
  inlineWidths: number
  trailingCut: number
  getWidth(): number
}

/** A node with text, while it is laid out. */
interface TextNode {
  maxLines?: number
  /** Lines printed so far, if the lines are limited. */
  lineCount?: number
  _inlines?: Inline[]
}

interface LayoutBuilder {
  writer: { context(): { availableWidth: number } }
  buildNextLine(node: TextNode): Line | null
}

interface PdfColumn {
  width?: number | string | null
  _calcWidth: number
}

interface ColumnCalculator {
  buildColumnWidths(columns: PdfColumn[], availableWidth: number, ...more: unknown[]): void
  isStarColumn(column: PdfColumn): boolean
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
const ellipsis = '…'
let installed = false

/** Overrides the layout of pdfmake; further calls in the same thread do nothing. */
export function fitLongTexts(): void {
  if (installed) return
  installed = true
  const require = createRequire(import.meta.url)
  const builder: { default: { prototype: LayoutBuilder } } = require('pdfmake/js/LayoutBuilder.js')
  const calculator: { default: ColumnCalculator } = require('pdfmake/js/columnCalculator.js')
  overrideLines(builder.default.prototype)
  overrideColumns(calculator.default)
}

/** Columns of width `*` become narrower than their longest word if the others need the space. */
function overrideColumns(calculator: ColumnCalculator): void {
  const { buildColumnWidths, isStarColumn } = calculator
  calculator.buildColumnWidths = (columns, availableWidth, ...more) => {
    buildColumnWidths(columns, availableWidth, ...more)
    const used = columns.reduce((sum, column) => sum + column._calcWidth, 0)
    const flexible = columns.filter(isStarColumn)
    const excess = Math.max(0, used - availableWidth) / flexible.length
    for (const column of flexible) column._calcWidth = Math.max(0, column._calcWidth - excess)
  }
}

/** Breaks words wider than their line between clusters of letters, and limits lines to `maxLines`. */
function overrideLines(prototype: LayoutBuilder): void {
  const { buildNextLine } = prototype
  prototype.buildNextLine = function (node) {
    breakFirstWord(node, this.writer.context().availableWidth)
    const line = buildNextLine.call(this, node)
    if (line === null || node.maxLines === undefined) return line
    node.lineCount = (node.lineCount ?? 0) + 1
    if (node.lineCount >= node.maxLines && node._inlines?.length) {
      node._inlines = []
      appendEllipsis(line)
    }
    return line
  }
}

function widthOf(text: string, { font, fontSize, characterSpacing = 0 }: Inline): number {
  return font.widthOfString(text, fontSize) + characterSpacing * Math.max(0, text.length - 1)
}

/** Splits the first word of `node` if it is wider than a line: one part that fits, and the rest. */
function breakFirstWord({ _inlines }: TextNode, lineWidth: number): void {
  const word = _inlines?.[0]
  if (!_inlines || !word || word.noWrap || word.width - word.trailingCut <= lineWidth) return
  const length = fittingLength(word, lineWidth)
  if (length >= word.text.length) return
  const head = { ...word, text: word.text.slice(0, length), trailingCut: 0 }
  head.width = widthOf(head.text, head)
  head.lineEnd = false
  head.noNewLine = false
  const tail = { ...word, text: word.text.slice(length), leadingCut: 0 }
  tail.width = word.width - head.width
  _inlines.splice(0, 1, head, tail)
}

/** The length of the part of a word that fits into `width`, at least one cluster of letters. */
function fittingLength(word: Inline, width: number): number {
  let used = 0
  for (const { segment, index } of graphemes.segment(word.text)) {
    used += widthOf(segment, word)
    if (used > width && index > 0) return index
  }
  return word.text.length
}

/** Replaces the end of the last word of a line with … */
function appendEllipsis(line: Line): void {
  const last = line.inlines.at(-1)
  if (!last) return
  const space = line.maxWidth - line.getWidth() + last.width - last.trailingCut
  const letters = Array.from(graphemes.segment(last.text.trimEnd()), ({ segment }) => segment)
  while (letters.length > 0 && widthOf(letters.join('') + ellipsis, last) > space) letters.pop()
  const width = last.width
  last.text = letters.join('') + ellipsis
  last.width = widthOf(last.text, last)
  last.trailingCut = 0
  line.inlineWidths += last.width - width
  line.trailingCut = 0
}
