/** ใบนัดสอบ on A5 or an 80 mm roll: when and where an exam is, what to bring, and the code for check-in. */

import { examDocuments } from '@khapdee/domain/exam-document-names'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import { formatSlipCode } from '@khapdee/domain/slip-code'
import { formatDay, formatDayLong } from '@khapdee/domain/thai-date'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { ExamSlipView } from './exam-view.ts'
import {
  emptyLayout,
  factsBox,
  factsWidth,
  labelledRows,
  optional,
  personBlock,
  text,
  tickBox,
} from './kit.ts'
import { labels } from './labels.ts'
import { type Frame, framedDocument, metadataAndWatermark, printTime } from './page.ts'
import { a5, colors, semiBold } from './paper.ts'
import { qrPicture } from './qr.ts'
import {
  centredPicture,
  dashedRule,
  labelledName,
  labelledValue,
  rollPage,
  schoolLines,
  smallText,
} from './roll.ts'
import type { Print } from './view.ts'

const title = examDocuments.slip.label
const scanToCheckIn = 'แสดงรหัสนี้เมื่อลงทะเบียนเข้าสอบ'
const bringTitle = 'สิ่งที่ต้องนำมา'

export const examSlipDocument = (view: ExamSlipView, print: Print): TDocumentDefinitions =>
  view.size === '80mm' ? slipRoll(view, print) : slipSheet(view, print)

const noticesOf = ({ last_day, notices }: ExamSlipView): string[] => [
  `${labels.examRight.permission_date} ${formatDayLong(last_day)}`,
  ...notices,
]

function slipSheet(view: ExamSlipView, print: Print): TDocumentDefinitions {
  const frame: Frame = {
    title,
    englishTitle: 'EXAM APPOINTMENT',
    number: view.application_code,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: '',
  }
  const content = [
    {
      columns: [
        {
          width: '*',
          stack: [
            ...personBlock(labels.candidate, view.candidate, a5),
            ...labelledRows([[labels.line.course_name, view.item]], a5),
          ],
        },
        { width: factsWidth, stack: [slipFacts(view)] },
      ],
      columnGap: 16,
    },
    appointment(view),
    {
      margin: [0, a5.gap, 0, 0],
      columns: [
        { width: '*', stack: [text(bringTitle, semiBold), ...view.bring.map(broughtItem)] },
        {
          width: '*',
          stack: [
            text('ข้อควรทราบ', semiBold),
            { ul: noticesOf(view).map((notice) => text(notice, { maxLines: 3 })) },
          ],
        },
      ],
      columnGap: 16,
    },
  ] satisfies Content[]
  return framedDocument([{ frame, content }], a5)
}

const slipFacts = (view: ExamSlipView): Content =>
  factsBox(
    [
      [labels.slipCode, { text: formatSlipCode(view.code), ...semiBold, noWrap: true }],
      [labels.applicationCode, { text: view.application_code, noWrap: true }],
    ],
    { ...a5, factsLabelWidth: 56 },
  )

/** Day, time and place on a tinted background, with the code. */
function appointment(view: ExamSlipView): Content {
  const large = { ...semiBold, fontSize: a5.fontSize + 6, color: colors.brand }
  return {
    margin: [0, a5.gap, 0, 0],
    table: {
      widths: ['*', a5.qrWidth],
      body: [
        [
          {
            stack: [
              text(view.exam, { ...semiBold, maxLines: 2 }),
              text(`${labels.exam.exam_date} ${formatDayLong(view.exam_date)}`, large),
              ...optional(view.time && `${fieldTitles.time} ${view.time}`, large),
              text(`${labels.place} ${view.place}`, { maxLines: 3, margin: [0, 2, 0, 0] }),
              text(scanToCheckIn, {
                fontSize: a5.smallFontSize,
                color: colors.soft,
                margin: [0, 2, 0, 0],
              }),
            ],
          },
          { stack: [qrPicture(view.code, a5.qrWidth)] },
        ],
      ],
    },
    fillColor: colors.brandSoft,
    layout: {
      ...emptyLayout,
      paddingLeft: () => 10,
      paddingRight: () => 10,
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
  }
}

const broughtItem = (item: string): Content => ({
  columns: [tickBox(false, a5.fontSize), { width: '*', ...text(item, { maxLines: 3 }) }],
  columnGap: 5,
})

function slipRoll(view: ExamSlipView, print: Print): TDocumentDefinitions {
  const { school, issued_at: issuedAt, application_code: number, candidate } = view
  const qrWidth = 96
  const centred = { ...smallText, alignment: 'center' } as const
  return {
    ...metadataAndWatermark({ title, number, school, issuedAt, print }, 64),
    ...rollPage(),
    content: [
      ...schoolLines(school),
      text(title, { bold: true, fontSize: 14, alignment: 'center', margin: [0, 4, 0, 3] }),
      labelledValue(labels.exam.exam_date, formatDay(view.exam_date), {
        bold: true,
        fontSize: 12,
      }),
      ...(view.time === ''
        ? []
        : [labelledValue(fieldTitles.time, view.time, { bold: true, fontSize: 12 })]),
      labelledName(labels.exam.kind, view.exam),
      labelledName(labels.place, view.place),
      dashedRule(),
      labelledName(labels.candidate, candidate.name),
      ...(candidate.idcard
        ? [labelledValue(labels.person.idcard, formatIdCard(candidate.idcard))]
        : []),
      ...(candidate.passport ? [labelledValue(labels.person.passport, candidate.passport)] : []),
      ...(candidate.phone ? [labelledValue(labels.phone, formatPhone(candidate.phone))] : []),
      labelledValue(labels.applicationCode, view.application_code),
      dashedRule(),
      centredPicture(qrPicture(view.code, qrWidth), qrWidth),
      text(formatSlipCode(view.code), { ...semiBold, alignment: 'center' }),
      text(scanToCheckIn, centred),
      dashedRule(),
      text(bringTitle, semiBold),
      { ul: view.bring.map((item) => text(item)) },
      dashedRule(),
      ...noticesOf(view).map((notice) => text(notice, smallText)),
      ...optional(school.footer, { ...centred, margin: [0, 4, 0, 0] }),
      text(printTime(print), { ...centred, margin: [0, 4, 0, 0] }),
    ],
  }
}
