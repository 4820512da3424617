/**
 * The daily cash report (รายงานรับเงินประจำวัน) on A4: the payments and refunds of a branch since its previous
 * day close, the counted cash and the difference.
 */

import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatBaht, type Satang, satang, sumSatang, bahtWithUnit } from '@khapdee/domain/money'
import { formatDay, formatDayLong, formatInstant, formatTime } from '@khapdee/domain/thai-date'
import { lapsedTitle } from '@khapdee/contract/entities/closing'
import { applicationStatuses } from '@khapdee/domain/application/status'
import { cashCountTitle, negativeCashNotice } from '@khapdee/domain/cash'
import { drawerMoveKinds, shownParts } from '@khapdee/domain/drawer'
import { entities } from '@khapdee/domain/entities'
import { headings, units } from '@khapdee/domain/words'
import type { Content, Style, TDocumentDefinitions } from 'pdfmake/interfaces'
import {
  factsBox,
  factsWidth,
  labelledRows,
  personName,
  reasonLines,
  signatures,
  text,
} from './kit.ts'
import { labels } from './labels.ts'
import { type LineColumn, linesTable } from './lines-table.ts'
import { moneyCell, totalsTable, type TotalRow } from './money-parts.ts'
import { type Frame, framedDocument } from './page.ts'
import { a4, colors, semiBold } from './paper.ts'
import type { ClosingView, Print } from './view.ts'

type Movement = ClosingView['movements'][number]
type DrawerMove = NonNullable<ClosingView['drawer_moves']>[number]
type PayType = Movement['pay_type']

export function dayCloseDocument(view: ClosingView, print: Print): TDocumentDefinitions {
  const frame: Frame = {
    title: 'รายงานรับเงินประจำวัน',
    englishTitle: 'DAILY CASH REPORT',
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: 'รายการที่ขีดฆ่าคือใบเสร็จที่ยกเลิกแล้ว ไม่นับรวมในยอด จำนวนเงินติดลบคือเงินที่คืน',
  }
  const content = [
    {
      columns: [
        { width: '*', stack: labelledRows(summary(view), a4) },
        { width: factsWidth, stack: [closeFacts(view)] },
      ],
      columnGap: 16,
    },
    linesTable(view.movements, movementColumns, a4, { sums: sumsRow(view) }),
    ...drawerTable(view),
    partBelowMovements(view),
  ]
  return framedDocument([{ frame, content }], paper)
}

/** Paper with a smaller title size, because the title of this report is long. */
const paper = { ...a4, titleFontSize: 18 }

function closeFacts(view: ClosingView): Content {
  return factsBox(
    [
      ['เลขที่ปิดยอด', { text: view.number, ...semiBold, noWrap: true }],
      [labels.closing.day, { text: formatDayLong(view.day) }],
      ['ปิดยอดเมื่อ', { text: formatInstant(view.issued_at) }],
      [labels.closing.user, personName(view.cashier)],
    ],
    a4,
  )
}

/** Labels and counts of payments, refunds and voided receipts. */
function summary({ movements }: ClosingView): [string, string | undefined][] {
  const counted = movements.filter((row) => !row.void)
  const countText = (list: readonly Movement[]) =>
    `${list.length.toLocaleString('en')} ${units.entries}`
  return [
    [headings.receivedMoney, countText(counted.filter((row) => row.paid > 0))],
    ['คืนเงิน', countText(counted.filter((row) => row.paid < 0))],
    ['ใบเสร็จที่ยกเลิก', countText(movements.filter((row) => row.void))],
  ]
}

const strikethrough = (row: Movement): Style =>
  row.void ? { decoration: 'lineThrough', color: colors.soft } : {}

/** The amount of a movement in the column of `payType`; a dash in the column of the other pay type. */
function amountCell(row: Movement, payType: PayType) {
  if (row.pay_type !== payType) return moneyCell(satang(0), { color: colors.soft })
  return moneyCell(row.paid, {
    ...(row.paid < 0 && { color: colors.danger }),
    ...strikethrough(row),
  })
}

