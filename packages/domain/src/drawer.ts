/**
 * The cash drawer of a branch: the parts of its cash, and its movements. Amounts are satang that a
 * part adds to the drawer, negative for cash that leaves it. Source: product specification,
 * sections 7 and 7b.
 */
import { accountSides } from './expense-item.ts'
import { entities } from './entities.ts'
import { fieldTitles } from './field-titles.ts'
import { type Satang, satang, sumSatang, zeroSatang } from './money.ts'
import { actionWords } from './words.ts'

/** The movements that staff make by themselves. */
export const drawerActions = {
  /** The cash in the drawer from before the books; entered once. */
  opening: { label: fieldTitles.openingBalance, sign: 1 },
  cash_out: { label: 'ถอนเงินสด', sign: -1 },
  deposit: { label: 'นำฝากธนาคาร', sign: -1 },
  top_up: { label: 'เติมเงินสด', sign: 1 },
  /** The value itself has a sign. */
  correction: { label: 'ปรับยอด', sign: 1 },
} as const
export type DrawerAction = keyof typeof drawerActions

/**
 * All movements except receipts and refunds; movements of entries of the books are changed with
 * their entries.
 */
export const drawerMoveKinds = {
  income: { label: accountSides.income.label },
  expenses: { label: accountSides.expenses.label },
  ...drawerActions,
  petty_cash: { label: entities.petty_cash.label },
} as const
export type DrawerMoveKind = keyof typeof drawerMoveKinds

/** The parts whose sum is the expected cash, in their order. */
export const drawerParts = {
  float: { label: 'เงินทอนตั้งต้น' },
  receipts: { label: 'รับเงินสด' },
  refunds: { label: actionWords.refund },
  ...drawerMoveKinds,
} as const
export type DrawerPart = keyof typeof drawerParts
export const drawerPartNames = Object.keys(drawerParts) as readonly DrawerPart[]

/** The parts of the expected cash. */
export type DrawerParts = Readonly<Record<DrawerPart, Satang>>

export const noDrawerParts = Object.fromEntries(
  drawerPartNames.map((part) => [part, zeroSatang]),
) as DrawerParts

/** The expected cash in the drawer. Negative if more was refunded than it held. */
export const expectedCash = (parts: DrawerParts): Satang => sumSatang(Object.values(parts))

/**
 * The parts to show: the float, receipts and refunds always, the others if they are not 0. Reports
 * from before a kind of movement existed lack its part.
 */
export const shownParts = (
  parts: Partial<DrawerParts>,
): { part: DrawerPart; label: string; value: Satang }[] =>
  drawerPartNames
    .map((part) => ({ part, label: drawerParts[part].label, value: parts[part] ?? zeroSatang }))
    .filter(({ part, value }) => value !== 0 || ['float', 'receipts', 'refunds'].includes(part))

/** The signed amount of a movement of staff. @param value in satang; only a correction and a deposit may be negative */
export const drawerChange = (kind: DrawerAction, value: Satang): Satang =>
  satang(drawerActions[kind].sign * value)

/** The title of the source or destination of the cash of an entry. */
export const cashSourceTitle = 'แหล่งเงินสด'

/** The sources and destinations of the cash of an entry of the books. */
export const cashSources = {
  drawer: { label: entities.drawer_move.label },
  petty_cash: { label: entities.petty_cash.label },
  outside: { label: 'เงินนอกลิ้นชัก' },
} as const
export type CashSource = keyof typeof cashSources
