/**
 * หนังสือรับรองการหักภาษี ณ ที่จ่าย (50 ทวิ) on A4, in two copies for the payee: one for the tax
 * return and one to keep. Source: form of the Revenue Department under section 50 bis of the
 * Revenue Code.
 */

import { bahtText } from '@khapdee/domain/baht-text'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatBaht, sumSatang } from '@khapdee/domain/money'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import {
  cancelledCertificate,
  certificateIncomeKinds,
  certificateIncomeOrder,
  taxCertificateTitle,
  withholdingConditions,
  withholdingReturns,
} from '@khapdee/domain/payroll/tax-certificate'
import { formatDay } from '@khapdee/domain/thai-date'
import type {
  Column,
  Content,
  CustomTableLayout,
  Style,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces'
import { label, optional, personName, signatures, text, tickBox } from './kit.ts'
import { labels } from './labels.ts'
import { branchNumber, documentPages, type Frame, type Framed, markText, voidNote } from './page.ts'
import { a4, colors, semiBold } from './paper.ts'
import type { TaxCertificateView } from './payroll-view.ts'
import type { Print } from './view.ts'

const paper = { ...a4, smallFontSize: 7.5 }
const small = { fontSize: paper.smallFontSize, color: colors.soft }
const padding = 6

const copies = [
  'ฉบับที่ 1 สำหรับผู้ถูกหักภาษี ณ ที่จ่าย ใช้แนบพร้อมกับแบบแสดงรายการภาษี',
  'ฉบับที่ 2 สำหรับผู้ถูกหักภาษี ณ ที่จ่าย เก็บไว้เป็นหลักฐาน',
] as const

/** Both copies. A cancelled certificate is stamped and shows 0. */
export function taxCertificateDocument(
  stored: TaxCertificateView,
  print: Print,
): TDocumentDefinitions {
  const view = print.mark === 'void' ? cancelledCertificate(stored) : stored
  const frame: Frame = {
    title: taxCertificateTitle,
    englishTitle: '',
    number: view.number,
    school: { ...view.school, footer: '' },
    issuedAt: view.issued_at,
    print,
    footerNotice: '',
  }
  const copyOf = (name: string): Framed => ({
    frame,
    content: [
      heading(view, name, print),
      party('ผู้มีหน้าที่หักภาษี ณ ที่จ่าย', payerOf(view)),
      party('ผู้ถูกหักภาษี ณ ที่จ่าย', view.payee),
      returns(view),
      incomeTable(view),
      belowTable(view),
    ],
  })
  const [first, second] = copies
  return documentPages([copyOf(first), copyOf(second)], paper)
}

function payerOf({ school }: TaxCertificateView) {
  const branch = school.branch_no && ` (${branchNumber(school.branch_no)})`
  return { name: `${school.name}${branch}`, tax_id: school.tax_id, address: school.address }
}

function heading({ number }: TaxCertificateView, copy: string, print: Print): Content {
  const centred = { alignment: 'center' } as const
  return {
    stack: [
      {
        columns: [
          { width: '*', ...text(copy, small) },
          {
            width: 'auto',
            stack: [
              { text: [label(`${labels.number}  `), { text: number, ...semiBold }], noWrap: true },
              text(markText(print), { ...small, alignment: 'right' }),
              ...optional(voidNote(print), { ...small, color: colors.danger, alignment: 'right' }),
            ],
          },
        ],
        columnGap: 12,
      },
      text('หนังสือรับรองการหักภาษี ณ ที่จ่าย', {
        bold: true,
        fontSize: 16,
        color: colors.brand,
        ...centred,
      }),
      text('ตามมาตรา 50 ทวิ แห่งประมวลรัษฎากร', { ...centred, margin: [0, 0, 0, 4] }),
    ],
  }
}

const boxLayout: CustomTableLayout = {
  hLineWidth: () => 0.7,
  vLineWidth: () => 0.7,
  hLineColor: () => colors.soft,
  vLineColor: () => colors.soft,
  paddingLeft: () => padding,
  paddingRight: () => padding,
  paddingTop: () => 4,
  paddingBottom: () => 3,
}

const box = (stack: Content[]): Content => ({
  table: { widths: ['*'], body: [[{ stack }]] },
  layout: boxLayout,
  margin: [0, 5, 0, 0],
})

/** Width of the labels of a party. */
const labelWidth = 46

function party(
  title: string,
  { name, tax_id, address }: { name: string; tax_id: string; address: string },
): Content {
  const row = (name: string, value: Content): Content => ({
    columns: [
      { width: labelWidth, ...label(name) },
      { width: '*', stack: [value] },
    ],
    columnGap: 4,
  })
  return box([
    {
      columns: [
        { width: '*', ...text(title, semiBold) },
        {
          width: 'auto',
          text: [
            label(`${labels.taxNumber}  `),
            { text: tax_id === '' ? '.'.repeat(40) : formatIdCard(tax_id), ...semiBold },
          ],
          noWrap: true,
        },
      ],
      columnGap: 12,
      margin: [0, 0, 0, 2],
    },
    row(fieldTitles.name, personName(name, { ...semiBold, maxLines: 2 })),
    row(labels.address, text(address === '' ? '.'.repeat(120) : address, { maxLines: 2 })),
  ])
}

/** A tick box with its label. */
const choice = (name: string, chosen: boolean, width: Column['width']): Column => ({
  width,
  columns: [tickBox(chosen, 8.5), { width: '*', ...text(name) }],
  columnGap: 4,
})

function returns(view: TaxCertificateView): Content {
  const chosen = view.return
  const choices = Object.entries(withholdingReturns).map(([key, { label: name }]) =>
    choice(name, key === chosen, name.length > 10 ? 84 : 54),
  )
  return box([
    {
      columns: [{ width: 66, ...text(fieldTitles.taxReturn, semiBold) }, ...choices],
      columnGap: 2,
    },
  ])
}

function incomeTable(view: TaxCertificateView): Content {
  const head: Style = { ...semiBold, color: colors.onBrand, fontSize: paper.fontSize - 0.5 }
  const right = { alignment: 'right' } as const
  const centred = { alignment: 'center' } as const
  const titles: TableCell[] = [
    text('ประเภทเงินได้พึงประเมินที่จ่าย', head),
    text('วัน เดือน\nหรือปีภาษีที่จ่าย', { ...head, ...centred }),
    text(fieldTitles.amountPaid, { ...head, ...right }),
    text('ภาษีที่หักและนำส่งไว้', { ...head, ...right }),
  ]
  const sums = {
    paid: sumSatang(view.rows.map(({ paid }) => paid)),
    tax: sumSatang(view.rows.map(({ tax }) => tax)),
  }
  const amount = (value: typeof sums.paid) => ({ text: formatBaht(value), noWrap: true, ...right })
  const total = { ...semiBold, fillColor: colors.tint }
  return {
    margin: [0, 5, 0, 0],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', 80, 78, 84],
      body: [
        titles,
        ...certificateIncomeOrder.flatMap((kind) => incomeRows(view, kind)),
        [
          text('รวมเงินที่จ่ายและภาษีที่หักนำส่ง', { ...total, ...right, colSpan: 2 } as Style),
          { text: '' },
          { ...amount(sums.paid), ...total },
          { ...amount(sums.tax), ...total },
        ],
        [
          {
            colSpan: 4,
            fillColor: colors.brandSoft,
            text: [
              label('รวมเงินภาษีที่หักนำส่ง (ตัวอักษร)  '),
              text(bahtText(sums.tax), { ...semiBold, fontSize: paper.fontSize + 1 }),
            ],
          },
          ...Array.from({ length: 3 }, () => ({ text: '' })),
        ],
      ],
    },
    layout: {
      ...boxLayout,
      vLineWidth: (column) => (column === 0 || column === 4 ? 0.7 : 0.4),
      hLineWidth: (line) => (line === 0 ? 0.7 : 0.4),
      fillColor: (row) => (row === 0 ? colors.brand : null),
      // Thai marks extend above the line, so a filled cell needs more padding on top.
      paddingTop: (row) => (row === 0 ? 5 : 4),
      paddingBottom: (row) => (row === 0 ? 3 : 3),
    },
  }
}

