import { Chip } from '../ui/chip.tsx'

/** Whether a record of the master data is in use. */
export function ActiveChip({ value }: { value: boolean }) {
  return <Chip tone={value ? 'ok' : 'muted'}>{value ? 'เปิดใช้งาน' : 'ปิดใช้งาน'}</Chip>
}
