/** Reports of figures on A4: what was chosen, tables with sums, notes. Wide tables are printed in landscape. */

import { formatBaht } from '@khapdee/domain/money'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { ReportCell, ReportTable, ReportView } from './account-view.ts'
import { textWidth } from './fonts.ts'
import { labelledRows, text } from './kit.ts'
import { type Frame, framedDocument } from './page.ts'
import { a4, colors, type Paper, semiBold } from './paper.ts'
import type { Print } from './view.ts'

const portrait: Paper = { ...a4, titleFontSize: 17 }
const landscape: Paper = {
  ...portrait,
  page: { pageSize: 'A4', pageOrientation: 'landscape' },
  // The width of A4 in landscape without the margins.
  width: 761.89,
}
/** More columns than this do not fit in portrait. */
const maxPortraitColumns = 7
/** A column of texts needs at least this width. */
const minTextWidth = 70
/** The smallest size of the text of a wide table. */
const minFontSize = 6
const padding = 4

export function reportDocument(view: ReportView, print: Print): TDocumentDefinitions {
  const columns = Math.max(...view.tables.map((table) => table.columns.length))
  const paper = columns > maxPortraitColumns ? landscape : portrait
  const frame: Frame = {
    title: view.title,
    englishTitle: view.english_title,
    number: view.title,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: '',
  }
  const content = [
    ...labelledRows([...view.facts, ['ผู้พิมพ์', view.printed_by]], {
      ...paper,
      valueWidth: paper.width - paper.labelWidth - 8,
    }),
    ...view.tables.flatMap((table) => tableOf(table, paper)),
    ...view.notes.map((note) =>
      text(note, {
        fontSize: paper.smallFontSize,
        color: colors.soft,
        margin: [0, paper.gap / 2, 0, 0],
      }),
    ),
  ]
  return framedDocument([{ frame, content }], paper)
}

const shown = (cell: ReportCell): string => {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  return 'satang' in cell ? formatBaht(cell.satang) : cell.count.toLocaleString('en')
}

/** A column of texts up to this width, such as days and numbers of documents, has no line breaks. */
const maxFixedWidth = 96

/** The widths of the columns at a text size; null for columns of long texts, which share the remaining width. */
function widthsOf({ columns, rows }: ReportTable, fontSize: number): (number | null)[] {
  const widest = columns.map(({ title, kind }, i) => {
    const texts = rows.map(({ cells }) => textWidth(shown(cells[i] ?? null), fontSize))
    // A long title of figures is broken between words.
    const head = Math.min(textWidth(title, fontSize), kind === 'text' ? Infinity : 64)
    return Math.max(head, ...texts) * widthTolerance + 2
  })
  const isShort = (i: number) => columns[i]?.kind !== 'text' || (widest[i] ?? 0) <= maxFixedWidth
  const hasLongTexts = columns.some((_, i) => !isShort(i))
  // Without a column of long texts, the first one gets the remaining width.
  return widest.map((width, i) => (isShort(i) && (i > 0 || hasLongTexts) ? width : null))
}

/** Semibold letters are wider than those that are measured. */
const widthTolerance = 1.05

/** The largest text size at which the columns fit. */
function fontSizeOf(table: ReportTable, paper: Paper): number {
  for (let size = paper.fontSize; size > minFontSize; size -= 0.5) {
    const needed = widthsOf(table, size).map((width) => (width ?? minTextWidth) + 2 * padding)
    if (needed.reduce((sum, width) => sum + width, 0) <= paper.width) return size
  }
  return minFontSize
}

function tableOf(table: ReportTable, paper: Paper): Content[] {
  const { title, columns, rows } = table
  const fontSize = fontSizeOf(table, paper)
  const fixed = widthsOf(table, fontSize)
  const widths = fixed.map((width) => width ?? '*')
  const alignmentOf = (i: number) => (columns[i]?.kind === 'text' ? 'left' : 'right')
  const head: TableCell[] = columns.map((column, i) =>
    text(column.title, {
      ...semiBold,
      color: colors.onBrand,
      fontSize: fontSize - 0.5,
      alignment: alignmentOf(i),
    }),
  )
  const body = rows.map(({ cells, level }) =>
    columns.map((_, i): TableCell => {
      const cell = cells[i] ?? null
      const isNegative =
        cell !== null && typeof cell === 'object' && 'satang' in cell && cell.satang < 0
      const style = {
        fontSize,
        alignment: alignmentOf(i),
        ...(level !== 'row' && semiBold),
        ...(isNegative && { color: colors.danger }),
        ...(level === 'sum' && { fillColor: colors.tint }),
        ...(level === 'heading' && { fillColor: colors.brandSoft }),
      } as const
      if (fixed[i] === null) return text(shown(cell), { ...style, maxLines: 6 })
      return { text: level === 'heading' && i > 0 ? '' : shown(cell), noWrap: true, ...style }
    }),
  )
  return [
    ...(title === undefined
      ? []
      : [text(title, { ...semiBold, fontSize: paper.fontSize + 1, margin: [0, paper.gap, 0, 0] })]),
    {
      margin: [0, title === undefined ? paper.gap : paper.gap / 3, 0, 0],
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths,
        body: [head, ...body],
      },
      layout: {
        hLineWidth: (line) => (line < 2 ? 0 : 0.6),
        vLineWidth: () => 0,
        hLineColor: () => colors.line,
        fillColor: (row) => (row === 0 ? colors.brand : null),
        // Thai marks extend above the line, so a filled cell needs more padding on top.
        paddingTop: (row) => (row === 0 ? 5 : 3.2),
        paddingBottom: (row) => (row === 0 ? 3.5 : 2),
        paddingLeft: () => padding,
        paddingRight: () => padding,
      },
    },
  ]
}
