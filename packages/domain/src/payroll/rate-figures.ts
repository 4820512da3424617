/**
 * The figures of a rate as users enter them: each with two decimals, as a whole number of hundredths (satang, basis points,
 * hundredths of an hour), counts too. Converts them to the values that computations read, and back.
 */
import { fieldTitles } from '../field-titles.ts'
import { units, headings } from '../words.ts'
import { type Satang, formatBaht, satang } from '../money.ts'
import type { AnyRateRow, RateKind, RateRow, RateValues, TaxStep } from './rates.ts'

export const figureUnits = {
  baht: { label: units.baht },
  percent: { label: '%' },
  hours: { label: units.hours },
  days: { label: 'วัน' },
  people: { label: 'คน' },
} as const
export type FigureUnit = keyof typeof figureUnits

interface FigureSpec {
  label: string
  unit: FigureUnit
  /** May be left empty. */
  optional?: true
}

/** Maximum number of steps of the tax. */
const maxSteps = 10
const stepNumbers = Array.from({ length: maxSteps }, (_, i) => i + 1)
const stepFigures = Object.fromEntries(
  stepNumbers.flatMap((step): [string, FigureSpec][] => [
    [`step_${step}`, { label: `ขั้นที่ ${step} ถึงเงินได้สุทธิ`, unit: 'baht', optional: true }],
    [
      `rate_${step}`,
      { label: `อัตราขั้นที่ ${step}`, unit: 'percent', ...(step > 1 && { optional: true }) },
    ],
  ]),
)

const shares = {
  employee: { label: 'ส่วนของลูกจ้าง', unit: 'percent' },
  employer: { label: 'ส่วนของนายจ้าง', unit: 'percent' },
} as const

/** The figures of each kind by their name, in the order of the form. */
export const rateFigures: Readonly<Record<RateKind, Readonly<Record<string, FigureSpec>>>> = {
  sso_base: {
    min: { label: 'ค่าจ้างขั้นต่ำ', unit: 'baht' },
    ceiling: { label: 'เพดานค่าจ้าง', unit: 'baht' },
  },
  sso_share: shares,
  ewf: {
    ...shares,
    min_employees: { label: 'ลูกจ้างตั้งแต่', unit: 'people' },
    ceiling: { label: 'เพดานค่าจ้าง', unit: 'baht', optional: true },
  },
  tax: {
    expense: { label: 'หักค่าใช้จ่าย', unit: 'percent' },
    expense_max: { label: 'ค่าใช้จ่ายไม่เกิน', unit: 'baht' },
    ...stepFigures,
  },
  allowances: {
    self: { label: 'ผู้มีเงินได้', unit: 'baht' },
    spouse: { label: headings.spouse, unit: 'baht' },
    child: { label: 'บุตรต่อคน', unit: 'baht' },
    later_child: { label: 'บุตรคนที่ 2 ขึ้นไป เกิดปี 2561 เป็นต้นไป', unit: 'baht' },
    parent: { label: 'บิดามารดาต่อคน', unit: 'baht' },
    max_parents: { label: 'บิดามารดาไม่เกิน', unit: 'people' },
    life_max: { label: 'ประกันชีวิตไม่เกิน', unit: 'baht' },
    health_max: { label: 'ประกันสุขภาพไม่เกิน', unit: 'baht' },
    life_and_health_max: { label: 'ประกันชีวิตและสุขภาพรวมไม่เกิน', unit: 'baht' },
    home_loan_max: { label: 'ดอกเบี้ยเงินกู้เพื่อที่อยู่อาศัยไม่เกิน', unit: 'baht' },
    provident_fund: { label: 'กองทุนสำรองเลี้ยงชีพไม่เกินร้อยละของเงินได้', unit: 'percent' },
    provident_fund_max: { label: 'กองทุนสำรองเลี้ยงชีพไม่เกิน', unit: 'baht' },
  },
  contractor_tax: { rate: { label: fieldTitles.rate, unit: 'percent' } },
  overtime: {
    overtime: { label: 'ล่วงเวลาวันทำงาน', unit: 'percent' },
    holiday_paid: { label: 'ทำงานวันหยุดที่ได้รับค่าจ้าง', unit: 'percent' },
    holiday_unpaid: { label: 'ทำงานวันหยุดที่ไม่ได้รับค่าจ้าง', unit: 'percent' },
    holiday_overtime: { label: 'ล่วงเวลาวันหยุด', unit: 'percent' },
  },
  leave: {
    sick: { label: 'ลาป่วย', unit: 'days' },
    personal: { label: 'ลากิจ', unit: 'days' },
    annual: { label: 'ลาพักร้อน', unit: 'days' },
    maternity: { label: 'ลาคลอด', unit: 'days' },
    maternity_paid: { label: 'ลาคลอดที่นายจ้างจ่าย', unit: 'days' },
    childbirth: { label: 'ลาช่วยเหลือคู่สมรสที่คลอดบุตร', unit: 'days' },
    newborn_illness: { label: 'ลาดูแลบุตรที่ป่วยหลังคลอด', unit: 'days' },
    newborn_illness_pay: { label: 'ค่าจ้างวันลาดูแลบุตรที่ป่วย', unit: 'percent' },
  },
  minimum_wage: { daily: { label: 'ค่าแรงขั้นต่ำต่อวัน', unit: 'baht' } },
  consent: {
    each: { label: 'หักแต่ละรายการไม่เกิน', unit: 'percent' },
    together: { label: 'หักรวมไม่เกิน', unit: 'percent' },
  },
  working_time: {
    hours: { label: 'ชั่วโมงทำงานต่อวัน', unit: 'hours' },
    days: { label: 'วันที่ใช้หารเงินเดือน', unit: 'days' },
  },
}

