/** Parts of a document that show money: cells, totals, amounts in words, PromptPay. */

import { bahtText } from '@khapdee/domain/baht-text'
import { formatBaht, type Satang, bahtWithUnit, satang } from '@khapdee/domain/money'
import { vatTitle, vatWithRate } from '@khapdee/domain/vat'
import type { Column, Content, Style } from 'pdfmake/interfaces'
import { emptyLayout, text } from './kit.ts'
import { labels } from './labels.ts'
import { colors, type Paper, semiBold } from './paper.ts'
import type { Cell } from './lines-table.ts'
import { promptPayPayload, qrPicture } from './qr.ts'
import type { ReceiptView, TaxView } from './view.ts'

/** An amount in a table; `–` for zero. */
export function moneyCell(amount: Satang, style: Style = {}): Cell {
  return { text: amount === 0 ? '–' : formatBaht(amount), noWrap: true, ...style }
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

/** The title of a receipt, which is a tax invoice, too, when something on it includes value added tax. */
export const receiptTitle = ({ tax }: Pick<ReceiptView, 'tax'>): string =>
  `${labels.documents.receipt.label}${tax === undefined ? '' : ' / ใบกำกับภาษี'}`

/** The value without tax, the tax, and what is exempt; empty for a document without value added tax. */
export const taxAmounts = ({ tax }: { tax?: TaxView }): { label: string; amount: Satang }[] =>
  tax === undefined
    ? []
    : [
        { label: `มูลค่าก่อน${vatTitle}`, amount: tax.base },
        { label: vatWithRate, amount: tax.vat },
        ...(tax.exempt === 0 ? [] : [{ label: `มูลค่าที่ไม่มี${vatTitle}`, amount: tax.exempt }]),
      ]

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
