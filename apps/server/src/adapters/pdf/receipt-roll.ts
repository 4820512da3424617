/** ใบเสร็จรับเงิน for a receipt printer: 80 mm wide, as long as its content, black only. */

import { payTypes } from '@khapdee/domain/application/status'
import { bahtText } from '@khapdee/domain/baht-text'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatBaht } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDayLong } from '@khapdee/domain/thai-date'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { optional, text } from './kit.ts'
import { labels } from './labels.ts'
import { cashAmounts, promptPayQr, receiptTitle, taxAmounts } from './money-parts.ts'
import { bookAndNumber, metadataAndWatermark, markText, printTime, voidNote } from './page.ts'
import { semiBold } from './paper.ts'
import {
  centredPicture,
  dashedRule,
  labelledName,
  labelledValue,
  rollPage,
  schoolLines,
  smallText,
} from './roll.ts'
import { vehicleRows } from './vehicle-rows.ts'
import type { Print, ReceiptLineView, ReceiptView } from './view.ts'

const qrWidth = 96
/** Prevents a line break between a label and its amount. */
const noBreakSpace = '\u00A0'

/** Receipts one below the other, with a gap for cutting. */
export function receiptRoll(
  views: readonly [ReceiptView, ...ReceiptView[]],
  print: Print,
): TDocumentDefinitions {
  const [first] = views
  const { school, issued_at: issuedAt } = first
  const title = receiptTitle(first)
  const number = views.map((view) => view.number).join(', ')
  return {
    ...metadataAndWatermark({ title, number, school, issuedAt, print }, 64),
    ...rollPage(),
    content: views.map((view, i) => ({
      stack: receiptLines(view, print),
      margin: [0, i === 0 ? 0 : 40, 0, 0],
    })),
  }
}

function receiptLines(view: ReceiptView, print: Print): Content[] {
  return [
    ...schoolLines(view.school),
    text(receiptTitle(view), {
      bold: true,
      fontSize: 14,
      alignment: 'center',
      margin: [0, 4, 0, 0],
    }),
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
    ...[...taxAmounts(view), ...cashAmounts(view)].map(({ label, amount }) =>
      labelledValue(label, formatBaht(amount)),
    ),
    labelledValue(labels.balance, formatBaht(totals.balance), semiBold),
  ]
}

function promptPay({ promptpay_id, totals, application_code }: ReceiptView): Content[] {
  const qr = promptPayQr(promptpay_id, totals.balance, application_code, qrWidth)
  if (!qr) return []
  return [
    dashedRule(),
    centredPicture(qr, qrWidth),
    text('สแกนคิวอาร์พร้อมเพย์เพื่อชำระยอดค้าง', { ...smallText, alignment: 'center' }),
  ]
}
