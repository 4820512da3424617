/** The application form that a customer signs (ใบสมัครเรียน, ใบสมัครสอบ and others), on A4. */

import type { ApplicationKind } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { satang } from '@khapdee/domain/money'
import { privacyNotice, noticeTimeTitle } from '@khapdee/domain/privacy-notice'
import { formatDay, formatDayLong, formatDayShort, formatInstant } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces'
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
import { vehicleRows } from './vehicle-rows.ts'
import { itemCell, type LineColumn, linesTable } from './lines-table.ts'
import { moneyCell, promptPayRow, promptPayQr, totalsTable, type TotalRow } from './money-parts.ts'
import { type Frame, framedDocument } from './page.ts'
import { a4, colors, type Paper, semiBold } from './paper.ts'
import type { ApplicationFormView, ApplicationLineView, Print } from './view.ts'

const titles: Record<ApplicationKind, string> = {
  course: 'ใบสมัครเรียน',
  exam: 'ใบสมัครสอบ',
  vehicle_check: 'ใบสมัครตรวจสภาพรถ',
  other_fee: 'ใบสมัครสินค้าและบริการอื่น',
  request_fee: 'ใบสมัครค่าคำขอ',
}

/** The PDF definition of an application form; `print.mark` is `current` until the application ends, then its state. */
export function applicationFormDocument(
  view: ApplicationFormView,
  print: Print,
): TDocumentDefinitions {
  const frame: Frame = {
    title: titles[view.kind],
    englishTitle: 'APPLICATION FORM',
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: '',
  }
  const content = [
    {
      columns: [
        { width: '*', stack: customerBlock(view, a4) },
        { width: factsWidth, stack: [applicationFacts(view, a4)] },
      ],
      columnGap: 16,
    },
    linesTable(view.lines, lineColumns(view, a4), a4),
    ...(hasLongNote(view) ? noteSection(view, a4) : []),
    partBelowLines(view, print, a4),
  ]
  return framedDocument([{ frame, content }], a4)
}

function applicationFacts(view: ApplicationFormView, paper: Paper): Content {
  return factsBox(
    [
      [labels.applicationCode, { text: view.number, ...semiBold, noWrap: true }],
      [labels.date, { text: formatDayLong(view.day) }],
      ...(view.revision === undefined
        ? []
        : [[headings.revision, { text: String(view.revision) }] as [string, Content]]),
      ...(view.decision === undefined
        ? []
        : [[labels.decision, { text: view.decision }] as [string, Content]]),
      [labels.recordedBy, personName(view.registrar)],
    ],
    paper,
  )
}

function customerBlock(view: ApplicationFormView, paper: Paper): Content[] {
  const { customer } = view
  const rows: [string, string | undefined][] = [
    [labels.person.birthday, customer.birthday && formatDayLong(customer.birthday)],
    [labels.person.email, customer.email],
    [labels.person.line, customer.line],
  ]
  return [
    ...personBlock(labels.customer, customer, paper),
    ...labelledRows(rows, paper),
    ...labelledRows(vehicleRows(view), paper),
  ]
}

function lineColumns(view: ApplicationFormView, paper: Paper): LineColumn<ApplicationLineView>[] {
  const width = paper.moneyWidth
  const alignment = 'right'
  const examDate: LineColumn<ApplicationLineView> = {
    title: labels.line.exam_date,
    width,
    alignment: 'left',
    cell: (line) => ({
      text: line.exam_date ? formatDayShort(line.exam_date) : '–',
      noWrap: true,
    }),
  }
  return [
    {
      title: labels.line.course_name,
      width: '*',
      alignment: 'left',
      cell: (line) => itemCell(line.name, lineDetail(line), paper),
    },
    ...(view.lines.some((line) => line.exam_date) ? [examDate] : []),
    { title: labels.line.cost, width, alignment, cell: (line) => moneyCell(line.cost) },
    {
      title: labels.line.discount,
      width: width - 4,
      alignment,
      cell: (line) =>
        moneyCell(line.discount, { color: line.discount > 0 ? colors.danger : colors.soft }),
    },
    { title: labels.line.net, width, alignment, cell: (line) => moneyCell(line.net) },
    { title: labels.line.paid, width, alignment, cell: (line) => moneyCell(line.paid) },
    {
      title: labels.line.balance,
      width,
      alignment,
      cell: (line) => moneyCell(line.balance, semiBold),
    },
  ]
}

