import { Search } from 'lucide-react'
import { Button } from 'react-aria-components'
import { IconButton } from '../ui/button.tsx'
import { Keys } from '../ui/keys.tsx'
import { shortcuts } from '../shared/shortcuts.ts'
import { shellDialog } from './shell-dialog.ts'

const { label, keys } = shortcuts.palette
const openPalette = () => shellDialog.open('palette')

/** Opens the command palette: looks like a field where there is room for one, else like an icon. */
export function CommandPaletteButton({ iconOnly = false }: { iconOnly?: boolean }) {
  if (iconOnly) return <IconButton label={label} icon={Search} onPress={openPalette} />
  return (
    <>
      <div className="md:hidden">
        <IconButton label={label} icon={Search} onPress={openPalette} />
      </div>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        onPress={openPalette}
        className="control hidden w-60 cursor-pointer gap-2 border-line text-muted hover:border-line-strong md:flex"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate text-start">{label}</span>
        <Keys keys={keys} />
      </Button>
    </>
  )
}
