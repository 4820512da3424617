/** The figures of an application, one below the other. */
import type { Satang } from '@khapdee/domain/money'
import type { ReactNode } from 'react'
import { Money } from '../../ui/values.tsx'

/** A list of amounts, one a line. */
export function Amounts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-1.5">{children}</dl>
}

interface AmountProps {
  label: string
  value: Satang
  isStrong?: boolean
  /** A part of the amount above it. */
  isPart?: boolean
}

export function Amount({ label, value, isStrong = false, isPart = false }: AmountProps) {
  return (
    <div className={`flex justify-between gap-3 ${isPart ? 'ps-4 text-sm' : ''}`}>
      <dt className={isStrong ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className={isStrong ? 'font-semibold' : undefined}>
        <Money value={value} />
      </dd>
    </div>
  )
}

/** What stays owed; red while it is something. */
export function Balance({ value }: { value: Satang }) {
  return (
    <dl className="border-t border-line pt-2">
      <div className="flex items-baseline justify-between gap-3">
        <dt className="font-semibold">ยอดค้างชำระ</dt>
        <dd className="text-lg font-semibold">
          <Money value={value} tone={value > 0 ? 'owed' : 'plain'} />
        </dd>
      </div>
    </dl>
  )
}
