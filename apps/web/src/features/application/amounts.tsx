/** Components that show amounts of money on the screens of an application. */
import { sums } from '@khapdee/contract/entities/application-shapes'
import { titleOf } from '@khapdee/contract/field-meta'
import { satang, type Satang } from '@khapdee/domain/money'
import { type ReactNode, useState } from 'react'
import { errorClass, labelClass } from '../../ui/fields/field-frame.tsx'
import { MoneyField } from '../../ui/fields/number-fields.tsx'
import { Money } from '../../ui/values.tsx'

/** A description list, with `Amount` as its items. */
export function Amounts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-1.5">{children}</dl>
}

interface AmountProps {
  label: string
  value: Satang
  isStrong?: boolean
  /** Whether it is a part of the amount above it, and so indented. */
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

/** The balance due; red while it is above 0. */
export function Balance({ value }: { value: Satang }) {
  return (
    <dl className="border-t border-line pt-2">
      <div className="flex items-baseline justify-between gap-3">
        <dt className="font-semibold">{titleOf(sums, 'balance')}</dt>
        <dd className="text-lg font-semibold">
          <Money value={value} tone={value > 0 ? 'owed' : 'plain'} />
        </dd>
      </div>
    </dl>
  )
}

/** Computes the change from the cash received, for display only. */
export function CashChange({ due }: { due: Satang }) {
  const [received, setReceived] = useState<Satang | null>(null)
  const change = received !== null && received >= due ? satang(received - due) : null
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <MoneyField label="รับเงินมา" value={received} onChange={setReceived} />
      <dl aria-live="polite" className="flex items-baseline justify-between gap-3">
        <dt className="text-muted">เงินทอน</dt>
        <dd className="text-lg font-semibold">
          {change === null ? '–' : <Money value={change} />}
        </dd>
      </dl>
    </div>
  )
}

interface ReadOnlyFieldProps {
  label: string
  error?: string | undefined
  children: ReactNode
}

/** A read-only value with label and error, aligned with the fields of a line. */
export function ReadOnlyField({ label, error, children }: ReadOnlyFieldProps) {
  return (
    <dl className="min-w-0">
      <dt className={labelClass}>{label}</dt>
      <dd className="flex h-control items-center">{children}</dd>
      <dd aria-live="polite">{error !== undefined && <p className={errorClass}>{error}</p>}</dd>
    </dl>
  )
}
