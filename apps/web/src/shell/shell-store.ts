/** State of the shell: recently opened screens (in local storage) and the open dialog. */
import { z } from 'zod'
import { localStore, memoryStore, useStore } from '../session/store.ts'

const maxRecent = 5

/** Paths of menu entries, by user id. */
const schema = z.record(z.string(), z.array(z.string()))
const recentStore = localStore(
  'khapdee.recentScreens',
  (stored) => schema.safeParse(stored).data ?? {},
)

/** Puts a screen at the front of the user's recent screens. */
export function rememberScreen(userId: number, path: string): void {
  const all = recentStore.get()
  const former = all[userId] ?? []
  if (former[0] === path) return
  const paths = [path, ...former.filter((other) => other !== path)].slice(0, maxRecent)
  recentStore.set({ ...all, [userId]: paths })
}

const none: readonly string[] = []

/** Paths of the user's recent screens, the latest first. */
export const useRecentScreens = (userId: number): readonly string[] =>
  useStore(recentStore)[userId] ?? none

/** The dialogs of the shell, opened by a shortcut, a button or the palette. */
type ShellDialogName = 'palette' | 'shortcuts' | 'preferences' | 'sign-out'

const dialogStore = memoryStore<ShellDialogName | null>(null)

export const shellDialog = {
  /** Opens a dialog and closes any other. */
  open: (name: ShellDialogName) => dialogStore.set(name),
  close: () => dialogStore.set(null),
}

export const useShellDialog = (): ShellDialogName | null => useStore(dialogStore)
