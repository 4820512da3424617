import type { ImportCounts } from '@khapdee/contract/entities/import'

const number = (count: number) => count.toLocaleString('en')

/** How many records are saved. */
export const savedCount = ({ new: created, changed }: ImportCounts): number => created + changed

/** `120 รายการ: ใหม่ 100 เปลี่ยนแปลง 20` */
export const countsText = (counts: ImportCounts): string =>
  `${number(savedCount(counts))} รายการ: ใหม่ ${number(counts.new)} เปลี่ยนแปลง ${number(counts.changed)}`
