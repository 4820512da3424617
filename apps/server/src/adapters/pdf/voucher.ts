/** ใบสำคัญจ่าย and ใบสำคัญรับเงิน on A4: an entry that staff made, with the withheld tax and the lines to sign. */

import { voucherTitles } from '@khapdee/domain/account-entry'
import { payTypes } from '@khapdee/domain/application/status'
import { cashSourceTitle } from '@khapdee/domain/drawer'
import { entities } from '@khapdee/domain/entities'
import { passThroughTitle } from '@khapdee/domain/expense-item'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatIdCard } from '@khapdee/domain/id-card'
import { satang } from '@khapdee/domain/money'
import { formatDay, formatDayLong } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { VoucherView } from './account-view.ts'
import { factsBox, factsWidth, labelledRows, personBlock, signatures, text } from './kit.ts'
import { labels } from './labels.ts'
import { itemCell, type LineColumn, linesTable } from './lines-table.ts'
import { moneyCell, totalsTable, type TotalRow, wordsBox } from './money-parts.ts'
import { type Frame, framedDocument } from './page.ts'
import { a4, semiBold } from './paper.ts'
import type { Print } from './view.ts'

const sides = {
  income: {
    title: voucherTitles.income,
    englishTitle: 'RECEIPT VOUCHER',
    party: 'รับเงินจาก',
    paid: 'รับสุทธิ',
    signers: [fieldTitles.preparedBy, 'ผู้ตรวจสอบ', labels.payee, 'ผู้ชำระเงิน'],
  },
  expenses: {
    title: voucherTitles.expenses,
    englishTitle: 'PAYMENT VOUCHER',
    party: 'จ่ายให้',
    paid: 'จ่ายสุทธิ',
    signers: [fieldTitles.preparedBy, 'ผู้ตรวจสอบ', fieldTitles.approvedBy, labels.payee],
  },
} as const

export function voucherDocument(view: VoucherView, print: Print): TDocumentDefinitions {
  const { title, englishTitle } = sides[view.side]
  const frame: Frame = {
    title,
    englishTitle,
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: '',
  }
  const content = [
    {
      columns: [
        { width: '*', stack: party(view) },
        { width: factsWidth, stack: [facts(view)] },
      ],
      columnGap: 16,
    },
    linesTable([view], columns, a4),
    partBelowLine(view),
  ]
  return framedDocument([{ frame, content }], paper)
}

/** Paper with a smaller title, because the English title is long. */
const paper = { ...a4, titleFontSize: 20 }

function party({ side, payee, payee_tax_id }: VoucherView): Content[] {
  const name = payee || '.'.repeat(60)
  return [
    ...personBlock(sides[side].party, { name, address: '', phone: '' }, a4),
    ...labelledRows([[labels.taxNumber, payee_tax_id && formatIdCard(payee_tax_id)]], a4),
  ]
}

const facts = (view: VoucherView): Content =>
  factsBox(
    [
      [labels.number, { text: view.number, ...semiBold, noWrap: true }],
      [labels.date, { text: formatDayLong(view.day) }],
      [labels.payType, { text: payTypes[view.pay_type].label }],
      ...(view.document_no === ''
        ? []
        : ([['เลขที่อ้างอิง', text(view.document_no, { maxLines: 3 })]] satisfies [string, Content][])),
    ],
    { ...a4, factsLabelWidth: 62 },
  )

const columns: LineColumn<VoucherView>[] = [
  {
    title: labels.item,
    width: '*',
    alignment: 'left',
    cell: ({ item, detail }) => itemCell(item, detail, a4),
  },
  {
    title: labels.account.group,
    width: 130,
    alignment: 'left',
    cell: ({ group, is_pass_through }) =>
      itemCell(group, is_pass_through ? passThroughTitle : '', a4),
  },
  {
    title: labels.account.value,
    width: 84,
    alignment: 'right',
    cell: ({ value }) => moneyCell(value),
  },
]

const throughLabels = { cash: cashSourceTitle, transfer: entities.bank_account.label }

/** The amount that is handed over: without the withheld tax. */
const netOf = ({ value, wht_value }: VoucherView) => satang(value - wht_value)

/** Amount in words, details of the entry, totals and signatures, kept together on one page. */
function partBelowLine(view: VoucherView): Content {
  const { side, mile } = view
  const paid: TotalRow = { label: sides[side].paid, amount: netOf(view), emphasis: 'main' }
  const totals: TotalRow[] =
    view.wht_value === 0
      ? [paid]
      : [
          { label: labels.account.value, amount: view.value },
          { label: labels.account.wht_value, amount: view.wht_value },
          paid,
        ]
  const named: Content = {
    stack: labelledRows(
      [
        [throughLabels[view.pay_type], view.paid_through ?? ''],
        [labels.vehicles, view.vehicle],
        [labels.account.mile, mile === undefined ? '' : `${mile.toLocaleString('en')} กม.`],
        [labels.employee, view.employee],
        [
          fieldTitles.attachments,
          view.attachments === 0 ? headings.none : `${view.attachments} ไฟล์`,
        ],
      ],
      { ...a4, labelWidth: 78 },
    ),
    margin: [0, a4.gap * 0.7, 0, 0],
  }
  const blank = '.'.repeat(34)
  const signers = sides[side].signers.map((role, i) => ({
    role,
    name: i === 0 ? view.recorded_by : blank,
    ...(i === 0 && { day: formatDay(view.day) }),
  }))
  return {
    margin: [0, a4.gap, 0, 0],
    unbreakable: true,
    stack: [
      {
        columns: [
          { width: '*', stack: [wordsBox(netOf(view), a4), named] },
          totalsTable(totals, a4),
        ],
        columnGap: 16,
      },
      // Two in a row, because role and day of four signatures do not fit side by side.
      signatures(signers.slice(0, 2), a4.width, a4),
      signatures(signers.slice(2), a4.width, a4),
    ],
  }
}
