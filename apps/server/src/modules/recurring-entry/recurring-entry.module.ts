/** Recurring entries: rules that make drafts in the books. Source: product specification, section 7. */
import { expensesOnlyTaxIdMessage } from '@khapdee/contract/entities/account-entry'
import { recurringEntry } from '@khapdee/contract/entities/recurring-entry'
import { expenseCategories } from '@khapdee/domain/expense-item'
import { type Recurrence, maxPastDays, nextDueDay } from '@khapdee/domain/recurrence'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands, labelOptions } from '../../kernel/crud.ts'
import { userName } from '../../db/user-name.ts'
import { checkItem, checkNamed, checkTaxId, nothing, refuse } from '../account-entry/check-entry.ts'

/** The columns of a rule that the checks and the computation of due days read. */
interface Rule extends Recurrence {
  branch_id: number
  name: string
  category: 'expenses' | 'other_income'
  list_expenses_id: number | null
  vehicle_id: number | null
  employee_id: number | null
  start_day: Day
  end_day: Day | null
  value: Satang | null
  wht_value: Satang
  payee_tax_id: string
  is_activate: boolean
}
type StoredRule = Rule & { draft_from: Day; made: string[] }

const fields = { item: 'list_expenses_id', vehicle: 'vehicle_id', employee: 'employee_id' }

/**
 * @throws VALIDATION for days in the wrong order or far in the past, and for references that the
 * branch does not offer
 */
async function check(ctx: UserContext, rule: Rule, before: StoredRule | null): Promise<void> {
  const { branch_id, category, start_day, end_day, value, wht_value, payee_tax_id } = rule
  const earliest = addDays(ctx.clock.today(), -maxPastDays)
  if (start_day !== before?.start_day && start_day < earliest)
    throw refuse('start_day', `กรุณาเลือกวันตั้งแต่ ${formatDay(earliest)}`)
  if (end_day !== null && end_day < start_day) throw refuse('end_day', 'วันสิ้นสุดต้องไม่ก่อนวันเริ่ม')
  if (wht_value > (value ?? 0)) {
    const message = 'ภาษีหัก ณ ที่จ่ายต้องไม่เกินจำนวนเงิน'
    throw refuse('wht_value', value === null ? 'กรุณากรอกจำนวนเงินก่อนระบุภาษี' : message)
  }
  if (category === 'other_income' && wht_value > 0)
    throw refuse('wht_value', 'รายรับไม่มีภาษีหัก ณ ที่จ่าย')
  if (category === 'other_income' && payee_tax_id !== '')
    throw refuse('payee_tax_id', expensesOnlyTaxIdMessage)
  checkTaxId(payee_tax_id, before?.payee_tax_id ?? '')
  if (before !== null && before.branch_id !== branch_id)
    throw refuse('branch_id', 'เปลี่ยนสาขาไม่ได้ กรุณาสร้างรายการประจำใหม่')
  const side = category === 'expenses' ? 'expenses' : 'income'
  const named = {
    list_expenses: rule.list_expenses_id,
    other_name: rule.name,
    vehicle: rule.vehicle_id,
    employee: rule.employee_id,
  }
  // An entry whose category changes cannot keep its item.
  const kept = before === null ? nothing : { ...before, is_pass_through: false }
  const kind = before?.category === category ? kept : { ...kept, list_expenses_id: null }
  // Each draft names the vehicle or the employee that the rule leaves open.
  const entry = { branch_id, side, fields, isDraft: true } as const
  await checkNamed(ctx, entry, named, kept)
  await checkItem(ctx, entry, named, kind)
}

/**
 * The first day for which a rule makes drafts; none are made later for a pause or for the time
 * before a change of frequency.
 */
function draftFrom(ctx: UserContext, rule: Rule, before: StoredRule | null): Day {
  const { start_day } = rule
  if (before === null) return start_day
  const today = ctx.clock.today()
  const isResumed = rule.is_activate && !before.is_activate
  const from = isResumed || rule.frequency !== before.frequency ? today : before.draft_from
  if (start_day !== before.start_day && !isResumed) return start_day
  return from > start_day ? from : start_day
}

/** The first day from today on that has no draft yet. */
function nextDay(ctx: UserContext, rule: StoredRule): Day | null {
  if (!rule.is_activate) return null
  const today = ctx.clock.today()
  const from = today > rule.draft_from ? today : rule.draft_from
  return nextDueDay(rule, from, rule.end_day, rule.made)
}

export const recurringEntryCommands: Command[] = crudCommands({
  api: recurringEntry,
  search: ['name', 'payee'],
  sort: { start_day: 'byValue', value: 'byValue' },
  computedColumns: sql`
    (select b.name from branch b where b.branch_id = t.branch_id) as branch,
    coalesce((select i.name from list_expenses i where i.list_expenses_id = t.list_expenses_id), '') as item,
    coalesce((select v.no || ' ' || v.province from vehicle v where v.vehicle_id = t.vehicle_id), '') as vehicle,
    coalesce((select ${userName('m')} from app_user m where m.user_id = t.employee_id), '') as employee,
    array(select e.recurring_period from account_entry e where e.recurring_entry_id = t.recurring_entry_id
      order by e.date desc limit 10) as made,
    (select count(*)::int from account_entry e
      where e.recurring_entry_id = t.recurring_entry_id and e.status = 'draft') as open_drafts`,
  options: async () => ({ category: labelOptions(expenseCategories) }),
  extendRow: (ctx, row) => ({ ...row, next_day: nextDay(ctx, row as unknown as StoredRule) }),
  // The contract's schemas check the types of the values.
  check: (ctx, values, before) =>
    check(ctx, values as unknown as Rule, before as unknown as StoredRule | null),
  ownColumns: (ctx, values, before) => ({
    draft_from: draftFrom(ctx, values as unknown as Rule, before as unknown as StoredRule | null),
    ...(before === null && { created_by: ctx.actor.user_id }),
  }),
})
