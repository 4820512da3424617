/**
 * The books of the demo: a year of rent, wages, fuel, repairs and small purchases of every branch, other income, and the fees
 * of the state that are passed on every month. Payees are fictional.
 */
import { expenses, income } from '@khapdee/contract/entities/account-entry'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { type Day, addDays, formatMonth, monthsOf } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { AuditEntry } from '../kernel/context.ts'
import { createLookup } from './create-lookup.ts'
import { callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import { plannedDays } from './demo-calendar.ts'
import { contractItem, planContracts } from './demo-contracts.ts'
import { atWork, userOf } from './demo-rota.ts'
import { numberVouchers } from './demo-voucher-numbers.ts'
import { payrollMonths } from './demo-payroll.ts'
import { pettyCashDays } from './demo-petty-cash.ts'
import { demoMonths, demoStateFees, insertRows, takeIds } from './demo.queries.ts'
import { type Random, createRandom } from './random.ts'

const seed = 25_690_701

interface PlannedEntry {
  branch: BranchCode
  side: AccountSide
  date: Day
  /** Name of the item, or of the entry itself if there is no such item. */
  item: string
  value: Satang
  pay_type: PayType
  payee?: string
  payee_tax_id?: string
  document_no?: string
  detail?: string
  vehicle_id?: number
  mile?: number
  employee_id?: number
  wht_value?: Satang
  status?: 'draft' | 'void'
}

interface DemoVehicle {
  vehicle_id: number
  branch: BranchCode
  mile: number
}

interface Employee {
  user_id: number
  branch: BranchCode
  /** The pay of a month in baht. */
  wage: number
}

/** The work days of a month that are assumed for daily pay before the first month of the payroll, which counts them. */
const assumedWorkDays = 26

/** The expenses of petty cash. */
const smallItems: ReadonlySet<string> = new Set(['วัสดุสำนักงาน', 'เบ็ดเตล็ด'])

export const demoLandlord = 'หจก. ทรัพย์ถาวร (ตัวอย่าง)'
export const demoLandlordTaxId = '0403555000124'
/** The rent of a month in baht. */
export const demoRents: Readonly<Record<BranchCode, number>> = {
  KKN: 28_000,
  BPI: 9_000,
  UDN: 18_000,
  NMA: 16_000,
}
const baht = (value: number): Satang => satang(value * 100)
const dayOfMonth = (month: string, n: number) => `${month}-${String(n).padStart(2, '0')}` as Day
const lastDayOf = (month: string): Day => {
  const [next] = monthsOf(addDays(dayOfMonth(month, 28), 4), addDays(dayOfMonth(month, 28), 4))
  return addDays(dayOfMonth(next ?? month, 1), -1)
}

/** The monthly expenses and income of every branch. */
function monthlyEntries(
  random: Random,
  branch: BranchCode,
  month: string,
  employees: readonly Employee[],
  firstPayrollMonth: string,
): PlannedEntry[] {
  const expense = (
    date: Day,
    item: string,
    value: number,
    more: Partial<PlannedEntry> = {},
  ): PlannedEntry => ({
    branch,
    side: 'expenses',
    date,
    item,
    value: baht(value),
    pay_type: 'cash',
    ...more,
  })
  const other = (date: Day, item: string, value: number, more: Partial<PlannedEntry> = {}) => ({
    ...expense(date, item, value, more),
    side: 'income' as const,
  })
  const on = (first: number, last: number) => dayOfMonth(month, random.int(first, last))
  const rent = demoRents[branch]
  return [
    expense(on(1, 3), 'ค่าเช่าสถานที่', rent, {
      pay_type: 'transfer',
      payee: demoLandlord,
      payee_tax_id: demoLandlordTaxId,
      wht_value: baht(rent * 0.05),
    }),
    expense(on(8, 12), 'ค่าน้ำ–ค่าไฟ', random.int(3_200, 7_400), { pay_type: 'transfer' }),
    expense(on(12, 15), 'ค่าโทรศัพท์และอินเทอร์เน็ต', 1_290, { pay_type: 'transfer' }),
    expense(on(18, 24), 'ค่าโฆษณา', random.int(10, 35) * 100, { pay_type: 'transfer' }),
    expense(on(2, 14), 'วัสดุสำนักงาน', random.int(180, 900)),
    expense(on(15, 27), 'เบ็ดเตล็ด', random.int(40, 350)),
    ...(branch === 'KKN'
      ? [
          // A second entry of the same amount, which a bank statement cannot distinguish from the
          // first.
          expense(dayOfMonth(month, 13), 'ค่าโทรศัพท์และอินเทอร์เน็ต', 1_290, {
            pay_type: 'transfer',
            detail: 'สายของสนามสอบ',
          }),
          expense(on(5, 7), 'ค่าทำบัญชี', 3_500, {
            pay_type: 'transfer',
            payee: 'สำนักงานบัญชีตัวอย่าง',
            payee_tax_id: '0405559000341',
            document_no: `INV-${month}`,
            wht_value: baht(105),
          }),
        ]
      : []),
    // Later wages are posted by the payroll.
    ...(month < firstPayrollMonth ? employees : []).map(({ user_id, wage }) =>
      expense(lastDayOf(month), 'เงินเดือนและค่าจ้าง', wage, {
        pay_type: 'transfer',
        employee_id: user_id,
      }),
    ),
    other(on(4, 10), 'ค่าเช่าสนาม', random.int(5, 20) * 100),
    other(on(11, 17), 'ค่าขายเครื่องดื่ม', random.int(280, 900)),
    other(on(18, 26), 'ค่าขายเครื่องดื่ม', random.int(280, 900)),
    ...(month.endsWith('-06') || month.endsWith('-12')
      ? [other(lastDayOf(month), 'ดอกเบี้ยรับ', random.int(90, 480), { pay_type: 'transfer' })]
      : []),
  ]
}

/** Fuel every week with the reading of the odometer, and now and then a repair. */
function vehicleEntries(
  random: Random,
  vehicle: DemoVehicle,
  start: Day,
  end: Day,
): PlannedEntry[] {
  const { vehicle_id, branch } = vehicle
  const planned: PlannedEntry[] = []
  let { mile } = vehicle
  for (
    let date = addDays(start, random.int(1, 7));
    date <= end;
    date = addDays(date, random.int(6, 9))
  ) {
    const driven = random.int(210, 430)
    mile += driven
    // One filling in forty is far above what the vehicle needs.
    const factor = random.chance(1 / 40) ? 2.6 : 1
    const fuel = {
      branch,
      side: 'expenses' as const,
      date,
      vehicle_id,
      mile,
      pay_type: 'transfer' as const,
    }
    planned.push({
      ...fuel,
      item: 'ค่าน้ำมันเชื้อเพลิง',
      value: baht(Math.round((driven * 2.7 * factor) / 10) * 10),
    })
    if (random.chance(1 / 9)) {
      planned.push({
        ...fuel,
        item: random.pick(['ค่าซ่อมบำรุงรถ', 'ค่าซ่อมบำรุงรถ', 'ค่ายางและแบตเตอรี่']),
        value: baht(random.int(8, 46) * 100),
        payee: 'อู่ตัวอย่างเซอร์วิส',
      })
    }
  }
  return planned
}

/** Some drafts of yesterday, and entries that were voided because they were made twice. */
function withStates(random: Random, entries: readonly PlannedEntry[], today: Day): PlannedEntry[] {
  const yesterday = addDays(today, -1)
  return entries.flatMap((entry): PlannedEntry[] => {
    if (entry.item !== 'วัสดุสำนักงาน') return [entry]
    if (entry.date >= addDays(today, -40) && entry.date <= yesterday && random.chance(0.4))
      return [entry, { ...entry, date: yesterday, detail: 'รอใบเสร็จ', status: 'draft' }]
    return random.chance(0.1) ? [entry, { ...entry, status: 'void' }] : [entry]
  })
}

/** The fees of the state that a branch collected in a month, remitted on the fifth of the next one. */
async function remittances(tx: Kysely<DB>, end: Day): Promise<PlannedEntry[]> {
  const rows = await demoStateFees.rows(tx)
  return rows
    .map(({ branch, month, value }) => ({
      branch,
      side: 'expenses' as const,
      date: dayOfMonth(month, 5),
      item: 'ค่าธรรมเนียมราชการ',
      value,
      pay_type: 'transfer' as const,
      payee: 'สำนักงานขนส่ง',
    }))
    .filter(({ date }) => date <= end)
}

/** The monthly income of branches from courses for companies, which depends on their other booked and planned entries. */
async function contractEntries(
  tx: Kysely<DB>,
  random: Random,
  planned: readonly PlannedEntry[],
  months: readonly string[],
): Promise<PlannedEntry[]> {
  const booked = await demoMonths.rows(tx)
  const sumOf = (branch: BranchCode, month: string, side: AccountSide): Satang =>
    satang(
      sumSatang(
        booked
          .filter((row) => row.branch === branch && row.month === month && row.side === side)
          .map(({ value }) => value),
      ) +
        sumSatang(
          planned
            .filter(
              (entry) =>
                entry.branch === branch &&
                entry.side === side &&
                entry.status === undefined &&
                entry.date.startsWith(month),
            )
            .map(({ value }) => value),
        ),
    )
  const rows = months.flatMap((month) =>
    branchCodes.map((branch) => ({
      branch,
      month,
      income: sumOf(branch, month, 'income'),
      costs: sumOf(branch, month, 'expenses'),
    })),
  )
  return planContracts(random, rows).map((contract) => ({
    ...contract,
    side: 'income',
    item: contractItem,
    pay_type: 'transfer',
  }))
}

const remittedTaxItem = 'นำส่งภาษีหัก ณ ที่จ่าย'

/** The withheld tax of each branch and month, paid on the 6th of the next month. */
function taxRemittances(planned: readonly PlannedEntry[]): PlannedEntry[] {
  const sums = new Map<string, PlannedEntry>()
  for (const { branch, date, wht_value = zeroSatang, status } of planned) {
    if (wht_value === zeroSatang || status !== undefined) continue
    const month = date.slice(0, 7)
    const before = sums.get(`${branch} ${month}`)?.value ?? zeroSatang
    sums.set(`${branch} ${month}`, {
      branch,
      side: 'expenses',
      date: addDays(lastDayOf(month), 6),
      item: remittedTaxItem,
      value: satang(before + wht_value),
      pay_type: 'transfer',
      payee: 'กรมสรรพากร',
      detail: `ภ.ง.ด.53 เดือน${formatMonth(month)}`,
    })
  }
  return [...sums.values()]
}

/** Marks the expenses whose withheld tax is paid by an entry of the next month. */
const markRemitted = (tx: Kysely<DB>) =>
  tx
    .updateTable('account_entry as e')
    .from('account_entry as r')
    .innerJoin('list_expenses as i', 'i.list_expenses_id', 'r.list_expenses_id')
    .set((eb) => ({ wht_remitted_by: eb.ref('r.entry_id') }))
    .where('i.system_key', '=', 'wht_remitted')
    .where('r.status', '=', 'posted')
    .where('e.status', '=', 'posted')
    .where('e.wht_value', '>', 0)
    .whereRef('e.branch_id', '=', 'r.branch_id')
    .where(
      sql<boolean>`date_trunc('month', e.date) = date_trunc('month', r.date) - interval '1 month'`,
    )
    .execute()

interface Books {
  tx: Kysely<DB>
  today: Day
  branchIdOf: (code: string) => number
  userIdOf: (username: string) => number
  audit: (entry: AuditEntry & { call: string; at: Date; user_id: number }) => void
}

/** Entries are made at noon, by the manager or a deputy. */
const timeOf = (date: Day): Date => new Date(`${date}T12:10:00+07:00`)

/**
 * Inserts the entries of the year up to now, in the order of their days, with the numbers of their months.
 * @returns the new numbers of stored entries by id
 */
export async function insertDemoEntries(books: Books, now: Date): Promise<Map<number, string>> {
  const { tx, today, branchIdOf, userIdOf } = books
  const random = createRandom(seed)
  const end = timeOf(today) <= now ? today : addDays(today, -1)
  const start = addDays(today, 1 - plannedDays)
  const codes = new Map(branchCodes.map((code) => [branchIdOf(code), code]))
  const vehicles = await tx
    .selectFrom('vehicle')
    .select(['vehicle_id', 'branch_id'])
    .where('status', '<>', sql.lit('retired'))
    .orderBy('vehicle_id')
    .execute()
  const staff = await tx
    .selectFrom('app_user as u')
    .innerJoin('user_salary as s', 's.user_id', 'u.user_id')
    .select((eb) => [
      'u.user_id',
      'u.branch_id',
      's.is_salary_daily',
      // The salary before the first raise.
      eb
        .selectFrom('pay_terms as t')
        .select('t.salary')
        .whereRef('t.user_id', '=', 'u.user_id')
        .orderBy('t.valid_from')
        .limit(1)
        .as('salary'),
    ])
    .where('s.salary', '>', 0)
    .orderBy('u.user_id')
    .execute()
  const employees = staff.map(({ user_id, branch_id, salary, is_salary_daily }) => ({
    user_id,
    branch: codes.get(branch_id) as BranchCode,
    wage: (Number(salary) / 100) * (is_salary_daily ? assumedWorkDays : 1),
  }))
  const [firstPayrollMonth = ''] = payrollMonths(today)
  const months = monthsOf(start, end)
  const planned = withStates(
    random,
    [
      ...branchCodes.flatMap((branch) =>
        months.flatMap((month) =>
          monthlyEntries(
            random,
            branch,
            month,
            // The books begin within this month, so they do not contain its wages.
            dayOfMonth(month, 1) < start
              ? []
              : employees.filter((person) => person.branch === branch),
            firstPayrollMonth,
          ),
        ),
      ),
      ...vehicles.flatMap(({ vehicle_id, branch_id }) => {
        const branch = codes.get(branch_id) as BranchCode
        return vehicleEntries(
          random,
          { vehicle_id, branch, mile: random.int(20, 90) * 1000 },
          start,
          end,
        )
      }),
    ],
    today,
  ).filter(({ date }) => date >= start && date <= end)
  const contracts = await contractEntries(tx, createRandom(seed + 1), planned, months)
  const all = [
    ...planned,
    ...contracts,
    ...taxRemittances(planned),
    ...(await remittances(tx, end)),
  ]
    .filter(({ date }) => date >= start && date <= end)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return insertPlanned(books, all, { branchIdOf, userIdOf })
}

async function insertPlanned(
  { tx, audit, today }: Books,
  planned: readonly PlannedEntry[],
  { branchIdOf, userIdOf }: Pick<Books, 'branchIdOf' | 'userIdOf'>,
): Promise<Map<number, string>> {
  const items = await tx
    .selectFrom('list_expenses')
    .select(['list_expenses_id', 'name', 'is_pass_through'])
    .execute()
  const itemOf = createLookup(items.map((item) => [item.name, item]))
  const [reserved] = await takeIds.rows(tx, 'account_entry', planned.length)
  const ids = reserved?.ids ?? []
  const numbered = planned.filter(({ status }) => status !== 'draft')
  const { codes, renumbered } = await numberVouchers(
    tx,
    numbered.map(({ branch, side, date }) => ({
      entry_id: null,
      branch_id: branchIdOf(branch),
      branch,
      side,
      date,
      at: timeOf(date),
    })),
  )
  const codeOf = new Map(numbered.map((entry, i) => [entry, codes[i] ?? '']))
  const boxes = await tx.selectFrom('petty_cash').select(['petty_cash_id', 'branch_id']).execute()
  const boxOf = new Map(boxes.map(({ branch_id, petty_cash_id }) => [branch_id, petty_cash_id]))
  /**
   * The source of cash of an entry: petty cash for small purchases of the last weeks, otherwise the
   * owner.
   */
  const cashOf = ({ branch, item, date, pay_type }: PlannedEntry) => {
    if (pay_type !== 'cash') return { cash_source: null, petty_cash_id: null }
    const isSmall = smallItems.has(item) && date > addDays(today, -pettyCashDays)
    const petty_cash_id = isSmall ? (boxOf.get(branchIdOf(branch)) ?? null) : null
    return { cash_source: petty_cash_id === null ? 'outside' : 'petty_cash', petty_cash_id }
  }
  const rows = planned.map((entry, i) => {
    const { branch, side, date, item, status } = entry
    const at = timeOf(date)
    const user_id = userIdOf(userOf(atWork('manager', date), branch))
    const { list_expenses_id, is_pass_through } = itemOf(item)
    const entry_id = ids[i] ?? 0
    const code = codeOf.get(entry) ?? null
    const calls = side === 'income' ? income : expenses
    audit({
      entity: 'account_entry',
      id: entry_id,
      after: { code: code ?? '', date, name: item, value: entry.value, pay_type: entry.pay_type },
      call: callOf(calls.create),
      at,
      user_id,
    })
    const isVoid = status === 'void'
    return {
      entry_id,
      branch_id: branchIdOf(branch),
      side,
      status: status ?? 'posted',
      entry_code: code,
      date,
      value: entry.value,
      pay_type: entry.pay_type,
      ...cashOf(entry),
      name: item,
      list_expenses_id,
      is_pass_through,
      vehicle_id: entry.vehicle_id ?? null,
      mile: entry.mile ?? null,
      employee_id: entry.employee_id ?? null,
      payee: entry.payee ?? '',
      payee_tax_id: entry.payee_tax_id ?? '',
      document_no: entry.document_no ?? '',
      wht_value: entry.wht_value ?? zeroSatang,
      detail: entry.detail ?? '',
      customer: '',
      is_reversal: false,
      created_by: user_id,
      createdAt: at,
      updatedAt: at,
      version: isVoid ? 2 : 1,
      void_note: isVoid ? 'บันทึกซ้ำ' : '',
      voided_by: isVoid ? user_id : null,
      voided_at: isVoid ? at : null,
    }
  })
  await insertRows(tx, 'account_entry', rows)
  await markRemitted(tx)
  return renumbered
}
