import type { LucideIcon } from 'lucide-react'
import { Menu, MenuItem } from 'react-aria-components'

/** Something one can do: calls `onAction`, or goes to `href`. */
export interface MenuAction {
  id: string
  label: string
  icon?: LucideIcon
  onAction?: () => void
  href?: string
  /** `danger` for what cannot be undone. */
  tone?: 'plain' | 'danger'
  isDisabled?: boolean
}

interface ActionMenuProps {
  label: string
  actions: readonly MenuAction[]
  /** For a menu that no MenuTrigger opens, which would otherwise send the focus. */
  autoFocus?: boolean
}

/** The entries of a menu; stands inside a popover. */
export function ActionMenu({ label, actions, autoFocus }: ActionMenuProps) {
  return (
    <Menu
      aria-label={label}
      {...(autoFocus && { autoFocus: 'first' })}
      className="min-w-44 outline-none"
    >
      {actions.map(({ id, label, icon: Icon, onAction, href, tone, isDisabled }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={label}
          isDisabled={isDisabled ?? false}
          {...(onAction && { onAction })}
          {...(href !== undefined && { href })}
          className={tone === 'danger' ? 'option text-danger' : 'option text-ink no-underline'}
        >
          {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
