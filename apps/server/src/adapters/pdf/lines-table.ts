/** The table of a document's lines. */

import type { Content, ContentStack, ContentText, TableCell } from 'pdfmake/interfaces'
import { optional, text } from './kit.ts'
import { labels } from './labels.ts'
import { colors, type Paper, semiBold } from './paper.ts'

export type Cell = ContentText | ContentStack

export interface LineColumn<Line> {
  title: string
  /** `*` takes the remaining width. */
  width: number | '*'
  alignment: 'left' | 'center' | 'right'
  cell: (line: Line, index: number) => Cell
}

interface LinesOptions<Line> {
  /** The last row; its first cell spans the remaining columns. */
  sums?: readonly ContentText[]
  /** The number of a line; by default its place from 1. */
  numberOf?: (line: Line, index: number) => number
  /** Content after the table, which is kept on one page with the last lines. */
  closing?: Content
}

/** The number of last lines that are kept on one page with `closing`. */
const linesBeforeClosing = 2
const cellPadding = 5

/** Numbered lines of a document; the header row is repeated on every page. */
export function linesTable<Line>(
  lines: readonly Line[],
  columns: readonly LineColumn<Line>[],
  paper: Paper,
  { sums = [], numberOf = (_line, index) => index + 1, closing }: LinesOptions<Line> = {},
): Content {
  const pad = paper.rowPadding
  const headStyle = {
    ...semiBold,
    color: colors.onBrand,
    fontSize: paper.fontSize - 0.5,
    noWrap: true,
  }
  const numbered: readonly LineColumn<Line>[] = [
    {
      title: labels.position,
      width: paper.fontSize * 2.4,
      alignment: 'center',
      cell: (line, index) => ({ text: String(numberOf(line, index)), color: colors.soft }),
    },
    ...columns,
  ]
  const widths = numbered.map(({ width }) => width)
  const rows: TableCell[][] = [
    ...lines.map((line, index) =>
      numbered.map(({ cell, alignment }) => Object.assign(cell(line, index), { alignment })),
    ),
    ...(sums.length > 0 ? [sumsRow(sums, numbered.length)] : []),
  ]
  const padding = {
    paddingTop: () => pad,
    paddingBottom: () => pad - 1,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
  }
  const lineStyle = { vLineWidth: () => 0, hLineColor: () => colors.line }
  const isClosed = closing !== undefined && rows.length > 0
  // A single row that holds a table of the last lines, with the same column widths, and `closing`: rows are never split between pages.
  const lastRow = (): TableCell[] => [
    {
      colSpan: numbered.length,
      stack: [
        {
          margin: [-cellPadding, -pad, -cellPadding, 0],
          table: { widths, body: rows.slice(-linesBeforeClosing) },
          layout: { ...padding, ...lineStyle, hLineWidth: (row) => (row === 0 ? 0 : 0.6) },
        },
        { margin: [-cellPadding, 0, -cellPadding, 0], stack: [closing ?? []] },
      ],
    },
    ...coveredCells(numbered.length - 1),
  ]
  const table: Content = {
    margin: [0, paper.gap, 0, 0],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [
        numbered.map(({ title, alignment }) => text(title, { ...headStyle, alignment })),
        ...(isClosed ? [...rows.slice(0, -linesBeforeClosing), lastRow()] : rows),
      ],
    },
    layout: {
      ...padding,
      ...lineStyle,
      hLineWidth: (row, { table: { body } }) =>
        row < 2 || (isClosed && row === body.length) ? 0 : 0.6,
      fillColor: (row) => (row === 0 ? colors.brand : null),
      // Thai marks extend above the line, so a filled cell needs more padding on top.
      paddingTop: (row) => (row === 0 ? pad + 1.5 : pad),
      paddingBottom: (row) => (row === 0 ? pad - 0.5 : pad - 1),
    },
  }
  return closing === undefined || isClosed ? table : { stack: [table, closing] }
}

/** The empty cells that pdfmake requires in every place that a spanning cell covers. */
const coveredCells = (count: number): TableCell[] =>
  Array.from({ length: count }, () => ({ text: '' }))

function sumsRow([label, ...amounts]: readonly ContentText[], columns: number): TableCell[] {
  const colSpan = columns - amounts.length
  const style = { alignment: 'right', fillColor: colors.tint } as const
  return [
    { text: '', ...label, ...style, colSpan },
    ...coveredCells(colSpan - 1),
    ...amounts.map((amount) => ({ ...amount, ...style })),
  ]
}

/** The item of a line, with a smaller detail below. A row of the table must fit on one page of A5. */
export function itemCell(item: string, detail: string, paper: Paper): Cell {
  const smallText = { fontSize: paper.fontSize - 1.5, color: colors.soft, maxLines: 18 }
  return { stack: [text(item, { maxLines: 12 }), ...optional(detail, smallText)] }
}
