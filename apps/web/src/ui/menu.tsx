import type { LucideIcon } from 'lucide-react'
import { Menu, MenuItem, type MenuItemProps } from 'react-aria-components'

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
  /** Leads to the screen that is shown. */
  isCurrent?: boolean
}

const looks = { plain: 'text-ink', danger: 'text-danger' }

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
      {actions.map(
        ({ id, label, icon: Icon, onAction, href, tone = 'plain', isDisabled, isCurrent }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={label}
            isDisabled={isDisabled ?? false}
            {...(onAction && { onAction })}
            {...(href !== undefined && { href })}
            {...(isCurrent && { render: renderCurrent })}
            className={`option no-underline ${isCurrent ? 'font-medium text-primary' : looks[tone]}`}
          >
            {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
            {label}
          </MenuItem>
        ),
      )}
    </Menu>
  )
}

/** React Aria marks no entry of a menu as the one where one is. */
const renderCurrent: NonNullable<MenuItemProps['render']> = (props) =>
  'href' in props ? (
    <a {...props} aria-current="page">
      {props.children}
    </a>
  ) : (
    <div {...props} />
  )
