import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { sessionStore } from '../session/session.ts'

/**
 * Asks for confirmation before a screen with unsaved content is left: by a link, back, reload or
 * closing the tab. After saving, navigate with `ignoreBlocker: true`.
 */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && sessionStore.user() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="ออกจากหน้านี้"
      confirmLabel="ออกจากหน้านี้"
      onConfirm={() => blocker.proceed?.()}
    >
      มีข้อมูลที่ยังไม่ได้บันทึก ต้องการออกจากหน้านี้หรือไม่
    </ConfirmDialog>
  )
}
