/** Which screens a person opened last on this computer: their addresses in the menu, nothing else. */
import { z } from 'zod'
import { localStore, useStore } from '../session/store.ts'

const mostKept = 5

/** By the id of the user. */
const schema = z.record(z.string(), z.array(z.string()))
const store = localStore('khapdee.recentScreens', (stored) => schema.safeParse(stored).data ?? {})

/** Puts a screen of the menu first. */
export function rememberScreen(userId: number, path: string): void {
  const all = store.get()
  const former = all[userId] ?? []
  if (former[0] === path) return
  const paths = [path, ...former.filter((other) => other !== path)].slice(0, mostKept)
  store.set({ ...all, [userId]: paths })
}

const none: readonly string[] = []

/** Paths of the menu, the last opened first. */
export const useRecentScreens = (userId: number): readonly string[] =>
  useStore(store)[userId] ?? none
