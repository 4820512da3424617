/** The bank accounts of the demo school: one of every branch, and a second one of the head office. */
import { type Satang, satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import type { BranchCode } from './demo-branches.ts'
import { plannedDays } from './demo-calendar.ts'

interface DemoBankAccount {
  branch: BranchCode
  /** Bank of Thailand code. */
  bank: string
  number: string
  name: string
  opening_balance: Satang
  is_default: boolean
}

// oxfmt-ignore
const accounts: readonly DemoBankAccount[] = [
  { branch: 'KKN', bank: '004', number: '9990000011', name: 'กสิกรไทย รับโอน เมืองขอนแก่น', opening_balance: satang(31_500_000), is_default: true },
  { branch: 'KKN', bank: '006', number: '9990000022', name: 'กรุงไทย กระแสรายวัน', opening_balance: satang(42_000_000), is_default: false },
  { branch: 'BPI', bank: '014', number: '9990000033', name: 'ไทยพาณิชย์ บ้านไผ่', opening_balance: satang(6_200_000), is_default: true },
  { branch: 'UDN', bank: '002', number: '9990000044', name: 'กรุงเทพ อุดรธานี', opening_balance: satang(9_800_000), is_default: true },
  { branch: 'NMA', bank: '025', number: '9990000055', name: 'กรุงศรี นครราชสีมา', opening_balance: satang(7_400_000), is_default: true },
]

/** One account has statements: for this many days before today. Its opening balance is that of the first of these days. */
export const statementDays = 45

/** The accounts with the days on which they have their opening balances. */
export const demoBankAccounts = (today: Day) =>
  accounts.map((account) => {
    const hasStatements = account.branch === 'KKN' && account.is_default
    const days = hasStatements ? statementDays : plannedDays
    return { ...account, opening_day: addDays(today, -days) }
  })
