/** The reports of the books: their names, and the lists that explain their figures. Source: product specification, section 7. */

/** The reports by their key. */
export const reportKinds = {
  daily: { label: 'รับ–จ่ายเงินประจำวัน', english: 'DAILY CASH' },
  categories: { label: 'รายรับ–รายจ่ายแยกตามหมวด', english: 'INCOME AND EXPENSES BY CATEGORY' },
  periods: { label: 'รายรับ–รายจ่ายแยกตามช่วงเวลา', english: 'INCOME AND EXPENSES BY PERIOD' },
  branches: { label: 'รายรับ–รายจ่ายแยกตามสาขา', english: 'INCOME AND EXPENSES BY BRANCH' },
  pay_types: { label: 'รายรับ–รายจ่ายแยกตามวิธีชำระเงิน', english: 'INCOME AND EXPENSES BY PAYMENT' },
  receipts: { label: 'ใบเสร็จที่ออกและยกเลิก', english: 'RECEIPTS ISSUED AND VOIDED' },
  outstanding: { label: 'รายงานค้างชำระ', english: 'OUTSTANDING BALANCES' },
} as const
export type ReportKind = keyof typeof reportKinds

/** The report that is shown first. */
export const defaultReport: ReportKind = 'daily'

/** Whether a report is of the present, whatever days are chosen. */
export const isOfToday = (kind: ReportKind): boolean => kind === 'outstanding'

/** The lists to which figures lead. */
export const reportScreens = ['income', 'expenses', 'accounts', 'payments', 'overdue'] as const
export type ReportScreen = (typeof reportScreens)[number]
