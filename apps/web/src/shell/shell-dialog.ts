/** The dialog that stands above any screen: opened by a shortcut, a button or the palette. */
import { memoryStore, useStore } from '../session/store.ts'

type ShellDialogName = 'palette' | 'shortcuts' | 'preferences' | 'sign-out'

const store = memoryStore<ShellDialogName | null>(null)

export const shellDialog = {
  /** In place of any other. */
  open: (name: ShellDialogName) => store.set(name),
  close: () => store.set(null),
}

export const useShellDialog = (): ShellDialogName | null => useStore(store)
