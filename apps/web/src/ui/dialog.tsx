import { actionWords, answerMessages } from '@khapdee/domain/words'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components'
import { useSingleFlight } from '../use-single-flight.ts'
import { Alert } from './feedback.tsx'
import { Button, IconButton } from './button.tsx'
import { ReturnFocus } from './return-focus.ts'
import { isTouchScreen } from './hooks.ts'

interface ModalProps {
  isOpen: boolean
  /** Called when the user closes the dialog by Escape or its close button. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the bottom. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** Whether a command runs, during which the user cannot close the dialog. */
  isBusy?: boolean
}

const widths = { sm: 'max-w-105', md: 'max-w-160', lg: 'max-w-240' }

/**
 * A dialog above the screen. A click outside does not close it, so that no input is lost. When it closes,
 * the focus returns to the element that had it, or if that is gone, to the heading above it. The content is mounted only while the
 * dialog is open.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  children,
  actions,
  size = 'md',
  role = 'dialog',
  isBusy = false,
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isKeyboardDismissDisabled={isBusy}
      data-noprint
      className="fixed inset-0 z-50 flex items-end justify-center bg-scrim sm:items-center sm:p-4"
    >
      <ReturnFocus />
      <AriaModal className={`w-full ${widths[size]}`}>
        <Dialog
          role={role}
          ref={role === 'dialog' ? focusFirstField : undefined}
          className="flex max-h-[92dvh] flex-col rounded-t-lg bg-surface shadow-pop outline-none sm:rounded-lg"
        >
          <header className="flex items-center justify-between gap-3 border-b border-line py-2 ps-4 pe-2">
            <Heading slot="title" className="text-lg font-semibold">
              {title}
            </Heading>
            <IconButton label={actionWords.close} icon={X} isDisabled={isBusy} onPress={onClose} />
          </header>
          <div ref={makeScrollFocusable} className="overflow-y-auto p-4">
            {children}
          </div>
          {actions !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
              {actions}
            </footer>
          )}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}

const fields =
  ':is(input, textarea, button[aria-haspopup=listbox]):not([type=hidden], [type=file], :disabled)'

/** The field to type into first: in a group of radio buttons, the chosen one. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>(fields)
  const chosen = field?.closest('[role=radiogroup]')?.querySelector<HTMLElement>(':checked')
  return chosen ?? field
}

/**
 * Focuses the first field of a dialog, also if its content is still loading, until the user or the content focuses something else.
 * Not on touch screens, where the focus would open the keyboard.
 */
function focusFirstField(dialog: HTMLElement | null) {
  if (dialog === null || isTouchScreen()) return
  const isFocused = () =>
    document.activeElement !== dialog && dialog.contains(document.activeElement)
  const focus = () => {
    if (!isFocused()) firstField(dialog)?.focus()
    if (isFocused() || !dialog.isConnected) observer.disconnect()
  }
  const observer = new MutationObserver(focus)
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  // After React Aria has focused the dialog, or the content its own first field.
  requestAnimationFrame(focus)
  return () => observer.disconnect()
}

/** Makes a body that scrolls focusable, so that the keyboard can scroll it. */
function makeScrollFocusable(body: HTMLDivElement | null) {
  if (body && body.scrollHeight > body.clientHeight) body.tabIndex = 0
}

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The question, e.g. `ต้องการลบ “สาขารังสิต” ใช่หรือไม่`. */
  children: ReactNode
  /** Text of the confirm button, a verb; by default ยืนยัน. */
  confirmLabel?: string
  /** `danger` for an action that cannot be undone. */
  kind?: 'primary' | 'danger'
  /** The dialog closes when it succeeds, and shows the message of an error that it throws. */
  onConfirm: () => unknown
}

/** Asks for confirmation, runs the action and stays open until it has finished. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel = 'ยืนยัน',
  kind = 'primary',
  onConfirm,
}: ConfirmDialogProps) {
  const [problem, setProblem] = useState<string>()

  function close() {
    setProblem(undefined)
    onClose()
  }

  const { run: confirm, pending } = useSingleFlight(async () => {
    setProblem(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : answerMessages.failed)
    }
  })

  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      title={title}
      size="sm"
      role="alertdialog"
      isBusy={pending}
      actions={
        <>
          <Button isDisabled={pending} onPress={close}>
            {actionWords.cancel}
          </Button>
          <Button kind={kind} pending={pending} autoFocus onPress={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div>{children}</div>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
      </div>
    </Modal>
  )
}
