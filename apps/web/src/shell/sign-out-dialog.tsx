import { ConfirmDialog } from '../ui/dialog.tsx'
import { session } from '../session/session.ts'

/** Asks before one leaves. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="ออกจากระบบ"
      confirmLabel="ออกจากระบบ"
      onConfirm={session.signOut}
    >
      ต้องการออกจากระบบใช่หรือไม่
    </ConfirmDialog>
  )
}
