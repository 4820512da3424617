import { usePreferences } from '../session/preferences.ts'
import { Keys } from '../ui/values.tsx'
import { type ShortcutName, shortcuts } from './shortcuts.ts'

/** The function key of a button, shown on it; not on touch screens, nor when the preference disables function keys. */
export function ShortcutKeys({ name }: { name: ShortcutName }) {
  const [{ functionKeys }] = usePreferences()
  if (!functionKeys) return null
  return (
    // The list of shortcuts names the keys for screen readers.
    <span aria-hidden className="max-md:hidden coarse:hidden">
      <Keys keys={shortcuts[name].keys} />
    </span>
  )
}
