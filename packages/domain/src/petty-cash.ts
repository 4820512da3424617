/** Petty cash: cash that an employee holds, between 0 and a limit. Source: product specification, sections 7 and 7b. */
import { accountSides } from './expense-item.ts'
import { fieldTitles } from './field-titles.ts'
import { type Satang, satang } from './money.ts'

export const pettyCashKinds = {
  /** The holder's cash from before the books; entered once, before all other movements. */
  opening: { label: fieldTitles.openingBalance },
  advance: { label: 'รับเงินจากลิ้นชัก' },
  spend: { label: 'ใช้จ่าย' },
  income: { label: accountSides.income.label },
  count: { label: 'นับเงิน' },
  replenish: { label: 'เบิกชดเชย' },
  return: { label: 'คืนเงินเข้าลิ้นชัก' },
} as const
export type PettyCashKind = keyof typeof pettyCashKinds

/** The amount that fills a petty cash up to its limit, in satang; 0 or less if it is full. */
export const replenishment = (limit: Satang, counted: Satang): Satang => satang(limit - counted)
