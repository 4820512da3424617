/** Components that show amounts of money on the screens of an application. */
import { cashReceived, sums } from '@khapdee/contract/entities/application-shapes'
import { fieldMeta, titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import {
  cashChange,
  cashWords,
  commonNotes,
  likelyCash,
} from '@khapdee/domain/application/cash-received'
import { formatBaht, type Satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { errorClass, labelClass } from '../../ui/fields/field-frame.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
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

/**
 * The balance due; red while it is above 0. Below 0 more is paid than owed, and a message shows
 * that.
 */
export function Balance({ value }: { value: Satang }) {
  return (
    <>
      <dl className="flex items-baseline justify-between gap-3 border-t border-line pt-2">
        <dt className="font-semibold">{titleOf(sums, 'balance')}</dt>
        <dd className="text-lg font-semibold">
          <Money value={value > 0 ? value : zeroSatang} tone={value > 0 ? 'owed' : 'plain'} />
        </dd>
      </dl>
      {value < 0 && (
        <p role="alert" className={errorClass}>
          {messages.overpay}
        </p>
      )}
    </>
  )
}

/** The cash received, a field of the surrounding form, and the change or the missing amount. */
export function CashChange({ due }: { due: Satang }) {
  const { control, setValue, clearErrors } = useFormContext<CashValues>()
  const received = useWatch({ control, name: 'cash_received' })
  const outcome =
    received !== null && Number.isFinite(received) ? cashChange(received, due) : undefined
  const isShort = outcome !== undefined && 'short' in outcome
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <FormMoney name="cash_received" label={fieldMeta(cashReceived).title} />
      <CashKeys
        due={due}
        received={received}
        onChange={(amount) => {
          setValue('cash_received', amount, { shouldDirty: true })
          clearErrors('cash_received')
        }}
      />
      <dl aria-live="polite" className="flex items-baseline justify-between gap-3">
        <dt className={isShort ? 'text-danger' : 'text-muted'}>
          {isShort ? cashWords.short : cashWords.change}
        </dt>
        <dd className="text-lg font-semibold">
          {outcome === undefined && '–'}
          {outcome !== undefined && 'change' in outcome && <Money value={outcome.change} />}
          {outcome !== undefined && 'short' in outcome && (
            <Money value={outcome.short} tone="owed" />
          )}
        </dd>
      </dl>
    </div>
  )
}

interface CashKeysProps {
  due: Satang
  received: Satang | null
  onChange: (received: Satang) => void
}

/** Keys for the cash received: the exact amount, likely ones, and notes to add up. Typing the amount has the same effect. */
function CashKeys({ due, received, onChange }: CashKeysProps) {
  const counted = received !== null && Number.isFinite(received) ? received : zeroSatang
  const key = (text: string, amount: Satang) => (
    <Button
      key={text}
      size="sm"
      excludeFromTabOrder
      onPress={() => onChange(amount)}
      className="min-w-0 flex-1 px-1"
    >
      {text}
    </Button>
  )
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">แป้นรับเงินสด</legend>
      <div className="flex gap-1.5">
        {key('พอดี', due)}
        {likelyCash(due).map((amount) => key(wholeBaht(amount), amount))}
      </div>
      <div className="flex gap-1.5">
        {commonNotes.map((note) => key(`+${wholeBaht(note)}`, sumSatang([counted, note])))}
      </div>
    </fieldset>
  )
}

/** An amount of whole baht without decimals: `1,500`. */
const wholeBaht = (amount: Satang) => formatBaht(amount).replace(/\.00$/, '')

interface CashValues {
  cash_received: Satang | null
}
const { FormMoney } = fieldsOf<CashValues>()

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
