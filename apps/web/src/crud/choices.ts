/** Choices of form fields, made from a table of labels, from stored texts or from the user's branches. */
import type { dropdowns } from '@khapdee/contract/crud'
import { type Option, allOption } from '@khapdee/contract/wire'
import { useMemo } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { useSession } from '../session/session.ts'
import type { Choice } from '../ui/fields/select-field.tsx'

/**
 * Converts a table of labels to choices in the same order. Call it outside of components, so that the
 * array is the same between renders.
 */
export const choicesOf = <Key extends string>(
  labels: Readonly<Record<Key, { label: string }>>,
): readonly Choice<Key>[] =>
  (Object.keys(labels) as Key[]).map((value) => ({ value, name: labels[value].label }))

/**
 * Suggestions for a field: its distinct stored texts. Returns a function of the field's name, which returns
 * none until they are loaded.
 * @param list the endpoint that lists them
 */
export function useKnownTexts(
  list: ReturnType<typeof dropdowns>,
): (field: string) => readonly string[] {
  const { data } = useEndpoint(list, {})
  return (field) => data?.data[field]?.map(({ name }) => name) ?? []
}

const noChoices: readonly Choice<number>[] = []

/** Choices of ids from the options of a dropdown call; none until they are loaded. */
export const numberChoices = (options: readonly Option[] | undefined): readonly Choice<number>[] =>
  options?.map(({ value, name }) => ({ value: Number(value), name })) ?? noChoices

/** The choice ทั้งหมด of a branch field; null means all branches. */
export const allBranchesChoice: Choice<number | null> = { value: null, name: allOption.name }

/** Choices for `branch_id`: the user's branches, and all (null) for users who see all of them. */
export function useBranchChoices(): readonly Choice<number | null>[] {
  const branchChoices = useRequiredBranchChoices()
  const seesAll = useSession().user?.all_branches === true
  return useMemo(
    () => (seesAll ? [allBranchesChoice, ...branchChoices] : branchChoices),
    [branchChoices, seesAll],
  )
}

/** Choices for the `branch_id` of a record that belongs to exactly one branch. */
export function useRequiredBranchChoices(): readonly Choice<number>[] {
  const { branches } = useSession()
  return useMemo(
    () => branches.map(({ value, name }) => ({ value: Number(value), name })),
    [branches],
  )
}

/**
 * The choices of an optional reference: null, those offered, and the stored one if it is no longer offered.
 * @param id the stored reference
 * @param name the name of the stored record
 * @param nullLabel the label of the choice null; by default ทั้งหมด
 */
export function withStoredChoice(
  offered: readonly Choice<number>[],
  id: number | null | undefined,
  name: string | null | undefined,
  nullLabel: string = allOption.name,
): readonly Choice<number | null>[] {
  const isMissing = id != null && !offered.some(({ value }) => value === id)
  return [
    { value: null, name: nullLabel },
    ...offered,
    ...(isMissing ? [{ value: id, name: name ?? '' }] : []),
  ]
}
