/**
 * Day closes of the demo: each branch closes every past day in the evening, some with a shortage or a surplus, takes the cash to
 * the bank and leaves change in the drawer. In the last weeks some of it is deposited during the day.
 */
import { closing } from '@khapdee/contract/entities/closing'
import { drawer } from '@khapdee/contract/entities/drawer'
import { denominations } from '@khapdee/domain/cash'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { addDays, type Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'
import { close } from '../modules/closing/close-day.ts'
import { moveCash } from '../modules/drawer/move-cash.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import { plannedDays } from './demo-calendar.ts'
import { createDemoPettyCash, pettyCashDays } from './demo-petty-cash.ts'
import { closerOn, userOf } from './demo-rota.ts'
import type { Story } from './stories.ts'

/** One close in `every` has this difference, in satang. */
const differences = [
  { every: 29, first: 11, amount: -2_000, note: 'ทอนเงินเกิน 20 บาท' },
  { every: 47, first: 23, amount: 10_000, note: 'ลูกค้าไม่รอรับเงินทอน' },
  { every: 61, first: 37, amount: -50_000, note: 'ธนบัตร 500 บาทขาด 1 ใบ ตรวจสอบกล้องวงจรปิดแล้วไม่พบ' },
] as const

/** The cash that stays in a drawer after a close, in satang. */
const drawerFloat = satang(500_000)
/** The number of last days on which cash is also deposited during the day. */
const depositDays = 28
/** The cash from which it is deposited during the day, in satang. */
const minCashForDeposit = 800_000

/** The stories of the day closes, one for each branch; each day that has money to count is closed. */
export function closeDays(
  actAs: ActAs,
  branchIdOf: (code: BranchCode) => number,
  userIdOf: (username: string) => number,
  today: Day,
): readonly Story[] {
  let count = 0
  const none = { file_id: null, bank_account_id: null, expenses_id: null }
  async function* closeBranch(code: BranchCode, minute: number): Story {
    const branch_id = branchIdOf(code)
    const first = addDays(today, 1 - plannedDays)
    const opened = new Date(`${first}T07:30:00+07:00`)
    yield opened
    await moveCash(actAs(userOf(closerOn(first), code), opened, callOf(drawer.move)), {
      branch_id,
      kind: 'opening',
      value: drawerFloat,
      note: 'เงินทอนเมื่อเริ่มใช้ระบบ',
      ...none,
    })
    let float: Satang = zeroSatang
    let moved: Satang = drawerFloat
    for (let date = addDays(today, 1 - plannedDays); date < today; date = addDays(date, 1)) {
      const at = new Date(`${date}T18:${minute}:00+07:00`)
      yield at
      const ctx = actAs(userOf(closerOn(date), code), at, callOf(closing.close))
      const { movements, cash } = await readOpen(ctx, branch_id)
      if (date === addDays(today, -pettyCashDays)) {
        const taken = await createDemoPettyCash(actAs, { code, branch_id }, userIdOf, at)
        moved = satang(moved - taken)
      }
      if (movements === 0 && moved === 0) continue
      if (date >= addDays(today, -depositDays) && cash >= minCashForDeposit) {
        const value = satang(Math.floor(cash / 2 / 10_000) * 10_000)
        const deposit = actAs(userOf(closerOn(date), code), at, callOf(drawer.move))
        const note = 'นำฝากระหว่างวัน'
        const kind = 'deposit'
        await moveCash(deposit, { ...none, branch_id, kind, value, note })
        moved = satang(moved - value)
      }
      count += 1
      const expected_cash = satang(float + cash + moved)
      const counted = countOf(expected_cash, count)
      const deposit = satang(Math.max(0, counted.counted_cash - drawerFloat))
      await close.run(ctx, { branch_id, date, expected_cash, ...counted, deposit })
      float = satang(counted.counted_cash - deposit)
      moved = zeroSatang
    }
  }
  return branchCodes.map((code, i) => closeBranch(code, 45 + 3 * i))
}

/** The payments that the branch has not closed yet, and their cash. The close refuses a wrong expected amount. */
const readOpen = ({ tx }: UserContext, branchId: number) =>
  tx
    .selectFrom('payment')
    .select([
      sql<number>`count(*)::int`.as('movements'),
      sql<Satang>`coalesce(sum(paid) filter (where pay_type = 'cash' and status <> 'deleted'), 0)::bigint`.as(
        'cash',
      ),
    ])
    .where('branch_id', '=', branchId)
    .where('closing_id', 'is', null)
    .where('kind', '<>', sql.lit('moved'))
    .executeTakeFirstOrThrow()

/** The count of the `n`th close, with the reason of a difference. */
function countOf(expected: Satang, n: number) {
  // When more was paid back than received, the difference came from the change in the drawer.
  if (expected <= 0) return { counted_cash: zeroSatang, denominations: {}, note: '' }
  const difference = differences.find(
    ({ every, first, amount }) => n % every === first && expected + amount >= 0,
  )
  const counted_cash = satang(expected + (difference?.amount ?? 0))
  return { counted_cash, denominations: piecesOf(counted_cash), note: difference?.note ?? '' }
}

/** The fewest notes and coins of an amount; none when coins cannot make it up. */
function piecesOf(amount: Satang): Record<string, number> {
  let rest: number = amount
  const pieces: Record<string, number> = {}
  for (const value of denominations) {
    const count = Math.floor(rest / value)
    if (count > 0) pieces[value] = count
    rest -= count * value
  }
  return rest === 0 ? pieces : {}
}
