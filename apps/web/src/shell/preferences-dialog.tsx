import { Modal } from '../ui/dialog.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'

/** The preferences where no button stands beside them. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title="ตั้งค่าการแสดงผล" size="sm">
      <PreferencesPanel />
    </Modal>
  )
}
