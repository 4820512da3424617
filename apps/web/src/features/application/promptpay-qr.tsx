import { payment } from '@khapdee/contract/entities/payment'
import { formatBaht, type Satang } from '@khapdee/domain/money'
import { useEndpoint } from '../../api/queries.ts'
import { QrCode } from '../../ui/values.tsx'
import { useDebouncedValue } from '../../ui/hooks.ts'

interface PromptPayQrProps {
  application_id: number
  /** More than 0. */
  amount: Satang
}

/** The code that the customer scans to transfer `amount`; goes along as it is typed. */
export function PromptPayQr({ application_id, amount }: PromptPayQrProps) {
  const settled = useDebouncedValue(amount)
  const { data, isError } = useEndpoint(
    payment.promptpay,
    { application_id, amount: settled },
    { staleTime: Infinity },
  )
  const isReady = data !== undefined && settled === amount
  return (
    <figure className="flex flex-col items-center gap-1.5">
      <div className="flex aspect-square w-44 items-center justify-center rounded-md overflow-hidden border border-line text-center text-sm text-muted">
        {isReady && <QrCode {...data.data} label={`คิวอาร์พร้อมเพย์ ${formatBaht(amount)} บาท`} />}
        {isError && <span className="p-3 text-danger">สร้างคิวอาร์พร้อมเพย์ไม่สำเร็จ</span>}
      </div>
      <figcaption className="text-sm text-muted">
        คิวอาร์พร้อมเพย์ <span className="font-semibold text-ink">{formatBaht(amount)}</span> บาท
      </figcaption>
    </figure>
  )
}