function lineDetail({ detail, promotion_code }: ApplicationLineView): string {
  const promotion = promotion_code && `${labels.promotionCode} ${promotion_code}`
  return [promotion, detail].filter(Boolean).join(' · ')
}

function totalRows({ totals }: ApplicationFormView): TotalRow[] {
  const { total, discount, net, paid, refunded, written_off = 0, balance } = totals
  return [
    { label: labels.money.total, amount: total },
    {
      label: labels.money.discount,
      amount: discount,
      ...(discount > 0 && { color: colors.danger }),
    },
    { label: labels.money.net, amount: net, emphasis: 'main' },
    { label: labels.money.paid, amount: paid },
    ...(refunded > 0 ? [{ label: labels.refund.value, amount: refunded }] : []),
    // The written-off sum contains the refunds, which have a separate row: the rows add up to the
    // net amount.
    ...(written_off > refunded
      ? [{ label: labels.writtenOff, amount: satang(written_off - refunded), color: colors.soft }]
      : []),
    {
      label: labels.balance,
      amount: balance,
      emphasis: 'strong',
      color: balance > 0 ? colors.danger : colors.ok,
    },
  ]
}

/** The part below the lines, kept together on one page. */
function partBelowLines(view: ApplicationFormView, print: Print, paper: Paper): Content {
  const { payable = view.totals.balance } = view
  const promptPayId = print.mark === 'current' ? view.promptpay_id : ''
  const qr = promptPayQr(promptPayId, payable, view.number, paper.qrWidth)
  const left: Column = {
    width: '*',
    stack: [
      ...checklist(view.documents, paper),
      ...(hasLongNote(view) ? [] : noteSection(view, paper)),
      ...promptPayRow(qr, payable, paper),
    ],
  }
  return {
    margin: [0, paper.gap, 0, 0],
    unbreakable: true,
    stack: [
      { columns: [left, totalsTable(totalRows(view), paper)], columnGap: 16 },
      privacyNoticeText(view, paper),
      signatures(
        [
          { role: labels.customer, name: view.customer.name },
          { role: fieldTitles.preparedBy, name: view.registrar, day: formatDay(view.day) },
        ],
        paper.width,
        paper,
      ),
    ],
  }
}

/** Whether a note is too long for its place beside the totals; it is then printed above them, over several pages if necessary. */
function hasLongNote({ note = '' }: ApplicationFormView): boolean {
  return note.length > 400 || note.split('\n').length > 8
}

function noteSection({ note }: ApplicationFormView, paper: Paper): Content[] {
  return note ? [section(labels.note, [text(note)], paper)] : []
}

function checklist(documents: string[], paper: Paper): Content[] {
  if (documents.length === 0) return []
  const rows = documents.map((document): Content => ({
    columns: [tickBox(false, paper.fontSize * 0.95), { width: '*', ...text(document) }],
    columnGap: 6,
    margin: [0, 1, 0, 1],
  }))
  return [section('เอกสารที่ต้องนำมา', rows, paper)]
}

function section(title: string, rows: Content[], paper: Paper): Content {
  return {
    stack: [text(title, { ...semiBold, margin: [0, 0, 0, 2] }), ...rows],
    margin: [0, 0, 0, paper.gap * 0.7],
  }
}

function privacyNoticeText({ privacy_notice_at }: ApplicationFormView, paper: Paper): Content {
  const acknowledged = privacy_notice_at
    ? ` ${noticeTimeTitle} ${formatInstant(privacy_notice_at)}`
    : ''
  return text(`${privacyNotice.text}${acknowledged}`, {
    fontSize: paper.smallFontSize,
    color: colors.soft,
    margin: [0, paper.gap, 0, 0],
  })
}
