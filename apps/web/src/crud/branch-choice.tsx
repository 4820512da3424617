/** The branch of a record that may belong to all of them. */
import { useMemo } from 'react'
import { useSession } from '../app/session.ts'
import type { Choice } from '../ui/fields/select-field.tsx'

const everyBranch: Choice<number | null> = { value: null, name: 'ทั้งหมด' }

/** Choices for `branch_id`: all branches at once (null), or one of the user's own. */
export function useBranchChoices(): readonly Choice<number | null>[] {
  const { branches } = useSession()
  return useMemo(
    () => [everyBranch, ...branches.map(({ value, name }) => ({ value: Number(value), name }))],
    [branches],
  )
}

/** The cell of a list. */
export function BranchCell({ name }: { name: string | null }) {
  return name ?? <span className="text-muted">{everyBranch.name}</span>
}
