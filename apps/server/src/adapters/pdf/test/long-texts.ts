/** Every document with long texts, and the rules that its pages must keep. */

import { satang } from '@khapdee/domain/money'
import type { PdfJob } from '../job.ts'
import { reportView, voucherView } from './account-samples.ts'
import {
  certificateView,
  examResultsView,
  examRosterView,
  examSlipView,
  verifyUrl,
} from './exam-samples.ts'
import { payslipLine, payslipView, taxCertificateView } from './payroll-samples.ts'
import type { PdfPage, TextRun } from './read-pdf.ts'
import {
  applicationFormView,
  closingView,
  current,
  movement,
  original,
  receiptLine,
  receiptView,
  refundView,
} from './sample-views.ts'

/** The fields of views that users enter without a fixed format. */
const freeTexts = new Set([
  'name',
  'detail',
  'note',
  'address',
  'branch_name',
  'footer',
  'passport',
  'phone',
  'email',
  'line',
  'promotion_code',
  'customer',
  'user',
  'cashier',
  'registrar',
  'item',
  'holder',
  'issuer',
  'place',
  'vehicles',
  'vehicle',
  'group',
  'payee',
  'document_no',
  'employee',
  'recorded_by',
  'printed_by',
  'bring',
  'position',
  'department',
  'bank',
])

/** A copy of `value` in which every free text, and every line of the header, is `long`. */
function withFreeTexts<Value>(value: Value, long: string, key?: string): Value
function withFreeTexts(value: unknown, long: string, key = ''): unknown {
  if (typeof value === 'string') return freeTexts.has(key) ? long : value
  if (Array.isArray(value)) {
    return value.map((item: unknown) => {
      const isHeaderLine = key === 'lines' && typeof item === 'string'
      return isHeaderLine ? long : withFreeTexts(item, long, key)
    })
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withFreeTexts(item, long, name)]),
  )
}

const note = 'ลูกค้าสะดวกวันเสาร์'
const sample = receiptView()
const school = { ...sample.school, lines: ['ใบอนุญาต 12/2569', 'เปิดทุกวัน'], footer: 'ขอบคุณ' }
const person = { ...sample.payer, passport: 'AA1234567' }

/**
 * Every document with all of its optional parts.
 * @param long the text that replaces every free text; null keeps the texts of the sample
 * @param itemCount number of lines, or of movements in the report of a day close
 */
export function longTextJobs(long: string | null, itemCount = 3): [string, PdfJob][] {
  const numbers = Array.from({ length: itemCount }, (_, i) => i + 1)
  const lines = numbers.map((n) =>
    receiptLine({
      name: 'ค่าสอบ',
      detail: note,
      costBaht: 10_000 + n,
      discountBaht: 100 + n,
      paidBeforeBaht: 500 + n,
      paidBaht: 3_000 + n,
    }),
  )
  const receipt = receiptView({ school, payer: person, lines })
  const { customer, lines: formLines } = applicationFormView()
  const form = applicationFormView({
    school,
    note,
    customer: { ...customer, ...person, email: 'a@example.com' },
    lines: numbers.flatMap(() => formLines.map((line) => ({ ...line, detail: note }))),
  })
  const [refunded = { name: '', net: satang(0), paid: satang(0) }] = refundView().lines
  const refund = refundView({ school, payee: person, lines: numbers.map(() => ({ ...refunded })) })
  const closing = closingView({ school, movements: numbers.map((n) => movement(n)) })
  const taxCertificate = taxCertificateView({
    school,
    rows: taxCertificateView().rows.map((row) => ({ ...row, detail: note })),
  })
  const payslip = payslipView({
    school,
    income: numbers.map((n) => payslipLine('ค่าชั่วโมงสอน', 100_000 + n, note)),
    deduction: numbers.map((n) => payslipLine('หักอื่น ๆ', 1_000 + n)),
  })
  const withLongTexts = <View>(view: View) => (long === null ? view : withFreeTexts(view, long))
  const print = original
  const receiptOn = (size: 'A4' | 'A5' | '80mm'): [string, PdfJob] => [
    `a receipt on ${size}`,
    { kind: 'receipt', views: [withLongTexts(receipt)], print, size },
  ]
  const slip = (size: 'A5' | '80mm'): PdfJob => ({
    kind: 'exam-slip',
    view: withLongTexts(examSlipView({ size })),
    print: current,
  })
  return [
    receiptOn('A4'),
    receiptOn('A5'),
    receiptOn('80mm'),
    [
      'an application form',
      { kind: 'application-form', view: withLongTexts(form), print: current },
    ],
    ['a refund document', { kind: 'refund', views: [withLongTexts(refund)], print }],
    ['the report of a day close', { kind: 'closing', view: withLongTexts(closing), print }],
    ['an appointment slip on A5', slip('A5')],
    ['an appointment slip on 80mm', slip('80mm')],
    [
      'the voucher of an expense',
      { kind: 'voucher', view: withLongTexts(voucherView({ school })), print },
    ],
    ['a report', { kind: 'report', view: withLongTexts(reportView({ school })), print: current }],
    [
      'a certificate',
      { kind: 'certificate', view: withLongTexts(certificateView({ school })), verifyUrl, print },
    ],
    [
      'a certificate of withheld tax',
      { kind: 'tax-certificate', view: withLongTexts(taxCertificate), print },
    ],
    ['a payslip', { kind: 'payslip', view: withLongTexts(payslip), print: current }],
    [
      'the roster of a session',
      { kind: 'exam-roster', view: withLongTexts(examRosterView(itemCount)), print: current },
    ],
    [
      'the result sheet of a session',
      { kind: 'exam-results', view: withLongTexts(examResultsView(itemCount)), print: current },
    ],
  ]
}

const money = /-?\d[\d,]*\.\d\d(?!\d)/g

/** The amounts on the pages, sorted; each as often as it is printed. */
export const amountsOn = (pages: readonly PdfPage[]) =>
  pages.flatMap(({ runs }) => runs.flatMap(({ text }) => text.match(money) ?? [])).toSorted()

/** Text runs that extend into the side margins, or beyond the top or bottom of the page. */
export function textRunsOutside({ width, height, runs }: PdfPage, margin: number): TextRun[] {
  const tolerance = 0.5
  return runs.filter(
    (run) =>
      run.x < margin - tolerance ||
      run.x + run.width > width - margin + tolerance ||
      run.y < 5 ||
      run.y + run.size > height - 5,
  )
}

const isBlank = (run: TextRun) => run.text.trim() === ''

/** The texts of each pair of runs that overlap. */
export function overlapsOn({ runs }: PdfPage): [string, string][] {
  const printed = runs.filter((run) => !isBlank(run)).toSorted((a, b) => b.y - a.y)
  const overlaps: [string, string][] = []
  for (const [i, upper] of printed.entries()) {
    for (const lower of printed.slice(i + 1)) {
      // Letters without a descender or a mark reach from the baseline to about 0.65 of the text size.
      if (lower.y + lower.size * 0.65 <= upper.y) continue
      const shared =
        Math.min(upper.x + upper.width, lower.x + lower.width) - Math.max(upper.x, lower.x)
      if (shared > 1) overlaps.push([upper.text, lower.text])
    }
  }
  return overlaps
}
