/** Pays withheld tax to the Revenue Department. Source: product specification, section 7b.10. */
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { supplierReturns, withheldTaxTitle } from '@khapdee/domain/withheld-tax'
import { firstDayOf, lastDayOf, month as monthOf } from '@khapdee/domain/payroll/month'
import { formatMonth } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { command } from '../../kernel/command.ts'
import { AppError, invalid, stateError } from '../../kernel/errors.ts'
import { bookEntry } from '../account-entry/book-entry.ts'
import { isWithheld, returnOf } from './withheld-tax.queries.ts'

/**
 * Books one pass-through expense for all entries of a branch, month and return that are owed. The
 * entries are locked, so that their changes and a second payment wait.
 */
export const remitTax = command(withheldTax.remit, async (ctx, input) => {
  const { branch_id, month, value, return: kind, date = ctx.clock.today(), ...paid } = input
  ctx.scope.assertWritable(branch_id)
  const taxed = monthOf(month)
  const first = firstDayOf(taxed)
  if (date < first) {
    const message = `วันที่นำส่งต้องไม่ก่อนเดือน${formatMonth(month)}`
    throw invalid([{ path: 'date', message }])
  }
  const owed = await ctx.tx
    .selectFrom('account_entry as e')
    .select(['e.entry_id', 'e.wht_value', 'e.entry_code'])
    .where('e.branch_id', '=', branch_id)
    .where('e.date', '>=', first)
    .where('e.date', '<=', lastDayOf(taxed))
    .where('e.wht_remitted_by', 'is', null)
    .where(isWithheld)
    .where(returnOf, '=', kind)
    .orderBy('e.entry_id')
    .forNoKeyUpdate()
    .execute()
  const name = `${supplierReturns[kind].label} เดือน${formatMonth(month)}`
  if (owed.length === 0) throw stateError(`ไม่มี${withheldTaxTitle}ค้างนำส่งของ ${name}`)
  const sum = sumSatang(owed.map(({ wht_value }) => satang(Number(wht_value))))
  if (sum !== value) {
    const message = `ยอดค้างนำส่งของ ${name} เปลี่ยนไปแล้ว กรุณาตรวจสอบยอดใหม่`
    throw new AppError('CONFLICT', message, 409)
  }
  const { list_expenses_id } = await ctx.tx
    .selectFrom('list_expenses')
    .select('list_expenses_id')
    .where('system_key', '=', 'wht_remitted')
    .executeTakeFirstOrThrow()
  const entry = {
    ...paid,
    petty_cash_id: null,
    date,
    value: sum,
    list_expenses: list_expenses_id,
    other_name: '',
    vehicle: null,
    mile: null,
    employee: null,
    payee: 'กรมสรรพากร',
    payee_tax_id: '',
    wht_value: zeroSatang,
    detail: name,
    status: 'posted' as const,
  }
  const { data } = await bookEntry(ctx, branch_id, 'expenses', entry, { systemKey: 'wht_remitted' })
  await ctx.tx
    .updateTable('account_entry')
    .set({ wht_remitted_by: data.entry_id })
    .where(
      'entry_id',
      'in',
      owed.map(({ entry_id }) => entry_id),
    )
    .execute()
  return { message: `${actionWords.remit}${withheldTaxTitle}เรียบร้อยแล้ว`, data }
})
