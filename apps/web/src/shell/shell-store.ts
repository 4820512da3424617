/** State of the shell: recently opened screens (in local storage) and the open dialog. */
import { z } from 'zod'
import { localStore, memoryStore, useStore } from '../session/store.ts'

const maxRecent = 5

/** Paths of menu entries, by user id. */
const recentSchema = z.record(z.string(), z.array(z.string()))
const recentStore = localStore(
  'khapdee.recentScreens',
  (stored) => recentSchema.safeParse(stored).data ?? {},
)

/** Puts a screen at the front of the user's recent screens. */
export function addRecentScreen(userId: number, path: string): void {
  const all = recentStore.get()
  const previous = all[userId] ?? []
  if (previous[0] === path) return
  const paths = [path, ...previous.filter((other) => other !== path)].slice(0, maxRecent)
  recentStore.set({ ...all, [userId]: paths })
}

const noScreens: readonly string[] = []

/** Paths of the user's recent screens, most recent first. */
export const useRecentScreens = (userId: number): readonly string[] =>
  useStore(recentStore)[userId] ?? noScreens

/** The dialogs of the shell, opened by a shortcut, a button or the command palette. */
type ShellDialogName = 'palette' | 'help' | 'preferences' | 'past-alerts' | 'sign-out'

const dialogStore = memoryStore<ShellDialogName | null>(null)

export const shellDialog = {
  /** Opens a dialog and closes the one that is open. */
  open: (name: ShellDialogName) => dialogStore.set(name),
  close: () => dialogStore.set(null),
}

export const useShellDialog = (): ShellDialogName | null => useStore(dialogStore)
