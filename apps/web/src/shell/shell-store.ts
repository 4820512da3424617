/** State of the shell: recently opened screens, kept on this computer, and its open dialog. */
import { z } from 'zod'
import { localStore, memoryStore, useStore } from '../session/store.ts'

const maxRecent = 5

/** Paths of the menu, by user id. */
const schema = z.record(z.string(), z.array(z.string()))
const recentStore = localStore(
  'khapdee.recentScreens',
  (stored) => schema.safeParse(stored).data ?? {},
)

/** Puts a screen of the menu at the front of the user's recent ones. */
export function rememberScreen(userId: number, path: string): void {
  const all = recentStore.get()
  const former = all[userId] ?? []
  if (former[0] === path) return
  const paths = [path, ...former.filter((other) => other !== path)].slice(0, maxRecent)
  recentStore.set({ ...all, [userId]: paths })
}

const none: readonly string[] = []

/** Paths of the menu, the last opened first. */
export const useRecentScreens = (userId: number): readonly string[] =>
  useStore(recentStore)[userId] ?? none

/** The dialogs of the shell, opened by a shortcut, a button or the palette. */
type ShellDialogName = 'palette' | 'shortcuts' | 'preferences' | 'sign-out'

const dialogStore = memoryStore<ShellDialogName | null>(null)

export const shellDialog = {
  /** In place of any other. */
  open: (name: ShellDialogName) => dialogStore.set(name),
  close: () => dialogStore.set(null),
}

export const useShellDialog = (): ShellDialogName | null => useStore(dialogStore)
