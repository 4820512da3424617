/** Choices of a form: labels of a table, texts in use, branches. */
import type { dropdowns } from '@khapdee/contract/crud'
import { useMemo } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { useSession } from '../session/session.ts'
import type { Choice } from '../ui/fields/select-field.tsx'

/** Of a table of labels, in its order. Made once, outside of components. */
export const choicesOf = <Key extends string>(
  labels: Readonly<Record<Key, { label: string }>>,
): readonly Choice<Key>[] =>
  (Object.keys(labels) as Key[]).map((value) => ({ value, name: labels[value].label }))

/** The texts that `list` knows of a field; none until they are there. */
export function useKnownTexts(
  list: ReturnType<typeof dropdowns>,
): (field: string) => readonly string[] {
  const { data } = useEndpoint(list, {})
  return (field) => data?.data[field]?.map(({ name }) => name) ?? []
}

export const everyBranch: Choice<number | null> = { value: null, name: 'ทั้งหมด' }

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