/** The labels of all figures by their name; the same name has one unit in all kinds. */
export const figureLabels: Readonly<Record<string, FigureSpec>> = Object.assign(
  {},
  ...Object.values(rateFigures),
)

/** One figure as stored and sent; `value` in hundredths, null for an optional one that is left empty. */
export interface RateFigure {
  figure: string
  value: Satang | null
}

const isCount = (unit: FigureUnit) => unit === 'days' || unit === 'people'

/** Empty figures of a kind, for a new form. */
export const blankFigures = (kind: RateKind): RateFigure[] =>
  Object.keys(rateFigures[kind]).map((figure) => ({ figure, value: null }))

/** `ค่าจ้างขั้นต่ำ 1,650.00 บาท`; null for a figure that is left empty. */
export function describeFigure({ figure, value }: RateFigure): string | null {
  const spec = figureLabels[figure]
  if (spec === undefined || value === null) return null
  const shown = isCount(spec.unit) ? String(value / 100) : formatBaht(value)
  return `${spec.label} ${shown}${spec.unit === 'percent' ? '' : ' '}${figureUnits[spec.unit].label}`
}

/** Thai message for the first invalid figure, with its index in the list; null if all are valid. */
export function figureProblem(
  kind: RateKind,
  figures: readonly RateFigure[],
): { index: number; message: string } | null {
  const specs = rateFigures[kind]
  const names = Object.keys(specs)
  if (
    figures.length !== names.length ||
    names.some((name) => !figures.some(({ figure }) => figure === name))
  ) {
    return { index: 0, message: 'ตัวเลขไม่ครบตามประเภทของอัตรา' }
  }
  for (const [index, { figure, value }] of figures.entries()) {
    const spec = specs[figure]
    if (spec === undefined) continue
    if (value === null) {
      if (spec.optional) continue
      return { index, message: `กรุณาระบุ${spec.label}` }
    }
    if (isCount(spec.unit) && value % 100 !== 0)
      return { index, message: `${spec.label}ต้องเป็นจำนวนเต็ม` }
    if (spec.unit === 'percent' && kind !== 'overtime' && value > 10_000)
      return { index, message: `${spec.label}ต้องไม่เกิน 100%` }
  }
  return orderProblem(kind, figures)
}

/** The problem of figures that contradict each other: a maximum below its minimum, a divisor of 0, or tax steps with a gap or out of order. */
function orderProblem(kind: RateKind, figures: readonly RateFigure[]) {
  const valueOf = (name: string) => figures.find(({ figure }) => figure === name)?.value ?? null
  const problem = (name: string, message: string) => ({
    index: figures.findIndex(({ figure }) => figure === name),
    message,
  })
  if (kind === 'sso_base' && Number(valueOf('min')) > Number(valueOf('ceiling')))
    return problem('ceiling', 'เพดานค่าจ้างต้องไม่น้อยกว่าค่าจ้างขั้นต่ำ')
  if (kind === 'working_time') {
    for (const name of ['hours', 'days'])
      if (valueOf(name) === 0) return problem(name, 'ต้องมากกว่า 0')
  }
  if (kind !== 'tax') return null
  let lower = -1
  let isOpen = true
  for (const step of stepNumbers) {
    const rate = valueOf(`rate_${step}`)
    const top = valueOf(`step_${step}`)
    if (!isOpen && (rate !== null || top !== null))
      return problem(`step_${step - 1}`, 'กรุณาระบุเงินได้สูงสุดของขั้นที่ไม่ใช่ขั้นสุดท้าย')
    if (isOpen && rate === null) return problem(`rate_${step}`, 'กรุณาระบุอัตราของขั้นสุดท้าย')
    if (top !== null && top <= lower) return problem(`step_${step}`, 'ขั้นภาษีต้องเรียงจากน้อยไปมาก')
    if (top === null) isOpen = false
    else lower = top
  }
  return isOpen ? problem(`step_${maxSteps}`, 'ขั้นสุดท้ายต้องไม่มีเงินได้สูงสุด') : null
}

/** The figures of a row, in the order of the form. */
export function figuresOf(row: AnyRateRow): RateFigure[] {
  const { kind } = row
  const values: Record<string, number | null> = { ...(row.value as object) }
  if (kind === 'tax') {
    for (const [i, { up_to, rate }] of row.value.steps.entries()) {
      values[`step_${i + 1}`] = up_to
      values[`rate_${i + 1}`] = rate
    }
  }
  return Object.entries(rateFigures[kind]).map(([figure, { unit }]) => {
    const value = values[figure] ?? null
    return { figure, value: value === null ? null : satang(isCount(unit) ? value * 100 : value) }
  })
}

/** The value that computations read. @param figures without {@link figureProblem} */
export function rateValueOf<Kind extends RateKind>(
  kind: Kind,
  figures: readonly RateFigure[],
): RateRow<Kind>['value'] {
  const values: Record<string, number | null> = Object.fromEntries(
    figures.map(({ figure, value }) => {
      const unit = rateFigures[kind][figure]?.unit ?? 'baht'
      return [figure, value !== null && isCount(unit) ? value / 100 : value]
    }),
  )
  if (kind !== 'tax') return values as unknown as RateValues[Kind]
  const steps = stepNumbers.flatMap((step): TaxStep[] => {
    const rate = values[`rate_${step}`] ?? null
    const top = values[`step_${step}`] ?? null
    return rate === null ? [] : [{ up_to: top === null ? null : satang(top), rate }]
  })
  const { expense, expense_max } = values
  return { steps, expense, expense_max } as unknown as RateValues[Kind]
}
