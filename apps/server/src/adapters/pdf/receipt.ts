/** ใบเสร็จรับเงิน on A4, A5 or an 80 mm roll. */

import { payTypes } from '@khapdee/domain/application/status'
import { formatDay, formatDayLong } from '@khapdee/domain/thai-date'
import type { Content, Margins, TDocumentDefinitions } from 'pdfmake/interfaces'
import {
  factsBox,
  factsWidth,
  labelledRows,
  personBlock,
  personName,
  signatures,
  text,
  tickBox,
} from './kit.ts'
import { labels } from './labels.ts'
import { itemCell, type LineColumn, linesTable } from './lines-table.ts'
import {
  cashAmounts,
  moneyCell,
  promptPayColumn,
  promptPayRow,
  promptPayQr,
  receiptTitle,
  taxAmounts,
  totalsTable,
  type TotalRow,
  wordsBox,
} from './money-parts.ts'
import { bookAndNumber, type Frame, type Framed, framedDocument } from './page.ts'
import { a4, a5, colors, type Paper, semiBold } from './paper.ts'
import { receiptRoll } from './receipt-roll.ts'
import { vehicleRows } from './vehicle-rows.ts'
import type { Print, ReceiptLineView, ReceiptView } from './view.ts'

export type ReceiptSize = 'A4' | 'A5' | '80mm'

/** One or more receipts of one application. */
export type ReceiptViews = readonly [ReceiptView, ...ReceiptView[]]

/** Receipts in one file, each on a new sheet; on the roll one below the other. */
export function receiptDocument(
  views: ReceiptViews,
  print: Print,
  size: ReceiptSize,
): TDocumentDefinitions {
  if (size === '80mm') return receiptRoll(views, print)
  const paper = size === 'A4' ? a4 : a5
  const [first, ...others] = views
  const framed = (view: ReceiptView) => framedReceipt(view, print, paper)
  return framedDocument([framed(first), ...others.map(framed)], paper)
}

/** The contents required by section 105 bis of the Thai Revenue Code, and by section 86/4 for a receipt with tax. */
function framedReceipt(view: ReceiptView, print: Print, paper: Paper): Framed {
  const frame: Frame = {
    title: receiptTitle(view),
    englishTitle: view.tax === undefined ? 'RECEIPT' : 'RECEIPT / TAX INVOICE',
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: 'ใบเสร็จรับเงินฉบับนี้จะสมบูรณ์เมื่อมีลายมือชื่อผู้รับเงิน และโรงเรียนได้รับเงินแล้ว',
  }
  const content = [
    {
      columns: [
        {
          width: '*',
          stack: [
            ...personBlock('ได้รับเงินจาก', view.payer, paper),
            ...labelledRows(vehicleRows(view), paper),
          ],
        },
        { width: factsWidth, stack: [receiptFacts(view, paper)] },
      ],
      columnGap: 16,
    },
    linesTable(view.lines, lineColumns(view, paper), paper),
    partBelowLines(view, print, paper),
  ]
  return { frame, content }
}

function receiptFacts(view: ReceiptView, paper: Paper): Content {
  return factsBox(
    [
      [labels.receiptCode, { text: view.number, ...semiBold, noWrap: true }],
      ['เล่มที่ / เลขที่', { text: bookAndNumber(view.number) }],
      [labels.date, { text: formatDayLong(view.day) }],
      [labels.applicationCode, { text: view.application_code, noWrap: true }],
      [labels.payee, personName(view.cashier)],
    ],
    paper,
  )
}

function lineColumns(view: ReceiptView, paper: Paper): LineColumn<ReceiptLineView>[] {
  const width = paper.moneyWidth
  const alignment = 'right'
  const paidBefore: LineColumn<ReceiptLineView> = {
    title: labels.line.paid,
    width,
    alignment,
    cell: (line) => moneyCell(line.paid_before),
  }
  return [
    {
      title: labels.line.course_name,
      width: '*',
      alignment: 'left',
      cell: (line) => itemCell(line.name, line.detail ?? '', paper),
    },
    { title: labels.line.cost, width, alignment, cell: (line) => moneyCell(line.cost) },
    {
      title: labels.line.discount,
      width,
      alignment,
      cell: (line) =>
        moneyCell(line.discount, { color: line.discount > 0 ? colors.danger : colors.soft }),
    },
    ...(view.totals.paid_before > 0 ? [paidBefore] : []),
    {
      title: labels.paidNow,
      width: width + 4,
      alignment,
      cell: (line) => moneyCell(line.paid_now, semiBold),
    },
    { title: labels.line.balance, width, alignment, cell: (line) => moneyCell(line.balance) },
  ]
}

function totalRows(view: ReceiptView): TotalRow[] {
  const { total, discount, net, paid_before, paid_now, balance } = view.totals
  return [
    { label: labels.money.total, amount: total },
    {
      label: labels.money.discount,
      amount: discount,
      ...(discount > 0 && { color: colors.danger }),
    },
    { label: labels.money.net, amount: net, emphasis: 'strong' },
    ...(paid_before > 0 ? [{ label: labels.money.paid, amount: paid_before }] : []),
    { label: labels.paidNow, amount: paid_now, emphasis: 'main' },
    ...taxAmounts(view),
    ...cashAmounts(view),
    {
      label: labels.balance,
      amount: balance,
      emphasis: 'strong',
      color: balance > 0 ? colors.danger : colors.ok,
    },
  ]
}

/** Amount in words, pay type, QR code, totals and signatures, kept together on one page. */
function partBelowLines(view: ReceiptView, print: Print, paper: Paper): Content {
  const { balance, paid_now: paidNow } = view.totals
  const promptPayId = print.mark === 'void' ? '' : view.promptpay_id
  const qr = promptPayQr(promptPayId, balance, view.application_code, paper.qrWidth)
  const signers = [
    { role: 'ผู้ชำระเงิน', name: view.payer.name },
    { role: labels.payee, name: view.cashier, day: formatDay(view.day) },
  ]
  const words = [wordsBox(paidNow, paper), payTypeRow(view, paper)]
  const sums = totalsTable(totalRows(view), paper)
  const block = { margin: [0, paper.gap, 0, 0] as Margins, unbreakable: true }

  if (paper === a4) {
    const left = { width: '*', stack: [...words, ...promptPayRow(qr, balance, paper)] }
    const top = { columns: [left, sums], columnGap: 16 }
    return { ...block, stack: [top, signatures(signers, paper.width, paper)] }
  }
  // A5 has no space for signatures below the totals.
  const middle = promptPayColumn(qr, balance, paper)
  const gap = 14
  const leftWidth = paper.width - paper.totalsWidth - gap * 2 - paper.qrWidth
  const left = { width: leftWidth, stack: [...words, signatures(signers, leftWidth, paper)] }
  return { ...block, columns: [left, middle, sums], columnGap: gap }
}

function payTypeRow(view: ReceiptView, paper: Paper): Content {
  const box = paper.fontSize * 0.95
  return {
    margin: [0, paper.gap * 0.7, 0, 0],
    columns: [
      { width: 'auto', ...text(labels.payType, { color: colors.soft }) },
      tickBox(view.pay_type === 'cash', box),
      { width: 'auto', text: payTypes.cash.label },
      tickBox(view.pay_type === 'transfer', box),
      { width: 'auto', text: payTypes.transfer.label },
      {
        width: '*',
        text: view.pay_type_edited ? `(${labels.payTypeEdited})` : '',
        color: colors.warn,
      },
    ],
    columnGap: 6,
  }
}
