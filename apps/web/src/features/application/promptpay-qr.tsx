import { payment } from '@khapdee/contract/entities/payment'
import { type Satang, formatBaht } from '@khapdee/domain/money'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'

interface PromptPayQrProps {
  application_id: number
  /** More than 0. */
  amount: Satang
}

/** Modules that a reader needs to be free around the code. */
const quiet = 4

/** The code that the customer scans to transfer `amount`; goes along as it is typed. */
export function PromptPayQr({ application_id, amount }: PromptPayQrProps) {
  const settled = useSettled(amount)
  const { data, isError } = useEndpoint(
    payment.promptpay,
    { application_id, amount: settled },
    { staleTime: Infinity },
  )
  const isReady = data !== undefined && settled === amount
  return (
    <figure className="flex flex-col items-center gap-1.5">
      <div className="flex aspect-square w-44 items-center justify-center rounded-md overflow-hidden border border-line text-center text-sm text-muted">
        {isReady && <Code {...data.data} label={`คิวอาร์พร้อมเพย์ ${formatBaht(amount)} บาท`} />}
        {isError && <span className="p-3 text-danger">สร้างคิวอาร์พร้อมเพย์ไม่สำเร็จ</span>}
      </div>
      <figcaption className="text-sm text-muted">
        คิวอาร์พร้อมเพย์ <span className="font-semibold text-ink">{formatBaht(amount)}</span> บาท
      </figcaption>
    </figure>
  )
}

function Code({ path, size, label }: { path: string; size: number; label: string }) {
  const side = size + 2 * quiet
  return (
    // Dark on light in every skin: readers expect it so.
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: a picture needs a file
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The amount once nobody has changed it for a moment. */
function useSettled(amount: Satang): Satang {
  const [settled, setSettled] = useState(amount)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), 300)
    return () => clearTimeout(timer)
  }, [amount])
  return settled
}
