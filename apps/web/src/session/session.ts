/** The signed-in user, shared by all tabs, with their permissions and the chosen branch. */
import { user as userApi, type UserData } from '@khapdee/contract/entities/user'
import { allOption, type Option } from '@khapdee/contract/wire'
import type { Permission } from '@khapdee/domain/permissions'
import { useMemo } from 'react'
import { call } from '../api/client.ts'
import { readCurrentUserFrom } from '../api/current-user.ts'
import { onSessionLost, type TokenPair, tokens } from '../api/tokens.ts'
import { localStore, useStore } from './store.ts'

const userSchema = userApi.me.output.shape.data

const userStore = localStore<UserData | null>(
  'userData',
  (stored) => userSchema.safeParse(stored).data ?? null,
)

readCurrentUserFrom(() => userStore.get()?.user_id ?? null)

/** True after the server ended the session, until the next sign-in or sign-out. */
const sessionLostStore = localStore<boolean>('khapdee.needRefresh', (stored) => stored === true)

function clearSession(): void {
  tokens.clear()
  userStore.set(null)
}

onSessionLost(() => {
  sessionLostStore.set(true)
  clearSession()
})

const signOutTasks = new Set<() => Promise<void>>()

/**
 * Runs `task` before the user signs out, while calls of the session are still possible; its failure does not stop the sign-out.
 * @returns a function that removes the task
 */
export function beforeSignOut(task: () => Promise<void>): () => void {
  signOutTasks.add(task)
  return () => void signOutTasks.delete(task)
}

export const sessionStore = {
  /** The signed-in user, or null. */
  user: userStore.get,
  /** Calls `listener` on sign-in, sign-out and every change of the user's data. */
  subscribe: userStore.subscribe,
  signIn({ userData, ...pair }: TokenPair & { userData: UserData }): void {
    tokens.save(pair)
    sessionLostStore.set(false)
    userStore.set(userData)
  },
  /** Replaces the data of the signed-in user; data of another user is ignored. */
  update(userData: UserData): void {
    if (userStore.get()?.user_id === userData.user_id) userStore.set(userData)
  },
  /** Records that the server requires a new password before any other call. */
  markPasswordDue(): void {
    const user = userStore.get()
    if (user !== null && !user.must_change_password) {
      userStore.set({ ...user, must_change_password: true })
    }
  },
  /** Clears the session in this browser, even if the logout call fails. */
  async signOut(): Promise<void> {
    await Promise.allSettled([...signOutTasks].map((task) => task()))
    await call(userApi.logout, {}).catch(() => undefined)
    sessionLostStore.set(false)
    clearSession()
  },
}

export interface Session {
  user: UserData | null
  /** Whether the role has this permission; the server decides again on every call. */
  can: (permission: Permission) => boolean
  /** The branches that the user may work in. */
  branches: readonly Option[]
}

/** The current session; the component renders again when it changes. */
export function useSession(): Session {
  const user = useStore(userStore)
  return useMemo(() => sessionOf(user), [user])
}

/** The session of `user`, for code outside React. */
export function sessionOf(user: UserData | null): Session {
  // With a password change due, the server refuses every other call.
  const granted = user === null || user.must_change_password ? [] : user.ability
  const abilities = new Set(granted.map(({ subject, action }) => `${subject}.${action}`))
  return {
    user,
    can: (permission) => abilities.has(permission),
    branches: user?.branches ?? [],
  }
}

/** Whether the server ended the last session; false after signing out. */
export const isSessionLost = (): boolean => sessionLostStore.get()

/** `isSessionLost` as a hook. */
export const useIsSessionLost = (): boolean => useStore(sessionLostStore)

/**
 * The branch chosen in the top bar: an id as text, `all`, or null before a choice. It filters
 * lists, counts and the dashboard, and is the default branch of forms; no screen has a separate
 * branch filter.
 */
const chosenBranchStore = localStore<string | null>('khapdee.branch', (stored) =>
  typeof stored === 'string' ? stored : null,
)

sessionStore.subscribe(() => {
  if (sessionStore.user() === null) chosenBranchStore.set(null)
})

interface CurrentBranch {
  /** The filter of lists: a branch id as text, or `all`; always `all` for a user of one branch. */
  value: string
  /** The default branch of a new record: the chosen one, else the user's own; null without a user. */
  id: number | null
  /** The branches to choose from; empty for a user of a single branch. */
  options: readonly Option[]
  choose: (value: string) => void
}

/** The current branch; `all` if the user has no access to the stored branch. */
export function useCurrentBranch(): CurrentBranch {
  const chosenBranch = useStore(chosenBranchStore)
  const { user, branches } = useSession()
  const hasSeveral = branches.length > 1
  const options = hasSeveral ? [allOption, ...branches] : []
  const option = options.find(({ value }) => String(value) === chosenBranch)
  const value = String(option?.value ?? 'all')
  const id = value === 'all' ? (user?.branch_id ?? null) : Number(value)
  return { value, id, options, choose: chosenBranchStore.set }
}

/** The current branch as the filter of a query; empty for all branches. */
export function useBranchFilter(): { branch?: string } {
  const { value } = useCurrentBranch()
  return value === 'all' ? {} : { branch: value }
}
