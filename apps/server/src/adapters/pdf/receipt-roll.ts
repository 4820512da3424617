/** ใบเสร็จรับเงิน for a receipt printer: 80 mm wide, as long as its content, black only. */

import { payTypes } from '@khapdee/domain/application/status'
import { bahtText } from '@khapdee/domain/baht-text'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatBaht } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDayLong } from '@khapdee/domain/thai-date'
import type { Content, Style, TDocumentDefinitions } from 'pdfmake/interfaces'
import { label, optional, text } from './kit.ts'
import { labels } from './labels.ts'
import { cashAmounts, promptPayQr } from './money-parts.ts'
import {
  bookAndNumber,
  branchNumber,
  metadataAndWatermark,
  markText,
  printTime,
  voidNote,
} from './page.ts'
import { semiBold } from './paper.ts'
import { vehicleRows } from './vehicle-rows.ts'
import type { Print, ReceiptLineView, ReceiptView } from './view.ts'

const ink = '#000000'
const width = 226.77
const margin = 11
const contentWidth = width - 2 * margin
const qrWidth = 96
const smallText = { fontSize: 8 }
/** Prevents a line break between a label and its amount. */
const noBreakSpace = '\u00A0'
const title = labels.documents.receipt.label

/** Receipts one below the other, with a gap for cutting. */
export function receiptRoll(
  views: readonly [ReceiptView, ...ReceiptView[]],
  print: Print,
): TDocumentDefinitions {
  const [{ school, issued_at: issuedAt }] = views
  const number = views.map((view) => view.number).join(', ')
  return {
    ...metadataAndWatermark({ title, number, school, issuedAt, print }, 64),
    pageSize: { width, height: 'auto' },
    pageMargins: [margin, 12, margin, 14],
    defaultStyle: { font: 'Sarabun', fontSize: 9, lineHeight: 1.08, color: ink },
    content: views.map((view, i) => ({
      stack: receiptLines(view, print),
      margin: [0, i === 0 ? 0 : 40, 0, 0],
    })),
  }
}

function receiptLines(view: ReceiptView, print: Print): Content[] {
  return [
    ...schoolLines(view),
    text(title, { bold: true, fontSize: 14, alignment: 'center', margin: [0, 4, 0, 0] }),
    text(markText(print), { ...semiBold, alignment: 'center', margin: [0, 0, 0, 3] }),
    ...optional(voidNote(print), { ...smallText, alignment: 'center' }),
    labelledValue(labels.receiptCode, { text: view.number, ...semiBold }),
    labelledValue('เล่มที่ / เลขที่', bookAndNumber(view.number)),
    labelledValue(labels.date, formatDayLong(view.day)),
    labelledValue(labels.applicationCode, view.application_code),
    ...payerLines(view),
    ...vehicleRows(view).map(([title, value]) => labelledValue(title, value)),
    dashedRule(),
    ...view.lines.flatMap(lineRows),
    dashedRule(),
    ...totalRows(view),
    ...(print.mark === 'void' ? [] : promptPay(view)),
    dashedRule(),
    labelledName(labels.payee, view.cashier),
    ...optional(view.school.footer, { ...smallText, alignment: 'center', margin: [0, 4, 0, 0] }),
    text('เอกสารนี้จัดทำโดยระบบคอมพิวเตอร์', {
      ...smallText,
      alignment: 'center',
      margin: [0, 4, 0, 0],
    }),
    text(printTime(print), { ...smallText, alignment: 'center' }),
  ]
}

function schoolLines({ school }: ReceiptView): Content[] {
  const centred = { ...smallText, alignment: 'center' } as const
  const branchNo = school.branch_no && ` (${branchNumber(school.branch_no)})`
  return [
    text(school.name, { bold: true, fontSize: 12, alignment: 'center' }),
    ...optional(school.name_en, centred),
    ...(school.lines ?? []).map((line) => text(line, centred)),
    ...optional(school.branch_name, { alignment: 'center' }),
    ...optional(school.address, centred),
    ...optional(school.phone && `โทร. ${formatPhone(school.phone)}`, centred),
    ...optional(
      school.tax_id && `${labels.taxNumber} ${formatIdCard(school.tax_id)}${branchNo}`,
      centred,
    ),
  ]
}

