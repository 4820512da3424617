import { actionWords } from '@khapdee/domain/words'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  Button,
  Link,
  Menu,
  MenuItem,
  type MenuItemProps,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import { buttonClass } from './button.tsx'

/** A menu entry that calls `onAction` or links to `href`. */
export interface MenuAction {
  id: string
  label: string
  icon?: LucideIcon
  onAction?: () => void
  href?: string
  /** `danger` for an action that cannot be undone. */
  tone?: 'plain' | 'danger'
  isDisabled?: boolean
  /** Whether `href` is the current screen. */
  isCurrent?: boolean
}

const looks = { plain: 'text-ink', danger: 'text-danger' }

interface ActionMenuProps {
  label: string
  actions: readonly MenuAction[]
  /** Focuses the first entry. For a menu without a MenuTrigger: a MenuTrigger does that by itself. */
  autoFocus?: boolean
}

/** The entries of a menu; to be rendered inside a popover. */
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

/** Adds `aria-current`, which React Aria does not set on menu entries. */
const renderCurrent: NonNullable<MenuItemProps['render']> = (props) =>
  'href' in props ? (
    <a {...props} aria-current="page">
      {props.children}
    </a>
  ) : (
    <div {...props} />
  )

interface ActionMenuButtonProps {
  /** The name of the menu, and of a button that shows only an icon. */
  label: string
  actions: readonly MenuAction[]
  iconOnly?: boolean
  children: ReactNode
}

/** A button with its own menu, for actions that do not belong to a row. */
export function ActionMenuButton({
  label,
  actions,
  iconOnly = false,
  children,
}: ActionMenuButtonProps) {
  return (
    <MenuTrigger>
      <Button className={buttonClass({ iconOnly })} {...(iconOnly && { 'aria-label': label })}>
        {children}
      </Button>
      <Popover placement="bottom end" offset={4} className="popover p-1">
        <ActionMenu label={label} actions={actions} />
      </Popover>
    </MenuTrigger>
  )
}

/** An action on a row. The first primary one is a button in the row, the others are in a menu. */
export interface RowAction extends MenuAction {
  primary?: boolean
}

/** Opens the menu of the row that contains `button`. */
export type OpenRowMenu = (actions: readonly RowAction[], button: HTMLButtonElement) => void

interface RowTitle {
  /** Id of the element with the title of the row. The names of the row's buttons end with its text. */
  titleId?: string | undefined
}

/**
 * Names a button of a row by its own text and the title of the row, because buttons of different
 * rows must not have the same name.
 * @param key identifies the button within its row
 */
export const namedByTitle = (titleId: string | undefined, key: string) =>
  titleId !== undefined && {
    id: `${titleId}-${key}`,
    'aria-labelledby': `${titleId}-${key} ${titleId}`,
  }

interface RowButtonsProps extends RowTitle {
  actions: readonly RowAction[]
  onOpenMenu: OpenRowMenu
}

/** The first primary action, and the actions for the menu. */
export function splitActions(actions: readonly RowAction[]) {
  const primary = actions.find((action) => action.primary)
  return { primary, others: actions.filter((action) => action !== primary) }
}

/** The buttons of a row. They are native, because React Aria's buttons slow down typing in a filter above a long list. */
export function RowButtons({ actions, ...props }: RowButtonsProps) {
  const { primary, others } = splitActions(actions)
  return (
    <div className="flex items-center justify-end gap-1">
      {primary && <PrimaryButton {...primary} titleId={props.titleId} />}
      {others.length > 0 && <MenuButton actions={others} {...props} />}
    </div>
  )
}

/** A button that opens the menu shared by all rows, with these actions. */
export function MenuButton({ actions, onOpenMenu, titleId }: RowButtonsProps) {
  return (
    <button
      {...namedByTitle(titleId, 'menu')}
      type="button"
      aria-haspopup="menu"
      aria-label={actionWords.manage}
      onClick={(event) => onOpenMenu(actions, event.currentTarget)}
      className={buttonClass({ kind: 'quiet', size: 'sm', iconOnly: true })}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  )
}

/** The primary action of a row, as a button or a link. */
export function PrimaryButton({
  label,
  icon: Icon,
  href,
  onAction,
  isDisabled,
  tone,
  titleId,
}: RowAction & RowTitle) {
  const name = namedByTitle(titleId, 'primary')
  const base = buttonClass({ size: 'sm' })
  const className = tone === 'danger' ? `${base} text-danger` : base
  const content = (
    <>
      {Icon && <Icon size={15} aria-hidden />}
      {label}
    </>
  )
  if (href !== undefined) {
    return (
      <Link {...name} href={href} className={className} isDisabled={isDisabled ?? false}>
        {content}
      </Link>
    )
  }
  return (
    <button {...name} type="button" disabled={isDisabled} onClick={onAction} className={className}>
      {content}
    </button>
  )
}

/**
 * A menu shared by all rows of a list.
 * @returns `openMenu`, which is the same function between renders, and the menu, to be rendered once
 */
export function useRowMenu(): { openMenu: OpenRowMenu; menu: ReactNode } {
  const button = useRef<HTMLButtonElement>(null)
  const [actions, setActions] = useState<readonly RowAction[]>()
  const openMenu = useCallback<OpenRowMenu>((actions, pressed) => {
    button.current = pressed
    // Safari does not focus a clicked button; the menu returns the focus to it on closing.
    pressed.focus()
    setActions(actions)
  }, [])
  const menu = <RowMenu actions={actions} button={button} onClose={() => setActions(undefined)} />
  return { openMenu, menu }
}

interface RowMenuProps {
  actions: readonly RowAction[] | undefined
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

function RowMenu({ actions, button, onClose }: RowMenuProps) {
  if (actions === undefined) return null
  const closingActions = actions.map(({ onAction, ...action }) => ({
    ...action,
    onAction: () => {
      // A dialog returns the focus to the element that has it when the dialog opens. The button cannot take it while the
      // menu is open, and a tab for a document must be opened in the handler of the press.
      flushSync(onClose)
      button.current?.focus()
      onAction?.()
    },
  }))
  /** A press elsewhere keeps the focus that it sets. */
  const close = () => {
    onClose()
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  return (
    <Popover
      isOpen
      onOpenChange={close}
      triggerRef={button}
      placement="bottom end"
      offset={4}
      aria-label={actionWords.manage}
      className="popover p-1"
    >
      <ActionMenu label={actionWords.manage} actions={closingActions} autoFocus />
    </Popover>
  )
}