/** The rows of a kind of income: its number and label, and the payments; an empty row without any. */
function incomeRows(
  { rows }: TaxCertificateView,
  kind: keyof typeof certificateIncomeKinds,
): TableCell[][] {
  const { number, label: name } = certificateIncomeKinds[kind]
  const payments = rows.filter((row) => row.kind === kind)
  const named = (detail: string, isFirst: boolean): TableCell => ({
    columns: [
      { width: 24, text: isFirst ? number : '', noWrap: true },
      {
        width: '*',
        stack: [
          ...(isFirst ? [text(name.replaceAll(' (', '\u00A0('))] : []),
          ...optional(detail, { ...semiBold, maxLines: 2 }),
        ],
      },
    ],
    columnGap: 2,
  })
  if (payments.length === 0) return [[named('', true), { text: '' }, { text: '' }, { text: '' }]]
  return payments.map(({ detail, paid_on, paid, tax }, i) => [
    named(detail, i === 0),
    { text: paid_on, alignment: 'center', noWrap: true },
    { text: formatBaht(paid), alignment: 'right', noWrap: true },
    { text: formatBaht(tax), alignment: 'right', noWrap: true },
  ])
}

/** Contributions, who bears the tax, warning and signature. */
function belowTable(view: TaxCertificateView): Content {
  const conditions = Object.entries(withholdingConditions).map(([key, { label: name }], i) =>
    choice(`(${i + 1}) ${name}`, key === view.condition, 102),
  )
  return {
    unbreakable: true,
    stack: [
      box([
        {
          columns: [
            { width: 128, ...text('เงินที่จ่ายเข้ากองทุน', semiBold) },
            { width: '*', ...text(`กองทุนประกันสังคม  ${formatBaht(view.social_security)} บาท`) },
            {
              width: '*',
              ...text(`${payrollWords.providentFund}  ${formatBaht(view.provident_fund)} บาท`),
            },
          ],
          columnGap: 8,
        },
      ]),
      box([
        {
          columns: [{ width: 66, ...text(fieldTitles.payer, semiBold) }, ...conditions],
          columnGap: 2,
        },
      ]),
      {
        margin: [0, 6, 0, 0],
        columns: [
          {
            width: 172,
            stack: [
              text('คำเตือน', semiBold),
              text(
                'ผู้มีหน้าที่ออกหนังสือรับรองการหักภาษี ณ ที่จ่าย ฝ่าฝืนไม่ปฏิบัติตามมาตรา 50 ทวิ แห่งประมวลรัษฎากร ต้องรับโทษทางอาญาตามมาตรา 35 แห่งประมวลรัษฎากร',
                small,
              ),
              text(fieldTitles.issuedBy, { ...small, margin: [0, 6, 0, 0] }),
              personName(view.issuer, { ...small, maxLines: 2 }),
            ],
          },
          {
            width: '*',
            stack: [
              text('ขอรับรองว่าข้อความและตัวเลขดังกล่าวข้างต้นถูกต้องตรงกับความจริงทุกประการ', {
                alignment: 'center',
              }),
              signatures(
                [{ role: fieldTitles.payer, name: '.'.repeat(44), day: formatDay(view.day) }],
                323,
                { ...paper, signatureHeight: 26 },
              ),
              text('(ประทับตรานิติบุคคล ถ้ามี)', { ...small, alignment: 'center' }),
            ],
          },
        ],
        columnGap: 20,
      },
    ],
  }
}
