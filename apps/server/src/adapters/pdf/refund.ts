/** ใบคืนเงิน on A4: the amounts paid, refunded and kept by the school, and the reason. */

import { payTypes } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { zeroSatang } from '@khapdee/domain/money'
import { formatDay, formatDayLong } from '@khapdee/domain/thai-date'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import {
  factsBox,
  factsWidth,
  labelledRows,
  personBlock,
  personName,
  reasonLines,
  signatures,
} from './kit.ts'
import { labels } from './labels.ts'
import { itemCell, type LineColumn, linesTable } from './lines-table.ts'
import { moneyCell, taxAmounts, totalsTable, type TotalRow, wordsBox } from './money-parts.ts'
import { type Frame, type Framed, framedDocument } from './page.ts'
import { a4, colors, semiBold } from './paper.ts'
import type { Print, RefundView } from './view.ts'

/** One or more refunds of an application. */
export type RefundViews = readonly [RefundView, ...RefundView[]]

/** A sheet for each refund; all have the same mark. */
export function refundDocument(
  [first, ...others]: RefundViews,
  print: Print,
): TDocumentDefinitions {
  return framedDocument(
    [framedRefund(first, print), ...others.map((view) => framedRefund(view, print))],
    a4,
  )
}

function framedRefund(view: RefundView, print: Print): Framed {
  const frame: Frame = {
    title: `${labels.documents.refund.label}${view.tax === undefined ? '' : ' / ใบลดหนี้'}`,
    englishTitle: view.tax === undefined ? 'REFUND' : 'REFUND / CREDIT NOTE',
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: 'ใบคืนเงินฉบับนี้จะสมบูรณ์เมื่อมีลายมือชื่อผู้รับเงินและผู้จ่ายเงิน',
  }
  const content = [
    {
      columns: [
        { width: '*', stack: personBlock('คืนเงินให้', view.payee, a4) },
        { width: factsWidth, stack: [refundFacts(view)] },
      ],
      columnGap: 16,
    },
    linesTable(view.lines, lineColumns(view), a4),
    partBelowLines(view),
  ]
  return { frame, content }
}

type Fact = [title: string, value: Content]

function refundFacts(view: RefundView): Content {
  return factsBox(
    [
      ['เลขที่ใบคืนเงิน', { text: view.number, ...semiBold, noWrap: true }],
      [labels.refund.createdAt, { text: formatDayLong(view.day) }],
      [labels.applicationCode, { text: view.application_code, noWrap: true }],
      [labels.refund.pay_type, { text: payTypes[view.pay_type].label }],
      ...(view.approver
        ? [[fieldTitles.approvedBy, personName(view.approver)] satisfies Fact]
        : []),
      [fieldTitles.payer, personName(view.cashier)],
    ],
    { ...a4, factsLabelWidth: 62 },
  )
}

const alignment = 'right'
const lineColumns = ({ lines }: RefundView): LineColumn<RefundView['lines'][number]>[] => [
  {
    title: labels.line.course_name,
    width: '*',
    alignment: 'left',
    cell: (line) => itemCell(line.name, line.detail ?? '', a4),
  },
  { title: labels.line.net, width: 70, alignment, cell: (line) => moneyCell(line.net) },
  { title: labels.line.paid, width: 70, alignment, cell: (line) => moneyCell(line.paid) },
  ...(lines.some(({ refunded }) => refunded !== undefined)
    ? [
        {
          title: labels.refund.value,
          width: 70,
          alignment,
          cell: ({ refunded }: RefundView['lines'][number]) => moneyCell(refunded ?? zeroSatang),
        } as const,
      ]
    : []),
]

/** Amount in words, reason, totals and signatures, kept together on one page. */
function partBelowLines(view: RefundView): Content {
  const { account } = view
  const totals: TotalRow[] = [
    { label: 'ยอดที่ชำระแล้ว', amount: view.paid_before },
    { label: labels.refund.value, amount: view.value, emphasis: 'main' },
    ...taxAmounts(view),
    { label: 'ยอดที่ไม่คืน', amount: view.kept, emphasis: 'strong', color: colors.soft },
  ]
  const paper = { ...a4, labelWidth: 78 }
  const reason: Content = {
    stack: [
      ...labelledRows([[labels.refund.note, view.note]], paper, reasonLines),
      ...labelledRows(
        [
          ['อ้างถึงใบเสร็จ', view.receipts?.join(', ')],
          ['โอนเข้าบัญชี', account && `${account.bank} ${account.account}\n${account.name}`],
        ],
        paper,
      ),
    ],
    margin: [0, a4.gap * 0.7, 0, 0],
  }
  const top: Content = {
    columns: [{ width: '*', stack: [wordsBox(view.value, a4), reason] }, totalsTable(totals, a4)],
    columnGap: 16,
  }
  const signers = [
    { role: labels.payee, name: view.payee.name },
    { role: fieldTitles.payer, name: view.cashier, day: formatDay(view.day) },
  ]
  return {
    margin: [0, a4.gap, 0, 0],
    unbreakable: true,
    stack: [top, signatures(signers, a4.width, a4)],
  }
}