const smallText = { fontSize: a4.fontSize - 1.5, color: colors.soft }

const movementColumns: LineColumn<Movement>[] = [
  {
    title: labels.number,
    width: 80,
    alignment: 'left',
    cell: (row) => ({
      stack: [
        { text: row.number, noWrap: true, ...strikethrough(row) },
        { text: row.application_code, noWrap: true, ...smallText },
        ...(row.void
          ? [text(applicationStatuses.cancelled.label, { ...smallText, color: colors.danger })]
          : []),
        ...(row.over_cap ? [text(headings.overCap, { ...smallText, color: colors.danger })] : []),
      ],
    }),
  },
  {
    title: labels.time,
    width: 48,
    alignment: 'left',
    cell: (row) => ({
      stack: [
        { text: formatInstant(row.at).slice(0, 10), noWrap: true },
        { text: formatTime(row.at), noWrap: true, ...smallText },
      ],
    }),
  },
  {
    title: 'ลูกค้า',
    width: 106,
    alignment: 'left',
    cell: (row) => personName(row.customer),
  },
  {
    title: fieldTitles.recordedBy,
    width: 72,
    alignment: 'left',
    cell: (row) => personName(row.user),
  },
  { title: 'เงินสด', width: 58, alignment: 'right', cell: (row) => amountCell(row, 'cash') },
  { title: 'โอนเงิน', width: 58, alignment: 'right', cell: (row) => amountCell(row, 'transfer') },
]

const drawerColumns: LineColumn<DrawerMove>[] = [
  {
    title: labels.time,
    width: 58,
    alignment: 'left',
    cell: ({ at }) => ({
      stack: [
        { text: formatInstant(at).slice(0, 10), noWrap: true },
        { text: formatTime(at), noWrap: true, ...smallText },
      ],
    }),
  },
  {
    title: headings.item,
    width: 214,
    alignment: 'left',
    cell: ({ kind, text: about }) => ({
      stack: [text(drawerMoveKinds[kind].label), ...(about === '' ? [] : [text(about, smallText)])],
    }),
  },
  {
    title: fieldTitles.recordedBy,
    width: 100,
    alignment: 'left',
    cell: ({ user }) => personName(user),
  },
  {
    title: 'เงินสด',
    width: 70,
    alignment: 'right',
    cell: ({ value }) => moneyCell(value, value < 0 ? { color: colors.danger } : {}),
  },
]

/** The movements of the drawer besides receipts and refunds, with their sum; nothing without any. */
function drawerTable({ drawer_moves = [] }: ClosingView): Content[] {
  if (drawer_moves.length === 0) return []
  const sum = sumSatang(drawer_moves.map(({ value }) => value))
  return [
    text(entities.drawer_move.label, { ...semiBold, margin: [0, a4.gap, 0, 2] }),
    linesTable(drawer_moves, drawerColumns, a4, {
      sums: [text(labels.total, semiBold), { text: formatBaht(sum), ...semiBold, noWrap: true }],
    }),
  ]
}

/** Sums of cash and transfer, below their columns. */
function sumsRow({ expected_cash, expected_transfer, parts }: ClosingView) {
  const cash = parts === undefined ? expected_cash : satang(parts.receipts + parts.refunds)
  const sum = (amount: Satang) => ({ text: formatBaht(amount), ...semiBold, noWrap: true })
  return [text(labels.total, semiBold), ...[cash, expected_transfer].map(sum)]
}

