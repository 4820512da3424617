import type { ImportCounts } from '@khapdee/contract/entities/import'
import { countText } from '../../ui/values.tsx'

/** How many records are saved. */
export const savedCount = ({ new: created, changed }: ImportCounts): number => created + changed

/** `120 รายการ: ใหม่ 100 เปลี่ยนแปลง 20` */
export const countsText = (counts: ImportCounts): string =>
  `${countText(savedCount(counts))} รายการ: ใหม่ ${countText(counts.new)} เปลี่ยนแปลง ${countText(counts.changed)}`
