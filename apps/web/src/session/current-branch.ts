/** The branch chosen in the top bar: what lists show and forms begin with. */
import { type Option, allOption } from '@khapdee/contract/wire'
import { session, useSession } from './session.ts'
import { localStore, useStore } from './store.ts'

const chosen = localStore<string | null>('khapdee.branch', (stored) =>
  typeof stored === 'string' ? stored : null,
)

session.subscribe(() => {
  if (session.user() === null) chosen.set(null)
})

export interface CurrentBranch {
  /** What lists show: a branch id as text, or `all`; always `all` where there is only one. */
  value: string
  /** The branch that a new record begins with: the chosen one, else the user's own. */
  id: number | null
  /** What may be chosen; empty for a user of a single branch. */
  options: readonly Option[]
  choose: (value: string) => void
}

/** The current branch, always one that the user may see. */
export function useCurrentBranch(): CurrentBranch {
  const stored = useStore(chosen)
  const { user, branches } = useSession()
  const several = branches.length > 1
  const options = several ? [allOption, ...branches] : []
  const known = options.find(({ value }) => String(value) === stored)
  const value = String(known?.value ?? 'all')
  const id = value === 'all' ? (user?.branch_id ?? null) : Number(value)
  return { value, id, options, choose: chosen.set }
}
