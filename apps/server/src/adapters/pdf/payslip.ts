/** สลิปเงินเดือน on A5: income and deductions side by side, net pay in words, and the sums of the year. */

import { payTypes } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatBaht, satang, sumSatang } from '@khapdee/domain/money'
import {
  payslipSums,
  payslipTitle,
  type YearToDateFigure,
  yearToDateTitles,
} from '@khapdee/domain/payroll/payslip'
import { taxYearOf } from '@khapdee/domain/payroll/month'
import { lineSides } from '@khapdee/domain/payroll/lines'
import { formatDay, formatDayLong, formatMonth } from '@khapdee/domain/thai-date'
import type { Content, Style, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import { factsBox, factsWidth, labelledRows, personBlock, signatures, text } from './kit.ts'
import { labels } from './labels.ts'
import { itemCell } from './lines-table.ts'
import { totalsTable, wordsBox } from './money-parts.ts'
import { type Frame, type Framed, framedDocument } from './page.ts'
import { a5, colors, semiBold } from './paper.ts'
import type { PayslipLineView, PayslipView } from './payroll-view.ts'
import type { Print } from './view.ts'

const paper = { ...a5, labelWidth: 90 }

/** @param password without which the file does not open; absent for a file that is not locked */
export function payslipDocument(
  view: PayslipView,
  print: Print,
  password?: string,
): TDocumentDefinitions {
  return {
    ...framedDocument([framedPayslip(view, print)], paper),
    ...(password !== undefined && { userPassword: password }),
  }
}

function framedPayslip(view: PayslipView, print: Print): Framed {
  const frame: Frame = {
    title: payslipTitle,
    englishTitle: 'PAYSLIP',
    number: view.number,
    school: view.school,
    issuedAt: view.issued_at,
    print,
    footerNotice: 'ข้อมูลเงินเดือนเป็นข้อมูลส่วนบุคคล กรุณาเก็บรักษาเป็นความลับ',
  }
  const { name, idcard, position, department } = view.employee
  const content = [
    {
      columns: [
        {
          width: '*',
          stack: [
            ...personBlock(labels.employee, { name, idcard, address: '', phone: '' }, paper),
            ...labelledRows(
              [
                [fieldTitles.position, position],
                ['แผนก', department],
              ],
              paper,
              2,
            ),
          ],
        },
        { width: factsWidth, stack: [facts(view)] },
      ],
      columnGap: 16,
    },
    linesTable(view),
    partBelowLines(view),
  ]
  return { frame, content }
}

function facts(view: PayslipView): Content {
  const { account, pay_type, revision } = view
  const through = account === undefined ? '' : ` ${account.bank}`
  return factsBox(
    [
      [fieldTitles.period, text(formatMonth(view.month), semiBold)],
      [fieldTitles.payDate, { text: formatDayLong(view.pay_date) }],
      ['ช่องทาง', text(`${payTypes[pay_type].label}${through}`, { maxLines: 2 })],
      ...(account === undefined
        ? []
        : ([['เลขบัญชี', { text: account.number, noWrap: true }]] satisfies [string, Content][])),
      [labels.number, { text: view.number, noWrap: true }],
      ...(revision === 0
        ? []
        : ([['แก้ไขครั้งที่', { text: String(revision) }]] satisfies [string, Content][])),
    ],
    paper,
  )
}

/** Income on the left and deductions on the right, in one table, so that its head is repeated on every page. */
function linesTable({ income, deduction }: PayslipView): Content {
  const head: Style = { ...semiBold, color: colors.onBrand, fontSize: paper.fontSize - 0.5 }
  const right = { alignment: 'right' } as const
  const cellsOf = (line: PayslipLineView | undefined): TableCell[] =>
    line === undefined
      ? [{ text: '' }, { text: '' }]
      : [
          itemCell(line.name, line.detail, paper),
          { text: formatBaht(line.amount), noWrap: true, ...right },
        ]
  const count = Math.max(income.length, deduction.length, 1)
  const pad = paper.rowPadding
  return {
    margin: [0, paper.gap, 0, 0],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: ['*', 64, '*', 64],
      body: [
        [lineSides.income.label, lineSides.deduction.label].flatMap((title) => [
          text(title, head),
          text(fieldTitles.amount, { ...head, ...right }),
        ]),
        ...Array.from({ length: count }, (_, i) => [
          ...cellsOf(income[i]),
          ...cellsOf(deduction[i]),
        ]),
      ],
    },
    layout: {
      hLineWidth: (row) => (row < 2 ? 0 : 0.6),
      vLineWidth: (column) => (column === 2 ? 0.6 : 0),
      hLineColor: () => colors.line,
      vLineColor: () => colors.line,
      fillColor: (row) => (row === 0 ? colors.brand : null),
      // Thai marks extend above the line, so a filled cell needs more padding on top.
      paddingTop: (row) => (row === 0 ? pad + 1.5 : pad),
      paddingBottom: (row) => (row === 0 ? pad - 0.5 : pad - 1),
      paddingLeft: () => 8,
      paddingRight: () => 8,
    },
  }
}

/** Net pay in words, the sums of the year, totals and signatures, kept together on one page. */
function partBelowLines(view: PayslipView): Content {
  const sumOf = (lines: PayslipLineView[]) => sumSatang(lines.map(({ amount }) => amount))
  const income = sumOf(view.income)
  const deduction = sumOf(view.deduction)
  const net = satang(income - deduction)
  const totals = totalsTable(
    [
      { label: payslipSums.income, amount: income },
      { label: payslipSums.deduction, amount: deduction },
      { label: payslipSums.net, amount: net, emphasis: 'main' },
    ],
    paper,
  )
  const blank = '.'.repeat(34)
  return {
    margin: [0, paper.gap, 0, 0],
    unbreakable: true,
    stack: [
      {
        columns: [{ width: '*', stack: [wordsBox(net, paper), yearToDate(view)] }, totals],
        columnGap: 16,
      },
      signatures(
        [
          { role: fieldTitles.payer, name: blank, day: formatDay(view.pay_date) },
          { role: labels.payee, name: view.employee.name },
        ],
        paper.width,
        paper,
      ),
    ],
  }
}

const optionalFigures: ReadonlySet<YearToDateFigure> = new Set([
  'provident_fund',
  'employee_welfare',
])

/** The sums of the year of tax, each below its title; funds only if something was paid into them. */
function yearToDate({ year_to_date: sums, pay_date }: PayslipView): Content {
  const shown = (Object.keys(yearToDateTitles) as YearToDateFigure[]).filter(
    (figure) => sums[figure] !== 0 || !optionalFigures.has(figure),
  )
  const small = { fontSize: paper.smallFontSize }
  return {
    margin: [0, paper.gap * 0.7, 0, 0],
    stack: [
      text(`ยอดสะสมปี ${taxYearOf(pay_date) + 543}`, { ...small, ...semiBold }),
      {
        columns: shown.map((figure) => ({
          width: '*',
          stack: [
            text(yearToDateTitles[figure], { ...small, color: colors.soft }),
            { text: formatBaht(sums[figure]), ...small, noWrap: true },
          ],
        })),
        columnGap: 6,
      },
    ],
  }
}
