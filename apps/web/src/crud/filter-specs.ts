/** The filters that many lists have, by the names that they have on all of them. */
import type { FilterSpec } from './resource.ts'

export const byBranch: FilterSpec = { name: 'branch', label: 'สาขา' }
export const byType: FilterSpec = { name: 'type', label: 'ประเภท' }
export const byStatus: FilterSpec = { name: 'status', label: 'สถานะ' }
export const byUser: FilterSpec = { name: 'user', label: 'ผู้ใช้งาน' }
/** From one day to another. */
export const byDays: readonly FilterSpec[] = [
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
]
export const byText: FilterSpec = { name: 'text', label: 'คำค้นหา' }
