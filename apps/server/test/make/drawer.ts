/** Calls of drawers, day closes and petty cash, for tests. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { drawer } from '@khapdee/contract/entities/drawer'
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import type { DrawerAction } from '@khapdee/domain/drawer'
import { satang } from '@khapdee/domain/money'
import type { TestApp } from '../app.ts'

const key = () => ({ 'idempotency-key': randomUUID() })

/** Moves cash of the drawer of Khon Kaen. @param value in satang */
export const moveCash = (
  test: TestApp,
  kind: DrawerAction,
  value: number,
  values: Partial<InputOf<typeof drawer.move>> = {},
  as = 'cashier.kkn',
) =>
  test.call(
    drawer.move,
    {
      branch_id: test.school.branch.KKN,
      kind,
      value: satang(value),
      note: 'ทดสอบ',
      file_id: null,
      bank_account_id: null,
      expenses_id: null,
      ...values,
    },
    as,
    key(),
  )

/** The cash in the drawer of Khon Kaen, in satang. */
export const balanceOf = async (test: TestApp): Promise<number> =>
  (await test.call(drawer.get, { branch_id: test.school.branch.KKN }, 'cashier.kkn')).data.balance

/** Closes the day of Khon Kaen. @param counted by default the expected cash, in satang */
export async function closeDrawer(
  test: TestApp,
  { counted, deposit = 0, note = '' }: { counted?: number; deposit?: number; note?: string } = {},
  as = 'cashier.kkn',
) {
  const branch_id = test.school.branch.KKN
  const { expected_cash } = (await test.call(closing.current, { branch_id }, as)).data
  return test.call(
    closing.close,
    {
      branch_id,
      date: test.clock.today(),
      counted_cash: satang(counted ?? Math.max(0, expected_cash)),
      deposit: satang(deposit),
      denominations: {},
      note,
    },
    as,
    key(),
  )
}

/** Creates a petty cash with a limit for the examiner of Khon Kaen, and returns its id. */
export async function makePettyCash(test: TestApp, limit: number): Promise<number> {
  const input = {
    branch_id: test.school.branch.KKN,
    name: 'เงินสดย่อยหน้าร้าน',
    user_id: test.school.userId('examiner.kkn'),
    limit_value: satang(limit),
  }
  return (await test.call(pettyCash.create, input, 'manager.kkn', key())).data.petty_cash_id
}

/** Calls one of the movements of petty cash as the manager. */
export const movePettyCash = (
  test: TestApp,
  kind: 'opening' | 'advance' | 'return' | 'count' | 'replenish',
  petty_cash_id: number,
  value: number,
) => {
  const as = 'manager.kkn'
  const note = ''
  return kind === 'opening' || kind === 'advance' || kind === 'return'
    ? test.call(pettyCash[kind], { petty_cash_id, value: satang(value), note }, as, key())
    : test.call(pettyCash[kind], { petty_cash_id, counted: satang(value), note }, as, key())
}
