import { type Satang, satang } from '@khapdee/domain/money'
import { useState } from 'react'
import { MoneyField } from '../../ui/fields/number-fields.tsx'
import { Money } from '../../ui/values.tsx'

/** Counts the change out; nothing of it is sent. */
export function Change({ due }: { due: Satang }) {
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
