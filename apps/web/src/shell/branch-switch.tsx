import { useMemo } from 'react'
import { SelectField } from '../ui/fields/select-field.tsx'
import { useCurrentBranch } from '../session/current-branch.ts'
import { useSession } from '../session/session.ts'

/** Chooses the branch one works in; a name alone where there is no choice. */
export function BranchSwitch() {
  const { branches } = useSession()
  const { value, options, choose } = useCurrentBranch()
  const items = useMemo(
    () => options.map((option) => ({ value: String(option.value), name: option.name })),
    [options],
  )
  if (items.length === 0)
    return <p className="truncate px-2 text-end text-muted">{branches[0]?.name}</p>
  return <SelectField label="สาขา" hideLabel items={items} value={value} onChange={choose} />
}