/** Denominations, the difference with its reason, and signatures, kept together on one page. */
function partBelowMovements(view: ClosingView): Content {
  const { expected_cash, expected_transfer, counted_cash, difference, note } = view
  const { deposit, next_float } = view
  const totals: TotalRow[] = [
    { label: labels.closing.expected_transfer, amount: expected_transfer },
    ...(view.parts === undefined ? [] : shownParts(view.parts)).map(({ label, value }) => ({
      label,
      amount: value,
    })),
    { label: labels.closing.expected_cash, amount: expected_cash },
    { label: labels.closing.counted_cash, amount: counted_cash, emphasis: 'main' },
    {
      label: difference < 0 ? 'เงินสดขาด' : difference > 0 ? 'เงินสดเกิน' : labels.closing.difference,
      // The label says whether cash is missing, so the amount has no sign.
      amount: satang(Math.abs(difference)),
      emphasis: 'strong',
      color: difference === 0 ? colors.ok : colors.danger,
    },
    ...(deposit === undefined || next_float === undefined
      ? []
      : [
          { label: labels.closing.deposit, amount: deposit },
          { label: labels.closing.next_float, amount: next_float },
        ]),
  ]
  const reason: Content = {
    stack: labelledRows(
      [['เหตุผลที่เงินสดไม่ตรง', note]],
      { ...a4, labelWidth: 92, valueWidth: 190 },
      reasonLines,
    ),
    margin: [0, a4.gap * 0.7, 0, 0],
  }
  const lapsed: Content = {
    stack: labelledRows(
      [
        [
          lapsedTitle,
          (view.lapsed ?? [])
            .map(({ number, user, note: why }) => `${number} ${user}: ${why}`)
            .join('\n'),
        ],
      ],
      { ...a4, labelWidth: 92, valueWidth: 190 },
      reasonLines * Math.max(1, view.lapsed?.length ?? 0),
    ),
    margin: [0, a4.gap * 0.7, 0, 0],
  }
  const notice = negativeCashNotice(view)
  const explanation: Content[] =
    notice === null ? [] : [text(notice, { ...smallText, margin: [0, a4.gap * 0.7, 0, 0] })]
  const left = [
    ...denominationTable(view),
    ...explanation,
    reason,
    ...(view.lapsed?.length ? [lapsed] : []),
  ]
  const signers = [
    { role: fieldTitles.preparedBy, name: view.cashier, day: formatDay(view.day) },
    { role: 'ผู้ตรวจสอบ', name: '.'.repeat(50) },
  ]
  return {
    margin: [0, a4.gap, 0, 0],
    unbreakable: true,
    stack: [
      { columns: [{ width: '*', stack: left }, totalsTable(totals, a4)], columnGap: 16 },
      signatures(signers, a4.width, a4),
    ],
  }
}

function denominationTable({ denominations }: ClosingView): Content[] {
  if (denominations.length === 0) return []
  const head = { ...semiBold, fontSize: a4.fontSize - 0.5, fillColor: colors.brandSoft }
  const right = { alignment: 'right', noWrap: true } as const
  const total = sumSatang(denominations.map(({ value, pieces }) => satang(value * pieces)))
  return [
    {
      table: {
        widths: ['*', 60, 90],
        body: [
          [
            text(cashCountTitle, head),
            text(fieldTitles.quantity, { ...head, ...right }),
            text('เป็นเงิน', { ...head, ...right }),
          ],
          ...denominations.map(({ value, pieces }) => [
            { text: bahtWithUnit(value) },
            { text: pieces.toLocaleString('en'), ...right },
            { text: formatBaht(satang(value * pieces)), ...right },
          ]),
          [
            text(labels.total, semiBold),
            { text: '' },
            { text: formatBaht(total), ...semiBold, ...right },
          ],
        ],
      },
      layout: {
        hLineWidth: (line) => (line === 0 ? 0 : 0.6),
        vLineWidth: () => 0,
        hLineColor: () => colors.line,
        paddingTop: (row) => (row === 0 ? a4.rowPadding : 2),
        paddingBottom: () => 2,
        paddingLeft: () => 6,
        paddingRight: () => 6,
      },
    },
  ]
}
