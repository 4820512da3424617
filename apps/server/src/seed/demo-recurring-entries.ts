/**
 * The recurring entries of the demo: rent and power of every branch, and the wages of day cleaners of one branch, who are no
 * employees, whose draft of yesterday waits for its amount. The entries of the past are booked already.
 */
import { type Frequency } from '@khapdee/domain/recurrence'
import type { PayType } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { type Day, addDays, weekdayOf } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { createLookup } from './create-lookup.ts'
import { demoLandlord, demoLandlordTaxId, demoRents } from './demo-account-entries.ts'
import { branchCodes } from './demo-branches.ts'
import { plannedDays } from './demo-calendar.ts'
import { atWork, userOf } from './demo-rota.ts'
import { insertRows } from './demo.queries.ts'

interface DemoRule {
  branch: string
  name: string
  item: string
  day_of_month: number
  pay_type: PayType
  /** Baht; null where it is entered in each draft. */
  value: number | null
  wht_value?: number
  payee?: string
  payee_tax_id?: string
}

interface School {
  branchIdOf(code: string): number
  actorOf(username: string): { user_id: number }
}

const satangOf = (baht: number | null) =>
  baht === null ? null : (Math.round(baht * 100) as Satang)

/** Inserts the rules. They make drafts from tomorrow on, those of the cleaners from yesterday on. */
export async function insertRecurringEntries(
  tx: Kysely<DB>,
  today: Day,
  { branchIdOf, actorOf }: School,
): Promise<void> {
  const items = await tx.selectFrom('list_expenses').select(['list_expenses_id', 'name']).execute()
  const itemIdOf = createLookup(items.map((item) => [item.name, item.list_expenses_id]))
  const monthly = branchCodes.flatMap((branch): DemoRule[] => [
    {
      branch,
      name: 'ค่าเช่าอาคารและสนามสอบ',
      item: 'ค่าเช่าสถานที่',
      day_of_month: 1,
      pay_type: 'transfer',
      value: demoRents[branch],
      wht_value: demoRents[branch] * 0.05,
      payee: demoLandlord,
      payee_tax_id: demoLandlordTaxId,
    },
    {
      branch,
      name: 'ค่าน้ำค่าไฟสำนักงาน',
      item: 'ค่าน้ำ–ค่าไฟ',
      day_of_month: 10,
      pay_type: 'transfer',
      value: null,
    },
  ])
  const rowOf = (rule: DemoRule, frequency: Frequency, draft_from: Day) => {
    const start_day = addDays(today, 1 - plannedDays)
    const at = `${addDays(start_day, 1)}T09:30:00+07:00`
    return {
      branch_id: branchIdOf(rule.branch),
      name: rule.name,
      category: 'expenses',
      list_expenses_id: itemIdOf(rule.item),
      frequency,
      day_of_month: rule.day_of_month,
      weekday: weekdayOf(addDays(today, -1)),
      start_day,
      value: satangOf(rule.value),
      wht_value: satangOf(rule.wht_value ?? 0),
      pay_type: rule.pay_type,
      payee: rule.payee ?? '',
      payee_tax_id: rule.payee_tax_id ?? '',
      employee_id: null,
      detail: '',
      is_activate: true,
      is_delete: false,
      draft_from,
      created_by: actorOf(userOf(atWork('manager', start_day), rule.branch)).user_id,
      createdAt: at,
      updatedAt: at,
      version: 1,
    }
  }
  const cleaners: DemoRule = {
    branch: 'UDN',
    name: 'ค่าแม่บ้านทำความสะอาด',
    item: 'เงินเดือนและค่าจ้าง',
    day_of_month: 1,
    pay_type: 'cash',
    value: null,
    payee: 'แม่บ้านรายวัน',
  }
  await insertRows(tx, 'recurring_entry', [
    ...monthly.map((rule) => rowOf(rule, 'monthly', addDays(today, 1))),
    rowOf(cleaners, 'weekly', addDays(today, -1)),
  ])
}
