import { actionWords } from '@khapdee/domain/words'
import { X } from 'lucide-react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../ui/button.tsx'
import { Brand } from './shell-tools.tsx'
import { NavList } from './navigation.tsx'

/** The menu on phones and tablets: a drawer over the screen. */
export function NavDrawer({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      data-noprint
      className="fixed inset-0 z-40 bg-scrim lg:hidden"
    >
      <Modal className="h-dvh w-70 max-w-[85vw] bg-surface shadow-pop">
        <Dialog
          aria-label="เมนู"
          className="flex h-full flex-col overflow-y-auto px-2 pb-4 outline-none"
        >
          <div className="flex items-center justify-between">
            <Brand />
            <IconButton label={actionWords.close} icon={X} onPress={onClose} />
          </div>
          <NavList onNavigate={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
