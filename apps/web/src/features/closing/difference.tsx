import { formatBaht, type Satang, satang } from '@khapdee/domain/money'
import { Chip } from '../../ui/values.tsx'

/** What was counted less what there should be, in words too: nobody need know which way is plus. */
export function Difference({ value }: { value: Satang }) {
  if (value === 0) return <Chip tone="ok">ตรงกัน</Chip>
  const amount = formatBaht(satang(Math.abs(value)))
  return (
    <Chip tone={value < 0 ? 'danger' : 'warn'}>
      {value < 0 ? 'ขาด' : 'เกิน'} {amount}
    </Chip>
  )
}
