/** Parts of a document that show money: cells, tables of lines, totals, amounts in words, PromptPay. */

import { bahtText } from '@khapdee/domain/baht-text'
import { formatBaht, type Satang, bahtWithUnit, satang } from '@khapdee/domain/money'
import type {
  Column,
  Content,
  ContentStack,
  ContentText,
  Style,
  TableCell,
} from 'pdfmake/interfaces'
import { emptyLayout, optional, text } from './kit.ts'
import { labels } from './labels.ts'
import { colors, type Paper, semiBold } from './paper.ts'
import { promptPayPayload, qrPicture } from './qr.ts'
import type { ReceiptView } from './view.ts'

type Cell = ContentText | ContentStack

/** An amount in a table; `–` for zero. */
export function moneyCell(amount: Satang, style: Style = {}): Cell {
  return { text: amount === 0 ? '–' : formatBaht(amount), noWrap: true, ...style }
}

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
  /** What follows the table on the page of its last lines, so that it is never alone on a page. */
  closing?: Content
}

/** So many lines are kept together with what closes the document. */
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
  // One row, because the table breaks no row: the last lines, as a table of the same widths, and what closes the document.
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

export interface TotalRow {
  label: string
  amount: Satang
  /** `main` is the document's most important amount. */
  emphasis?: 'main' | 'strong'
  color?: string
}

/** Rows of labels and amounts, the main one on a filled background. */
export function totalsTable(rows: readonly TotalRow[], paper: Paper): Column {
  const pad = paper.rowPadding
  const isMain = (row: number) => rows[row]?.emphasis === 'main'
  const main = {
    bold: true,
    fontSize: paper.fontSize + 3,
    color: colors.onBrand,
    fillColor: colors.brand,
  }
  const body = rows.map(({ label, amount, emphasis, color }) => {
    const style = {
      ...(emphasis && semiBold),
      ...(color !== undefined && { color }),
      ...(emphasis === 'main' && { ...main, font: 'Sarabun' }),
    }
    return [
      text(label, style),
      { text: formatBaht(amount), alignment: 'right' as const, noWrap: true, ...style },
    ]
  })
  return {
    width: paper.totalsWidth,
    table: { widths: ['*', 'auto'], body },
    layout: {
      hLineWidth: (line) => (line === 0 || isMain(line) || isMain(line - 1) ? 0 : 0.6),
      vLineWidth: () => 0,
      hLineColor: () => colors.line,
      paddingTop: (row) => (isMain(row) ? pad + 1.5 : pad - 1),
      paddingBottom: (row) => (isMain(row) ? pad - 0.5 : pad - 1.5),
      paddingLeft: () => 9,
      paddingRight: () => 9,
    },
  }
}

/** The cash received and its change; empty when the cash was not counted or the pay type is no longer cash. */
export function cashAmounts({
  pay_type,
  cash_received,
  totals,
}: Pick<ReceiptView, 'pay_type' | 'cash_received' | 'totals'>): {
  label: string
  amount: Satang
}[] {
  // The pay type may have been corrected after the receipt was issued.
  if (pay_type !== 'cash' || cash_received === undefined) return []
  return [
    { label: labels.cashReceived, amount: cash_received },
    { label: labels.change, amount: satang(cash_received - totals.paid_now) },
  ]
}

/** An amount in words on a tinted background. */
export function wordsBox(amount: Satang, paper: Paper): Content {
  const pad = paper.rowPadding
  return {
    table: {
      widths: ['*'],
      body: [
        [
          {
            stack: [
              text('จำนวนเงินตัวอักษร', { fontSize: paper.smallFontSize - 0.5, color: colors.soft }),
              text(bahtText(amount), { ...semiBold, fontSize: paper.fontSize + 1.5 }),
            ],
            fillColor: colors.brandSoft,
          },
        ],
      ],
    },
    layout: {
      ...emptyLayout,
      paddingLeft: () => 9,
      paddingRight: () => 9,
      paddingTop: () => pad,
      paddingBottom: () => pad + 0.5,
    },
  }
}

/** A QR code to pay the balance; null if there is no balance or no valid PromptPay id. */
export function promptPayQr(
  promptPayId: string | undefined,
  balance: Satang,
  reference: string,
  width: number,
): Content | null {
  const payload =
    promptPayId && balance > 0 ? promptPayPayload(promptPayId, balance, reference) : null
  return payload === null ? null : qrPicture(payload, width)
}

const scanToPay = 'สแกนคิวอาร์พร้อมเพย์เพื่อชำระยอดค้าง'
const checkAccountName = 'โปรดตรวจสอบชื่อบัญชีก่อนโอนเงิน'

/** A QR code with its description to the right; an empty list without a code. */
export function promptPayRow(qr: Content | null, balance: Satang, paper: Paper): Content[] {
  if (!qr) return []
  const smallText = { fontSize: paper.smallFontSize, color: colors.soft }
  return [
    {
      margin: [0, paper.gap * 0.8, 0, 0],
      columns: [
        { width: paper.qrWidth, stack: [qr] },
        {
          width: '*',
          margin: [0, paper.qrWidth / 2 - paper.fontSize * 2.2, 0, 0],
          stack: [
            text(scanToPay, semiBold),
            text(bahtWithUnit(balance), { ...semiBold, color: colors.brand }),
            text(checkAccountName, smallText),
          ],
        },
      ],
      columnGap: 12,
    },
  ]
}

/** A QR code with its description below, as a column of the code's width; empty without a code. */
export function promptPayColumn(qr: Content | null, balance: Satang, paper: Paper): Column {
  const style = { fontSize: paper.smallFontSize - 0.5, alignment: 'center' } as const
  const caption = qr
    ? [text(scanToPay, { ...style, margin: [0, 3, 0, 0] }), text(bahtWithUnit(balance), style)]
    : []
  return { width: paper.qrWidth, stack: [...(qr ? [qr] : []), ...caption] }
}
