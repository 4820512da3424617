/** The signed-in user of all tabs, with permissions and the chosen branch. */
import { user as userApi, type UserData } from '@khapdee/contract/entities/user'
import { allOption, type Option } from '@khapdee/contract/wire'
import type { Permission } from '@khapdee/domain/permissions'
import { useMemo } from 'react'
import { call } from '../api/client.ts'
import { onSessionLost, type TokenPair, tokens } from '../api/tokens.ts'
import { localStore, useStore } from './store.ts'

const userSchema = userApi.me.output.shape.data

const userStore = localStore<UserData | null>(
  'userData',
  (stored) => userSchema.safeParse(stored).data ?? null,
)

/** True from the moment the server ended the session until somebody signs in. */
const needRefreshStore = localStore<boolean>('khapdee.needRefresh', (stored) => stored === true)

function clear(): void {
  tokens.clear()
  userStore.set(null)
}

onSessionLost(() => {
  needRefreshStore.set(true)
  clear()
})

export const session = {
  /** The signed-in user, or null. */
  user: userStore.get,
  /** Calls `listener` when the user or the user's data changes. */
  subscribe: userStore.subscribe,
  signIn({ userData, ...pair }: TokenPair & { userData: UserData }): void {
    tokens.save(pair)
    needRefreshStore.set(false)
    userStore.set(userData)
  },
  /** Replaces the stored data of the signed-in user by the server's. */
  update(userData: UserData): void {
    if (userStore.get()?.user_id === userData.user_id) userStore.set(userData)
  },
  /** Requires a change of password before anything else, as the server demands. */
  passwordDue(): void {
    const user = userStore.get()
    if (user !== null && !user.must_change_password) {
      userStore.set({ ...user, must_change_password: true })
    }
  },
  /** Leaves this computer even when the server cannot be told. */
  async signOut(): Promise<void> {
    await call(userApi.logout, {}).catch(() => undefined)
    needRefreshStore.set(false)
    clear()
  },
}

export interface Session {
  user: UserData | null
  /** Whether the role has this permission; the server decides again on every call. */
  can: (permission: Permission) => boolean
  /** The branches that the user may work in. */
  branches: readonly Option[]
}

/** The session as a screen needs it. */
export function useSession(): Session {
  const user = useStore(userStore)
  return useMemo(() => sessionOf(user), [user])
}

/** The session of `user`, for guards outside React. */
export function sessionOf(user: UserData | null): Session {
  // A user who must change the password has no permissions until then.
  const granted = user === null || user.must_change_password ? [] : user.ability
  const abilities = new Set(granted.map(({ subject, action }) => `${subject}.${action}`))
  return {
    user,
    can: (permission) => abilities.has(permission),
    branches: user?.branches ?? [],
  }
}

/** Whether the server ended the last session; false after signing out. */
export const isSessionLost = (): boolean => needRefreshStore.get()

/** The same, followed by the sign-in screen, which says so. */
export const useSessionLost = (): boolean => useStore(needRefreshStore)

/** The branch chosen in the top bar: the filter of lists and the default of forms. */
const chosen = localStore<string | null>('khapdee.branch', (stored) =>
  typeof stored === 'string' ? stored : null,
)

session.subscribe(() => {
  if (session.user() === null) chosen.set(null)
})

interface CurrentBranch {
  /** Filter of lists: a branch id as text, or `all`; always `all` where there is only one. */
  value: string
  /** The branch that a new record begins with: the chosen one, else the user's own. */
  id: number | null
  /** The choices; empty for a user of a single branch. */
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
