import { Modal } from '../ui/dialog.tsx'
import { Keys } from '../ui/keys.tsx'
import { usePreferences } from '../session/preferences.ts'
import { shortcutGroups, shortcuts } from '../shared/shortcuts.ts'

/** Every shortcut, by where it works. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [{ singleKeys }] = usePreferences()
  return (
    <Modal isOpen onClose={onClose} title="ปุ่มลัด">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {shortcutGroups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h3 className="pb-1 text-sm font-semibold">{group.label}</h3>
            <dl>
              {group.shortcuts.map(({ label, keys }) => (
                <div
                  key={label}
                  className="flex min-h-8 items-center justify-between gap-3 border-b border-line py-1 last:border-0"
                >
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {!singleKeys && (
        <p className="pt-4 text-sm text-muted">
          ปิดปุ่มลัดตัวเดียวอยู่ ({offKeys.join(' ')}) เปิดได้ที่ตั้งค่าการแสดงผล
        </p>
      )}
    </Modal>
  )
}

const offKeys = Object.values(shortcuts)
  .filter((shortcut) => !('withCtrl' in shortcut))
  .map(({ keys }) => keys.join(' '))
