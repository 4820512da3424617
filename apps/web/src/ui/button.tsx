import { actionWords } from '@khapdee/domain/words'
import { LoaderCircle, type LucideIcon, Save } from 'lucide-react'
import type { ReactElement, ReactNode, Ref } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components'
import { classNames } from './class-names.ts'

/** A screen has at most one `primary` button. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'

const kinds: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-line bg-surface text-ink hover:bg-surface-2 hover:border-line-strong',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-neutral-soft',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
}

/** Buttons are not printed: paper cannot be pressed. */
const base =
  'inline-flex shrink-0 cursor-pointer print:hidden items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap no-underline select-none data-pressed:[filter:brightness(0.95)] data-pending:cursor-progress disabled:cursor-not-allowed disabled:opacity-55'

/** The class names of a button, also for links: `<Link className={buttonClass({ kind: 'primary' })}>`. */
export function buttonClass({
  kind = 'secondary',
  size = 'md',
  iconOnly = false,
}: { kind?: ButtonKind; size?: ButtonSize; iconOnly?: boolean } = {}): string {
  const height = size === 'md' ? 'h-control' : 'h-row-control text-sm'
  const width = size === 'md' ? 'w-control' : 'w-row-control'
  const padding = size === 'md' ? 'px-3.5' : 'px-2.5'
  return classNames(base, kinds[kind], height, iconOnly ? width : padding)
}

interface CommonProps extends Pick<
  AriaButtonProps,
  | 'onPress'
  | 'isDisabled'
  | 'type'
  | 'form'
  | 'autoFocus'
  | 'aria-describedby'
  | 'slot'
  | 'excludeFromTabOrder'
> {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: LucideIcon | undefined
  /** Shows a spinner, cannot be pressed again and announces the wait. */
  pending?: boolean | undefined
  className?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

export interface ButtonProps extends CommonProps {
  children: ReactNode
}

export function Button({ kind, size, icon, pending, className, children, ...rest }: ButtonProps) {
  const variant = { ...(kind && { kind }), ...(size && { size }) }
  return (
    <AriaButton
      {...rest}
      isPending={pending ?? false}
      className={classNames(buttonClass(variant), className)}
    >
      <ButtonIcon icon={icon} pending={pending} />
      {children}
      {pending && <span className="sr-only">กำลังดำเนินการ</span>}
    </AriaButton>
  )
}

export interface IconButtonProps extends CommonProps {
  /** A verb that names the action for screen readers and in the tooltip. */
  label: string
  icon: LucideIcon
}

export function IconButton({
  kind = 'quiet',
  size,
  icon,
  label,
  pending,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <WithTooltip text={label}>
      <AriaButton
        {...rest}
        aria-label={pending ? `${label} กำลังดำเนินการ` : label}
        isPending={pending ?? false}
        className={classNames(
          buttonClass({ kind, iconOnly: true, ...(size && { size }) }),
          className,
        )}
      >
        <ButtonIcon icon={icon} pending={pending} />
      </AriaButton>
    </WithTooltip>
  )
}

function ButtonIcon({ icon: Icon, pending }: Pick<CommonProps, 'icon' | 'pending'>) {
  if (pending) return <Spinner />
  return Icon ? <Icon size={16} aria-hidden className="shrink-0" /> : null
}

interface SaveButtonProps extends Pick<
  ButtonProps,
  'kind' | 'pending' | 'isDisabled' | 'className'
> {
  /** Id of the form that the button submits; the button may be outside of it. */
  form: string
  /** Shown after the text, e.g. the shortcut. */
  after?: ReactNode
}

/** The save button of a form. It is primary unless `kind` is given. */
export function SaveButton({ after, ...props }: SaveButtonProps) {
  return (
    <Button type="submit" kind="primary" icon={Save} {...props}>
      {actionWords.save}
      {after}
    </Button>
  )
}

/** A busy indicator. Screen readers skip it, because the component around it announces the wait. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />
}

/** A tooltip on hover and on keyboard focus. `children` is one focusable element. */
export function WithTooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className="rounded-md bg-ink px-2 py-1 text-xs text-surface" offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}
