/**
 * The lock day of a branch: money of that day and of earlier ones is not added, changed or moved. Source: product
 * specification, sections 7 and 7b.5.
 */
import { entities } from './entities.ts'
import { type Day, formatDay } from './thai-date.ts'

/** Thai name of the last locked day of a branch. */
export const lockDayTitle = entities.account_lock.label

export const lockWords = { lock: 'ล็อกบัญชี', unlock: 'ปลดล็อกบัญชี' } as const

/**
 * The kinds of open items on a day and before it. `blocks`: an open item prevents locking the day; the others are only shown. A kind
 * needs a source in `open-items.queries.ts` of the server.
 */
export const openKinds = {
  unclosed: { label: 'รายการรับเงินที่ยังไม่ปิดยอด', blocks: true },
  unclosed_drawer: { label: 'รายการลิ้นชักเงินสดที่ยังไม่ปิดยอด', blocks: true },
  void_request: { label: 'คำขอลบใบเสร็จที่รออนุมัติ', blocks: true },
  draft: { label: 'ฉบับร่าง (แก้ไขไม่ได้จนกว่าจะปลดล็อกบัญชี)', blocks: false },
  statement_line: { label: 'รายการเดินบัญชีที่ยังไม่จับคู่ (จับคู่ได้หลังล็อกบัญชี)', blocks: false },
} as const
export type OpenKind = keyof typeof openKinds

/** Whether a day of a branch is locked. @param lockDay the branch's lock day; null when nothing is locked */
export const isLockedDay = (day: Day, lockDay: Day | null): boolean =>
  lockDay !== null && day <= lockDay

/** Why nothing of a day can be added, changed or voided. */
export const lockedDayMessage = (day: Day, lockDay: Day): string =>
  `วันที่ ${formatDay(day)} ล็อกบัญชีแล้ว (${lockDayTitle} ${formatDay(lockDay)}) เพิ่ม แก้ไข หรือยกเลิกรายการไม่ได้`