function payerLines({ payer }: ReceiptView): Content[] {
  return [
    labelledName('ได้รับเงินจาก', payer.name),
    ...(payer.idcard ? [labelledValue(labels.person.idcard, formatIdCard(payer.idcard))] : []),
    ...(payer.passport ? [labelledValue(labels.person.passport, payer.passport)] : []),
    ...(payer.phone ? [labelledValue(labels.phone, formatPhone(payer.phone))] : []),
  ]
}

/** The item's name over the full width; below it the calculation of the amount paid now. */
function lineRows(line: ReceiptLineView): Content[] {
  const amounts = [
    `${labels.line.cost}${noBreakSpace}${formatBaht(line.cost)}`,
    ...(line.discount > 0
      ? [`${labels.line.discount}${noBreakSpace}${formatBaht(line.discount)}`]
      : []),
    ...(line.paid_before > 0
      ? [`${labels.line.paid}${noBreakSpace}${formatBaht(line.paid_before)}`]
      : []),
    ...(line.balance > 0
      ? [`${labels.line.balance}${noBreakSpace}${formatBaht(line.balance)}`]
      : []),
  ]
  return [
    text(line.name),
    ...(line.detail ? [text(line.detail, smallText)] : []),
    {
      columns: [
        { width: '*', text: amounts.join(' · '), ...smallText, margin: [8, 0.8, 0, 0] },
        { width: 'auto', text: formatBaht(line.paid_now), ...semiBold },
      ],
      columnGap: 6,
      margin: [0, 0, 0, 3],
    },
  ]
}

function totalRows(view: ReceiptView): Content[] {
  const { totals, pay_type, pay_type_edited } = view
  const edited = pay_type_edited ? ` (${labels.payTypeEdited})` : ''
  return [
    labelledValue(labels.money.total, formatBaht(totals.total)),
    ...(totals.discount > 0
      ? [labelledValue(labels.money.discount, formatBaht(totals.discount))]
      : []),
    labelledValue(labels.money.net, formatBaht(totals.net)),
    ...(totals.paid_before > 0
      ? [labelledValue(labels.money.paid, formatBaht(totals.paid_before))]
      : []),
    labelledValue(labels.paidNow, formatBaht(totals.paid_now), { bold: true, fontSize: 13 }),
    text(`(${bahtText(totals.paid_now)})`, { alignment: 'center', margin: [0, 1, 0, 3] }),
    labelledValue(labels.payType, `${payTypes[pay_type].label}${edited}`),
    ...cashAmounts(view).map(({ label, amount }) => labelledValue(label, formatBaht(amount))),
    labelledValue(labels.balance, formatBaht(totals.balance), semiBold),
  ]
}

function promptPay({ promptpay_id, totals, application_code }: ReceiptView): Content[] {
  const qr = promptPayQr(promptpay_id, totals.balance, application_code, qrWidth)
  if (!qr) return []
  const side = (contentWidth - qrWidth) / 2
  return [
    dashedRule(),
    { stack: [qr], margin: [side, 5, side, 5] },
    text('สแกนคิวอาร์พร้อมเพย์เพื่อชำระยอดค้าง', { ...smallText, alignment: 'center' }),
  ]
}

/** A label and a name in one paragraph, so that names of any length fit. */
function labelledName(title: string, name: string): Content {
  return { text: [`${title}  `, { text: name, ...semiBold }] }
}

/** A label on the left and its value on the right. */
function labelledValue(
  title: string,
  value: string | { text: string },
  style: Style = {},
): Content {
  return {
    columns: [
      { width: 'auto', ...label(title, { color: ink, ...style }) },
      {
        width: '*',
        alignment: 'right',
        ...(typeof value === 'string' ? text(value, style) : value),
      },
    ],
    columnGap: 6,
  }
}

function dashedRule(): Content {
  return {
    canvas: [
      {
        type: 'line',
        x1: 0,
        y1: 0,
        x2: contentWidth,
        y2: 0,
        lineWidth: 0.7,
        dash: { length: 2, space: 2 },
      },
    ],
    margin: [0, 5, 0, 4],
  }
}
