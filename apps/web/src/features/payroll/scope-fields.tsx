/** The branch and the month of an action of payroll. */
import { payMonth } from '@khapdee/contract/entities/payroll-shapes'
import { requiredReference } from '@khapdee/contract/wire'
import { formatMonth } from '@khapdee/domain/thai-date'
import { z } from 'zod'
import { useSession } from '../../session/session.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'

export interface ScopeValues {
  branch_id: number | null
  month: string
}

export const scopeSchema = z.strictObject({
  branch_id: requiredReference('branch'),
  month: payMonth,
})

const { FormSelect } = fieldsOf<ScopeValues>()

/** The present month and the 12 before it, latest first, as `YYYY-MM`. */
function recentMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: 13 }, (_, i) => {
    const index = year * 12 + month - 1 - i
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
}

/** The initial values of a dialog that is opened above a list with these filters. */
export function useScopeDefaults(filters: {
  branch?: string | undefined
  month?: string | undefined
}): ScopeValues {
  const { branches } = useSession()
  const today = useToday()
  const chosen = branches.find(({ value }) => String(value) === filters.branch) ?? branches[0]
  return {
    branch_id: chosen === undefined ? null : Number(chosen.value),
    month: /^\d{4}-\d\d$/.test(filters.month ?? '') ? String(filters.month) : today.slice(0, 7),
  }
}

const noMonths: readonly string[] = []

/** @param months the months offered in addition to the recent ones, as `YYYY-MM` */
export function ScopeFields({ months = noMonths }: { months?: readonly string[] }) {
  const { branches } = useSession()
  const today = useToday()
  const offered = [...new Set([...recentMonths(today), ...months])].toSorted().toReversed()
  return (
    <div className="form-grid">
      <FormSelect
        name="branch_id"
        items={branches.map(({ value, name }) => ({ value: Number(value), name }))}
        className="md:col-span-6"
      />
      <FormSelect
        name="month"
        items={offered.map((value) => ({ value, name: formatMonth(value) }))}
        className="md:col-span-6"
      />
    </div>
  )
}
