/** หนังสือรับรองผลการอบรมและทดสอบ on A4, with a QR code that leads to a public page confirming it. */

import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatDayLong } from '@khapdee/domain/thai-date'
import type { Content, Style, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { CertificateView } from './exam-view.ts'
import { optional, personName, signatures, text } from './kit.ts'
import { labels } from './labels.ts'
import { type Frame, documentPages, logo, markText, voidNote } from './page.ts'
import { type Paper, a4, colors, semiBold } from './paper.ts'
import { qrPicture } from './qr.ts'
import type { Print } from './view.ts'

/** Sizes and spaces of a certificate. Its text is larger than that of other documents, because there is little of it. */
interface Setting {
  paper: Paper
  /** A size of text, in points. */
  size: (points: number) => number
  /** A vertical space, in points. */
  space: (points: number) => number
}

/** @param scale factor of the spaces, at most 1; text shrinks by half as much, to 0.9 for a scale of 0.8 */
function settingOf(scale: number): Setting {
  const size = (points: number) => (points * (1 + scale)) / 2
  const sizes = { fontSize: size(12), smallFontSize: size(9), logoWidth: size(58), qrWidth: 86 }
  return { paper: { ...a4, ...sizes }, size, space: (points) => points * scale }
}

/** The scales that are tried in this order until a certificate fits on one page. */
export const certificateScales: readonly [number, ...number[]] = [1, 0.8, 0.65, 0.5, 0.35]

const title = entities.certificate.label
const centred = { alignment: 'center' } as const
const soft = { color: colors.soft }

/**
 * @param verifyUrl address of the public page
 * @param scale one of {@link certificateScales}
 */
export function certificateDocument(
  view: CertificateView,
  verifyUrl: string,
  print: Print,
  scale = 1,
): TDocumentDefinitions {
  const setting = settingOf(scale)
  const { paper, size, space } = setting
  const frame: Frame = {
    title,
    englishTitle: 'CERTIFICATE',
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: 'หนังสือรับรองฉบับนี้ใช้ได้เมื่อหน้าตรวจสอบตามคิวอาร์ยืนยันเลขที่และชื่อตรงกัน',
  }
  const content = [
    ...schoolBlock(view, setting),
    text(title, { bold: true, fontSize: size(21), ...centred, margin: [0, space(20), 0, 0] }),
    text(`${labels.number} ${view.number}`, {
      ...semiBold,
      ...centred,
      margin: [0, space(4), 0, 0],
    }),
    text(markText(print), { ...centred, ...soft, fontSize: paper.smallFontSize }),
    ...optional(voidNote(print), {
      ...centred,
      color: colors.danger,
      fontSize: paper.smallFontSize,
    }),
    ...holderBlock(view, setting),
    ...examBlock(view, setting),
    text(`ให้ไว้ ณ วันที่ ${formatDayLong(view.day)}`, { ...centred, margin: [0, space(20), 0, 0] }),
    closing(view, verifyUrl, setting),
  ]
  return documentPages([{ frame, content }], paper)
}

/** Logo, name and address of the school, centred. */
function schoolBlock({ school }: CertificateView, { paper, size, space }: Setting): Content[] {
  const small: Style & { maxLines: number } = { ...centred, fontSize: size(9.5), maxLines: 3 }
  return [
    {
      columns: [{ width: '*', text: '' }, logo(school, paper), { width: '*', text: '' }],
      columnGap: 0,
    },
    text(school.name, {
      bold: true,
      fontSize: size(18),
      color: colors.brand,
      ...centred,
      maxLines: 3,
      margin: [0, space(8), 0, 0],
    }),
    ...optional(school.name_en, small),
    ...optional(school.lines?.join(' · '), small),
    ...optional(school.branch_name, { ...small, ...soft }),
    ...optional(school.address, small),
  ]
}

function holderBlock(
  { holder, idcard, passport }: CertificateView,
  { size, space }: Setting,
): Content[] {
  const numbers = [
    idcard && `${labels.person.idcard} ${formatIdCard(idcard)}`,
    passport && `${labels.person.passport} ${passport}`,
  ]
  return [
    text('หนังสือฉบับนี้ให้ไว้เพื่อแสดงว่า', { ...centred, margin: [0, space(26), 0, 0] }),
    personName(holder, {
      ...semiBold,
      fontSize: size(20),
      ...centred,
      maxLines: 3,
      margin: [0, space(8), 0, space(2)],
    }),
    ...numbers.flatMap((line) => optional(line, { ...centred, ...soft, maxLines: 2 })),
  ]
}

/** The passed exams with their days. */
function examBlock(
  { is_course, item, exams }: CertificateView,
  { size, space }: Setting,
): Content[] {
  return [
    text(is_course ? 'ได้ผ่านการอบรมและทดสอบตามหลักสูตร' : 'ได้ผ่านการทดสอบ', {
      ...centred,
      margin: [0, space(16), 0, space(2)],
    }),
    ...optional(item, { ...semiBold, fontSize: size(14), ...centred, maxLines: 4 }),
    {
      margin: [0, space(12), 0, 0],
      stack: exams.map(({ name, passed_on: day }) =>
        text(day === undefined ? name : `${name} สอบผ่านวันที่ ${formatDayLong(day)}`, {
          ...centred,
          maxLines: 2,
        }),
      ),
    },
  ]
}

/** The QR code on the left, the signature on the right. */
function closing(view: CertificateView, verifyUrl: string, { paper, space }: Setting): Content {
  const small = { fontSize: paper.smallFontSize, ...soft }
  return {
    margin: [0, space(34), 0, 0],
    unbreakable: true,
    columns: [
      {
        width: 200,
        stack: [
          qrPicture(verifyUrl, paper.qrWidth),
          text('สแกนเพื่อตรวจสอบหนังสือรับรอง', { ...small, margin: [0, 4, 0, 0] }),
          { text: verifyUrl, ...small, fontSize: 7 },
          ...optional(
            view.application_code && `${labels.applicationCode} ${view.application_code}`,
            small,
          ),
          personName(`${fieldTitles.issuedBy} ${view.issuer}`, { ...small, maxLines: 2 }),
        ],
      },
      {
        width: '*',
        stack: [
          signatures(
            [{ role: 'ผู้มีอำนาจลงนาม', name: '.'.repeat(50), day: formatDayLong(view.day) }],
            300,
            {
              ...paper,
              signatureHeight: 40,
            },
          ),
        ],
      },
    ],
    columnGap: 15,
  }
}
