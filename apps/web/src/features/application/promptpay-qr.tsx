/** The PromptPay QR code for the part of a payment by transfer. */
import { payment } from '@khapdee/contract/entities/payment'
import { bahtWithUnit, formatBaht, type Satang } from '@khapdee/domain/money'
import { units } from '@khapdee/domain/words'
import { useEndpoint } from '../../api/queries.ts'
import { useDebouncedValue } from '../../ui/hooks.ts'
import { QrCode } from '../../ui/values.tsx'

interface PromptPayQrProps {
  branch_id: number
  /** Undefined before the application is saved. */
  application_id?: number
  /** Greater than 0. */
  amount: Satang
}

/** The PromptPay QR code for a transfer of `amount`; loaded again when the amount changes. */
export function PromptPayQr({ amount, ...of }: PromptPayQrProps) {
  const debouncedAmount = useDebouncedValue(amount)
  const { data, isError } = useEndpoint(
    payment.promptpay,
    { ...of, amount: debouncedAmount },
    { staleTime: Infinity },
  )
  const isReady = data !== undefined && debouncedAmount === amount
  return (
    <figure className="flex flex-col items-center gap-1.5">
      <div className="flex aspect-square w-44 items-center justify-center rounded-md overflow-hidden border border-line text-center text-sm text-muted">
        {isReady && <QrCode {...data.data} label={`คิวอาร์พร้อมเพย์ ${bahtWithUnit(amount)}`} />}
        {isError && <span className="p-3 text-danger">สร้างคิวอาร์พร้อมเพย์ไม่สำเร็จ</span>}
      </div>
      <figcaption className="text-sm text-muted">
        คิวอาร์พร้อมเพย์ <span className="font-semibold text-ink">{formatBaht(amount)}</span>{' '}
        {units.baht}
      </figcaption>
    </figure>
  )
}
