/**
 * The rates of a new school, for the seed of its database. Sources: rules of payroll (Social
 * Security Act, Ministerial Regulation B.E. 2568; Revenue Code; Labour Protection Act). Amounts of
 * baht are written × 100.
 */
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import type { AnyRateRow, RateKind, RateRow, SsoBase, TaxStep } from './rates.ts'

const baht = (value: number) => satang(value * 100)

/** A row for the whole country without an end. */
const from = <Kind extends RateKind>(
  kind: Kind,
  start: string,
  value: RateRow<Kind>['value'],
): RateRow<Kind> => ({ kind, valid_from: day(start), valid_to: null, provinces: null, value })

const ssoBase = (ceiling: number): SsoBase => ({ min: baht(1_650), ceiling: baht(ceiling) })

const taxSteps: readonly TaxStep[] = [
  { up_to: baht(150_000), rate: 0 },
  { up_to: baht(300_000), rate: 500 },
  { up_to: baht(500_000), rate: 1_000 },
  { up_to: baht(750_000), rate: 1_500 },
  { up_to: baht(1_000_000), rate: 2_000 },
  { up_to: baht(2_000_000), rate: 2_500 },
  { up_to: baht(5_000_000), rate: 3_000 },
  { up_to: null, rate: 3_500 },
]

/** The provinces with reduced contributions after the floods of November 2025. */
const floodedProvinces = [
  'นครศรีธรรมราช',
  'ตรัง',
  'นราธิวาส',
  'ปัตตานี',
  'พัทลุง',
  'ยะลา',
  'สงขลา',
  'สตูล',
  'สุราษฎร์ธานี',
]

export const defaultRates: readonly AnyRateRow[] = [
  from('sso_base', '2015-01-01', ssoBase(15_000)),
  from('sso_base', '2026-01-01', ssoBase(17_500)),
  from('sso_base', '2029-01-01', ssoBase(20_000)),
  from('sso_base', '2032-01-01', ssoBase(23_000)),
  from('sso_share', '2015-01-01', { employee: 500, employer: 500 }),
  {
    kind: 'sso_share',
    valid_from: day('2025-12-01'),
    valid_to: day('2026-05-31'),
    provinces: floodedProvinces,
    value: { employee: 300, employer: 300 },
  },
  from('ewf', '2026-10-01', { employee: 25, employer: 25, min_employees: 10, ceiling: null }),
  // The first decree doubles the rate on 1 October 2030; the postponement moved all of its days by a year.
  from('ewf', '2031-10-01', { employee: 50, employer: 50, min_employees: 10, ceiling: null }),
  from('tax', '2017-01-01', { steps: taxSteps, expense: 5_000, expense_max: baht(100_000) }),
  from('allowances', '2018-01-01', {
    self: baht(60_000),
    spouse: baht(60_000),
    child: baht(30_000),
    later_child: baht(60_000),
    parent: baht(30_000),
    max_parents: 4,
    life_max: baht(100_000),
    health_max: baht(25_000),
    life_and_health_max: baht(100_000),
    home_loan_max: baht(100_000),
    provident_fund: 1_500,
    provident_fund_max: baht(500_000),
  }),
  from('contractor_tax', '2015-01-01', { rate: 300 }),
  from('overtime', '2015-01-01', {
    overtime: 15_000,
    holiday_paid: 10_000,
    holiday_unpaid: 20_000,
    holiday_overtime: 30_000,
  }),
  from('leave', '2025-12-07', {
    sick: 30,
    personal: 3,
    annual: 6,
    maternity: 120,
    maternity_paid: 60,
    childbirth: 15,
    newborn_illness: 15,
    newborn_illness_pay: 5_000,
  }),
  // The lowest of all provinces, to avoid unnecessary warnings; schools add the row of their
  // province.
  from('minimum_wage', '2025-01-01', { daily: baht(337) }),
  from('consent', '2015-01-01', { each: 1_000, together: 2_000 }),
  from('working_time', '2015-01-01', { hours: 800, days: 30 }),
]
