/** The share of each branch in a bill of several branches. */
import { equalShares, unshared } from '@khapdee/domain/bill'
import { bahtWithUnit, type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import type { Choice } from '../../ui/fields/select-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { type EntryValues, chosenShares } from './entry-values.ts'

const { FormMoney } = fieldsOf<EntryValues>()

/** Empty shares of all branches. */
export const emptyShares = (branches: readonly Choice<number | null>[]) =>
  branches.flatMap(({ value }) => (value === null ? [] : [{ branch_id: value, value: null }]))

export function BillShares({ branches }: { branches: readonly Choice<number | null>[] }) {
  const { setValue } = useFormContext<EntryValues>()
  const { errors } = useFormState<EntryValues>()
  const [value, shares] = useWatch<EntryValues, ['value', 'shares']>({ name: ['value', 'shares'] })
  if (shares === null) return null
  const chosen = chosenShares(shares)
  const amount = Number.isSafeInteger(value) ? (value as Satang) : zeroSatang
  const rest = unshared(amount, chosen)
  const divide = () => {
    const parts = equalShares(amount, shares.length)
    const equal = shares.map((share, i) => ({ ...share, value: parts[i] ?? null }))
    setValue('shares', equal, { shouldDirty: true, shouldValidate: errors.shares !== undefined })
  }
  const problem = errors.shares?.message ?? errors.shares?.root?.message
  return (
    <fieldset className="flex flex-col gap-3.5 md:col-span-12">
      <legend className="mb-2 font-medium">แบ่งยอดตามสาขา</legend>
      <div className="form-grid">
        {shares.map(({ branch_id }, i) => (
          <FormMoney
            key={branch_id}
            name={`shares.${i}.value`}
            label={branches.find((branch) => branch.value === branch_id)?.name ?? ''}
            // A branch without a part of the bill stays empty.
            required={false}
            className="md:col-span-4"
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button isDisabled={amount === zeroSatang} onPress={divide}>
          แบ่งเท่ากันทุกสาขา
        </Button>
        <span aria-live="polite" className="text-sm text-muted">
          {shareText(amount, rest)}
        </span>
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** How much of a bill is not shared yet; empty before its amount is entered. */
function shareText(amount: Satang, rest: Satang): string {
  if (rest > 0) return `เหลืออีก ${bahtWithUnit(rest)}`
  if (rest < 0) return `เกิน ${bahtWithUnit(satang(-rest))}`
  return amount === zeroSatang ? '' : 'แบ่งครบแล้ว'
}
