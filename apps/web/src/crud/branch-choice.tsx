/** The branch of a record that may belong to all of them. */
import { useMemo } from 'react'
import { useSession } from '../session/session.ts'
import type { Choice } from '../ui/fields/select-field.tsx'

const everyBranch: Choice<number | null> = { value: null, name: 'ทั้งหมด' }

/** Choices for `branch_id`: one of the user's own, or all at once (null) where he sees all. */
export function useBranchChoices(): readonly Choice<number | null>[] {
  const own = useOwnBranchChoices()
  const seesAll = useSession().user?.all_branches === true
  return useMemo(() => (seesAll ? [everyBranch, ...own] : own), [own, seesAll])
}

/** Choices for the `branch_id` of a record that is always of one branch. */
export function useOwnBranchChoices(): readonly Choice<number>[] {
  const { branches } = useSession()
  return useMemo(
    () => branches.map(({ value, name }) => ({ value: Number(value), name })),
    [branches],
  )
}

/** The cell of a list. */
export function BranchCell({ name }: { name: string | null }) {
  return name ?? <span className="text-muted">{everyBranch.name}</span>
}
