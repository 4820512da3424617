/** Which columns of a list each person has put away, kept on this computer. */
import { useCallback } from 'react'
import { z } from 'zod'
import { useSession } from '../session/session.ts'
import { localStore, useStore } from '../session/store.ts'

/** By user id, then by list: ids of columns. */
const schema = z.record(z.string(), z.record(z.string(), z.array(z.string()))).catch({})

const store = localStore('khapdee.columns', (stored) => schema.parse(stored))
const none: readonly string[] = []

/**
 * The columns that the signed-in user has put away, and how to put away others instead.
 * @param list a name that stays the same from release to release
 */
export function useHiddenColumns(
  list: string,
): [hidden: readonly string[], change: (hidden: readonly string[]) => void] {
  const { user } = useSession()
  const person = String(user?.user_id)
  const stored = useStore(store)
  const change = useCallback(
    (hidden: readonly string[]) => {
      const all = store.get()
      store.set({ ...all, [person]: { ...all[person], [list]: [...hidden] } })
    },
    [person, list],
  )
  return [stored[person]?.[list] ?? none, change]
}
