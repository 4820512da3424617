import { satang, zeroSatang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { type EntryValues, entryProblems, newValues, toInput } from './entry-values.ts'

const today = day('2026-11-23')
const expense = (changes: Partial<EntryValues> = {}): EntryValues => ({
  ...newValues('expenses', 2, today),
  list_expenses: 7,
  value: satang(12_000),
  ...changes,
})
const problems = (
  changes: Partial<EntryValues>,
  typeOfItem: Parameters<typeof entryProblems>[2] = 'general',
  status: 'draft' | 'posted' = 'posted',
) => entryProblems(expense(changes), status, typeOfItem, today).map(([path]) => path)

describe('the form of an entry', () => {
  it('has no problem with an item and an amount', () => {
    expect(problems({})).toEqual([])
    expect(problems({ list_expenses: null, other_name: 'ค่าน้ำแข็ง' }, null)).toEqual([])
  })

  it('requires the item, the amount, and the name of a typed item', () => {
    const unchosen = entryProblems(
      expense({ list_expenses: undefined }),
      'posted',
      undefined,
      today,
    )
    expect(unchosen.map(([path]) => path)).toContain('list_expenses')
    expect(problems({ value: null })).toContain('value')
    expect(problems({ value: zeroSatang })).toContain('value')
    expect(problems({ list_expenses: null, other_name: '  ' }, null)).toContain('other_name')
  })

  it('requires the shares of a bill to add up to its amount, and sends those with an amount', () => {
    const shares = (...values: (number | null)[]) =>
      values.map((value, i) => ({ branch_id: i + 1, value: value === null ? null : satang(value) }))
    expect(problems({ shares: shares(7_000, null, 4_000) })).toEqual(['shares'])
    const bill = { shares: shares(7_000, null, 5_000) }
    expect(problems(bill)).toEqual([])
    expect(toInput(expense(bill)).shares).toEqual([
      { branch_id: 1, value: 7_000 },
      { branch_id: 3, value: 5_000 },
    ])
    expect(problems({ ...bill, cash_source: 'petty_cash', petty_cash_id: 1 })).toEqual([
      'cash_source',
    ])
  })

  it('requires the vehicle of a vehicle item, and the employee of an employee item', () => {
    expect(problems({}, 'vehicle')).toEqual(['vehicle'])
    expect(problems({ vehicle: 3 }, 'vehicle')).toEqual([])
    expect(problems({}, 'employee')).toEqual(['employee'])
  })

  it('requires neither the amount nor the vehicle or employee of a draft, but its item', () => {
    expect(problems({ value: null }, 'vehicle', 'draft')).toEqual([])
    expect(problems({}, 'employee', 'draft')).toEqual([])
    expect(toInput(expense({ value: null })).expenses.value).toBe(0)
    const unchosen = entryProblems(expense({ list_expenses: undefined }), 'draft', undefined, today)
    expect(unchosen.map(([path]) => path)).toEqual(['list_expenses'])
  })

  it('refuses tomorrow, and a tax number of the wrong length', () => {
    expect(problems({ date: addDays(today, 1) })).toEqual(['date'])
    expect(problems({ payee_tax_id: '123' })).toEqual(['payee_tax_id'])
  })

  it('sends the bank account of a transfer only', () => {
    const account = { bank_account_id: 4 }
    expect(toInput(expense(account)).expenses.bank_account_id).toBeNull()
    const transfer = toInput(expense({ ...account, pay_type: 'transfer' }))
    expect(transfer.income.bank_account_id).toBe(4)
  })

  it('sends no name together with an item, no mileage without a vehicle, and no withheld tax for income', () => {
    const { expenses, income } = toInput(
      expense({ other_name: 'เดิม', mile: 900, wht_value: satang(30), payee_tax_id: '1' }),
    )
    expect(expenses).toMatchObject({ list_expenses: 7, other_name: '', mile: null, wht_value: 30 })
    expect(income).not.toHaveProperty('wht_value')
    expect(income).not.toHaveProperty('payee_tax_id')
    const other = toInput(
      expense({ list_expenses: null, other_name: 'ค่าน้ำแข็ง', vehicle: 3, mile: 9 }),
    )
    expect(other.expenses).toMatchObject({ list_expenses: null, other_name: 'ค่าน้ำแข็ง', mile: 9 })
  })
})
