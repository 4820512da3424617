/** The branch of a record that may belong to all of them. */
import { useMemo } from 'react'
import { useSession } from '../app/session.ts'
import type { Choice } from '../ui/fields/select-field.tsx'

const everyBranch: Choice<number | null> = { value: null, name: 'ทั้งหมด' }

/** Choices for `branch_id`: one of the user's own, or all at once (null) where he sees all. */
export function useBranchChoices(): readonly Choice<number | null>[] {
  const { branches, user } = useSession()
  const seesAll = user?.all_branches === true
  return useMemo(() => {
    const own = branches.map(({ value, name }) => ({ value: Number(value), name }))
    return seesAll ? [everyBranch, ...own] : own
  }, [branches, seesAll])
}

/** The cell of a list. */
export function BranchCell({ name }: { name: string | null }) {
  return name ?? <span className="text-muted">{everyBranch.name}</span>
}
