/** Calls that make recurring entries, for tests. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { recurringEntry } from '@khapdee/contract/entities/recurring-entry'
import type { TestApp } from '../app.ts'

type Input = InputOf<typeof recurringEntry.create>

/**
 * Creates a monthly expense of 100 baht on the 15th with a typed name, and returns the whole
 * answer.
 */
export const makeRule = (test: TestApp, values: Partial<Input>, as = 'manager.kkn') => {
  const fields = recurringEntry.create.input.parse({
    name: 'ค่าเช่าเครื่องถ่ายเอกสาร',
    branch_id: test.school.branch.KKN,
    category: 'expenses',
    day_of_month: 15,
    start_day: test.clock.today(),
    value: 100,
    pay_type: 'transfer',
  })
  return test.call(recurringEntry.create, { ...fields, ...values }, as)
}
