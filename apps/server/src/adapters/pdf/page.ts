/** The frame of a document: PDF metadata, header, badge, void stamp and footer. */

import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import { formatInstant } from '@khapdee/domain/thai-date'
import { applicationStatuses, refundDueStates } from '@khapdee/domain/application/status'
import type { CanvasElement, Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { textWidth } from './fonts.ts'
import { optional, text } from './kit.ts'
import { labels } from './labels.ts'
import { a5, colors, defaultStyle, type Paper, semiBold } from './paper.ts'
import type { Print, SchoolView } from './view.ts'

export interface Frame {
  title: string
  englishTitle: string
  number: string
  school: SchoolView
  /** ISO 8601. */
  issuedAt: string
  print: Print
  /** A sentence in the footer of every page, or an empty text. */
  footerNotice: string
}

const marks = {
  original: { text: 'ต้นฉบับ', color: colors.ok, stamped: false },
  copy: { text: 'สำเนา', color: colors.warn, stamped: false },
  void: { text: applicationStatuses.cancelled.label, color: colors.danger, stamped: true },
  sample: { text: 'ตัวอย่าง', color: colors.soft, stamped: true },
  refunded: { text: applicationStatuses.refunded.label, color: colors.danger, stamped: true },
  partial_refund: {
    text: applicationStatuses.partial_refund.label,
    color: colors.danger,
    stamped: true,
  },
  ended: { text: applicationStatuses.ended.label, color: colors.danger, stamped: true },
  refund_due: { text: refundDueStates.refund_due.label, color: colors.danger, stamped: true },
} as const

/** The time of printing, such as `พิมพ์เมื่อ 22/11/2569 09:00 น.` */
export const printTime = ({ printedAt }: Print): string => `พิมพ์เมื่อ ${formatInstant(printedAt)}`

/** The mark in words; a current form has the time of printing instead. */
export function markText(print: Print): string {
  return print.mark === 'current' ? printTime(print) : marks[print.mark].text
}

/** The time of voiding, such as `ยกเลิกเมื่อ 22/11/2569 09:00 น.`; an empty string if the document is not void. */
export function voidNote(print: Print): string {
  return print.mark === 'void' && print.voidedAt !== undefined
    ? `ยกเลิกเมื่อ ${formatInstant(print.voidedAt)}`
    : ''
}

/** The branch number in the form that the Revenue Department requires, with a no-break space. */
export function branchNumber(branchNo: string): string {
  return branchNo === '00000' ? 'สำนักงานใหญ่' : `สาขาที่\u00A0${branchNo}`
}

/** Book and number of a receipt: `6911 / 0001` for `RE-KKN-6911-0001`. */
export function bookAndNumber(number: string): string {
  const [book = '', serial = ''] = number.split('-').slice(-2)
  return `${book} / ${serial}`
}

/** The text at the bottom of every page. */
const footerText = ({ school, footerNotice }: Frame) =>
  [school.footer, footerNotice].filter(Boolean).join(' · ')

const footerSize = (paper: Paper) => paper.smallFontSize - 0.5

/** The estimated number of lines of the footer text, at most 3; words that wrap leave 5 % of a line empty. */
function footerLines(text: string, paper: Paper): number {
  const lines = Math.ceil(textWidth(text, footerSize(paper)) / (paper.width * 0.95))
  return Math.min(Math.max(lines, 1), 3)
}

/** One document in its frame. */
export interface Framed {
  frame: Frame
  content: Content[]
}

/** A PDF of one or more documents of one kind, each on a new sheet. */
export function framedDocument(documents: readonly [Framed, ...Framed[]], paper: Paper) {
  const withHeader = ({ frame, content }: Framed): Framed => ({
    frame,
    content: [header(frame, paper), ...content],
  })
  const [first, ...others] = documents
  return documentPages([withHeader(first), ...others.map(withHeader)], paper)
}

/** As {@link framedDocument}, for documents with a separate header. */
export function documentPages(documents: readonly [Framed, ...Framed[]], paper: Paper) {
  const [{ frame: first }] = documents
  const numbers = new Set(documents.map((document) => document.frame.number))
  const frame = { ...first, number: [...numbers].join(', ') }
  return {
    ...metadataAndWatermark(frame, paper.stampFontSize),
    ...paper.page,
    pageMargins: marginsFor(footerText(first), paper),
    defaultStyle: defaultStyle(paper),
    footer: footer(frame, paper),
    images: Object.fromEntries(
      documents.flatMap(({ frame: { school } }) =>
        school.logo === undefined ? [] : [[school.logo.name, school.logo.src]],
      ),
    ),
    content: documents.map((document, i) => ({
      stack: document.content,
      ...(i > 0 && { pageBreak: 'before' as const }),
    })),
  } satisfies TDocumentDefinitions
}

/** The margins of the paper, with space for the second and third line of a long footer. */
function marginsFor(text: string, paper: Paper) {
  const [left, top, right, bottom] = paper.margins
  const lineHeight = footerSize(paper) * 1.45
  const extraHeight = (footerLines(text, paper) - 1) * lineHeight
  return [left, top, right, bottom + extraHeight] satisfies Paper['margins']
}

/** The factor for the font size of a stamp: 1, or less for a long text, so that it fits the width of the page. */
function stampScale(mark: string): number {
  const lettersAtFullSize = 6
  // Thai marks above and below letters take no width.
  const letterCount = mark.replace(/\p{Mn}/gu, '').length
  return Math.min(1, lettersAtFullSize / letterCount)
}

/**
 * PDF metadata, and the stamp across the pages of a void document, a sample, or the form of an application that is
 * cancelled, refunded (also in part) or ended, or has money that is still to be refunded (`refund_due`).
 */
export function metadataAndWatermark(
  { title, number, school, issuedAt, print }: Omit<Frame, 'englishTitle' | 'footerNotice'>,
  stampSize: number,
) {
  const issued = new Date(issuedAt)
  const mark = print.mark === 'current' ? null : marks[print.mark]
  const watermark = mark?.stamped && {
    text: mark.text,
    font: 'Sarabun',
    bold: true,
    fontSize: stampSize * stampScale(mark.text),
    color: mark.color,
    opacity: 0.13,
    angle: -32,
  }
  return {
    version: '1.7',
    language: 'th-TH',
    displayTitle: true,
    info: {
      title: `${title} ${number}`,
      subject: markText(print),
      author: school.name,
      creator: 'Khapdee',
      producer: 'Khapdee',
      // The time of issue, not the present time, so that the same view and print give the same bytes.
      creationDate: issued,
      modDate: issued,
    },
    ...(watermark && { watermark }),
  } satisfies Partial<TDocumentDefinitions>
}

/** The school on the left, title and mark on the right, a rule below. */
function header({ title, englishTitle, school, print }: Frame, paper: Paper): Content {
  const taxNumber = [
    school.tax_id && `${labels.taxNumber} ${formatIdCard(school.tax_id)}`,
    school.branch_no && `(${branchNumber(school.branch_no)})`,
  ]
  const smallText = { fontSize: paper.fontSize - 1, maxLines: 4 }
  const { width, gap } = paper
  return {
    stack: [
      {
        columns: [
          logo(school, paper),
          {
            width: '*',
            stack: [
              text(school.name, {
                bold: true,
                fontSize: paper.schoolNameFontSize,
                color: colors.brand,
                lineHeight: 1.05,
                maxLines: 4,
              }),
              ...optional(school.name_en, smallText),
              ...customLines(school, paper).map((line) => text(line, smallText)),
              ...optional(school.branch_name, { ...smallText, color: colors.soft }),
              ...optional(school.address, smallText),
              ...optional(school.phone && `โทร. ${formatPhone(school.phone)}`, smallText),
              ...optional(taxNumber.filter(Boolean).join('  '), smallText),
            ],
          },
          {
            width: 'auto',
            alignment: 'right',
            stack: [
              {
                text: title,
                bold: true,
                fontSize: paper.titleFontSize,
                lineHeight: 1,
                noWrap: true,
              },
              {
                text: englishTitle,
                fontSize: paper.smallFontSize,
                color: colors.soft,
                characterSpacing: 1.6,
              },
              {
                columns: [{ width: '*', text: '' }, badge(print, paper)],
                columnGap: 0,
                margin: [0, gap * 0.2, 0, 0],
              },
              ...optional(voidNote(print), { fontSize: paper.smallFontSize, color: colors.danger }),
            ],
          },
        ],
        columnGap: 10,
      },
      {
        canvas: [
          { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1.6, lineColor: colors.brand },
        ],
        margin: [0, gap * 0.7, 0, gap * 0.8],
      },
    ],
  }
}

/** The custom header lines of the branch, joined on A5, which has space for only one. */
function customLines({ lines = [] }: SchoolView, paper: Paper): string[] {
  return paper === a5 && lines.length > 0 ? [lines.join(' · ')] : lines
}

/** The framed mark, such as original, copy or void; the time of printing on a current form. */
function badge(print: Print, paper: Paper): Column {
  if (print.mark === 'current') {
    return { width: 'auto', text: printTime(print), color: colors.soft, noWrap: true }
  }
  const { text: mark, color } = marks[print.mark]
  const width = Math.max(5.6, 1.6 + 1.05 * textWidth(mark, 1)) * paper.fontSize
  // Space for a vowel below and a vowel with a tone mark above the letters.
  const height = paper.fontSize * 1.9
  return {
    width,
    stack: [
      {
        canvas: [
          { type: 'rect', x: 0, y: 0, w: width, h: height, r: 3, lineColor: color, lineWidth: 0.9 },
        ],
      },
      {
        text: mark,
        ...semiBold,
        color,
        alignment: 'center',
        lineHeight: 1,
        margin: [0, paper.fontSize * 0.19 - height, 0, paper.fontSize * 0.47],
      },
    ],
  }
}

/** The footer of a page: footer text, time of printing and document number on the left, page number on the right. */
function footer(frame: Frame, paper: Paper) {
  const { number, print } = frame
  const ownText = footerText(frame)
  const style = { fontSize: footerSize(paper), color: colors.soft }
  const origin = `เอกสารนี้จัดทำโดยระบบคอมพิวเตอร์ · ${printTime(print)} · ${number}`
  const [left, , right] = paper.margins
  return (page: number, pages: number): Content => ({
    margin: [left, paper.gap * 0.6, right, 0],
    stack: [
      ...optional(ownText, { ...style, maxLines: footerLines(ownText, paper) }),
      {
        columns: [
          { width: '*', ...text(origin, style) },
          { width: 60, ...text(`หน้า ${page}/${pages}`, { ...style, alignment: 'right' }) },
        ],
        columnGap: 8,
      },
    ],
  })
}

/** The logo of the branch, or the default logo, a steering wheel drawn on a grid of 48 units. */
export function logo(
  { logo: own }: SchoolView,
  { logoWidth: width }: Pick<Paper, 'logoWidth'>,
): Column {
  if (own !== undefined) {
    return { width: 'auto', stack: [{ image: own.name, fit: [width * 2, width * 1.15] }] }
  }
  const at = (units: number) => (width * units) / 48
  const middle = { x: at(24), y: at(24) }
  const stroke = { lineWidth: at(3.4), lineColor: colors.onBrand }
  const spoke = (x1: number, y1: number, x2: number, y2: number): CanvasElement => ({
    type: 'line',
    x1: at(x1),
    y1: at(y1),
    x2: at(x2),
    y2: at(y2),
    ...stroke,
  })
  const canvas: CanvasElement[] = [
    { type: 'rect', x: 0, y: 0, w: width, h: width, r: at(11), color: colors.brand },
    { type: 'ellipse', ...middle, r1: at(14.5), r2: at(14.5), ...stroke },
    spoke(9.5, 22.5, 20, 22.5),
    spoke(38.5, 22.5, 28, 22.5),
    spoke(24, 28, 24, 38.5),
    { type: 'ellipse', ...middle, r1: at(4.6), r2: at(4.6), color: colors.onBrand },
  ]
  return { width, stack: [{ canvas }] }
}
