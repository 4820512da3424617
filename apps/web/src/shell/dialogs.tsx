import { actionWords, headings } from '@khapdee/domain/words'
import { formatTime } from '@khapdee/domain/thai-date'
import { Link, useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useContext } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components'
import { fullMenuQuery, usePreferences } from '../session/preferences.ts'
import { sessionStore } from '../session/session.ts'
import { usePastAlerts } from '../shared/alerts.ts'
import { sourceLabels, useCardSettings } from '../shared/customer/card-settings.ts'
import { paths } from '../shared/paths.ts'
import { useScreenName } from '../shared/screen.tsx'
import { shortcutGroups, shortcuts } from '../shared/shortcuts.ts'
import { ConfirmDialog, Modal } from '../ui/dialog.tsx'
import { Alert, EmptyState } from '../ui/feedback.tsx'
import { SegmentedField, SwitchField } from '../ui/fields/choice-fields.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Keys } from '../ui/values.tsx'
import { useMedia } from '../ui/hooks.ts'
import { helpFor } from './help-texts.ts'

const skins = [
  { value: 'light', name: 'สว่าง' },
  { value: 'dark', name: 'เข้ม' },
] as const
const layouts = [
  { value: 'vertical', name: 'แนวตั้ง' },
  { value: 'horizontal', name: 'แนวนอน' },
] as const
const widths = [
  { value: 'boxed', name: 'จำกัดความกว้าง' },
  { value: 'full', name: 'เต็มจอ' },
] as const
const navbars = [
  { value: 'floating', name: 'ลอย' },
  { value: 'sticky', name: 'ติดด้านบน' },
  { value: 'static', name: 'เลื่อนตามหน้า' },
  { value: 'hidden', name: 'ซ่อน' },
] as const

/** All display preferences; each takes effect at once. */
export function PreferencesPanel() {
  const [preferences, change] = usePreferences()
  const fitsFullMenu = useMedia(fullMenuQuery)
  return (
    <div className="flex flex-col gap-3">
      <SegmentedField
        label="สีหน้าจอ"
        items={skins}
        value={preferences.skin}
        onChange={(skin) => change({ skin })}
      />
      <SegmentedField
        label="เมนู"
        items={layouts}
        value={preferences.layout}
        onChange={(layout) => change({ layout })}
      />
      <SegmentedField
        label="ความกว้างเนื้อหา"
        items={widths}
        value={preferences.content}
        onChange={(content) => change({ content })}
      />
      <SelectField
        label="แถบด้านบน"
        items={navbars}
        value={preferences.navbar}
        onChange={(navbar) => change({ navbar })}
      />
      <SwitchField
        label="ย่อเมนู"
        isDisabled={preferences.layout === 'horizontal' || !fitsFullMenu}
        value={preferences.menuCollapsed}
        onChange={(menuCollapsed) => change({ menuCollapsed })}
      />
      <SwitchField
        label="จัดหน้าจอจากขวาไปซ้าย"
        value={preferences.rtl}
        onChange={(rtl) => change({ rtl })}
      />
      <SwitchField
        label={`${singleKeysLabel} (N, /, ?)`}
        value={preferences.singleKeys}
        onChange={(singleKeys) => change({ singleKeys })}
      />
      <SwitchField
        label="ปุ่มลัด F2–F9 บนปุ่ม"
        value={preferences.functionKeys}
        onChange={(functionKeys) => change({ functionKeys })}
      />
      <SwitchField
        label="พิมพ์ทันที ไม่เปิดแท็บใหม่"
        value={preferences.printsAtOnce}
        onChange={(printsAtOnce) => change({ printsAtOnce })}
      />
      <CardReaderLink />
    </div>
  )
}

/** The card readers that this browser uses, with a link to their screen. */
function CardReaderLink() {
  const { order } = useCardSettings()
  const overlay = useContext(OverlayTriggerStateContext)
  return (
    <p className="border-t border-line pt-3">
      <Link to={paths.cardReader} className="text-primary underline" onClick={overlay?.close}>
        {headings.cardReader}
      </Link>
      <span className="block text-sm text-muted">
        {order.map((name) => sourceLabels[name]).join(' → ') || 'ไม่ได้ใช้'}
      </span>
    </p>
  )
}

/** The preferences in a dialog, for the command palette; the top bar has them in a popover. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title={headings.displaySettings} size="sm">
      <PreferencesPanel />
    </Modal>
  )
}

/** The dialog with the help of the current screen and all shortcuts, grouped by the part of the app in which they work. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const [{ singleKeys }] = usePreferences()
  return (
    <Modal isOpen onClose={onClose} title={headings.help}>
      <ScreenHelp />
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
                  <dd className="shrink-0">
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
          {actionWords.close}
          {singleKeysLabel}อยู่ ({singleKeyLabels.join(' ')}) เปิดได้ที่ตั้งค่าการแสดงผล
        </p>
      )}
    </Modal>
  )
}

/** The purpose of the current screen, and the steps of its usual task. */
function ScreenHelp() {
  const name = useScreenName()
  const help = helpFor(useRouterState({ select: ({ location }) => location.pathname }))
  if (help === undefined) return null
  return (
    <section aria-label={name} className="mb-4 border-b border-line pb-4">
      <h3 className="pb-1 font-semibold">{name}</h3>
      <p>{help.purpose}</p>
      {help.steps && (
        <ol className="list-decimal ps-5 pt-1">
          {help.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The dialog that lists the last alerts, with their times. */
export function PastAlertList({ onClose }: { onClose: () => void }) {
  const past = usePastAlerts()
  return (
    <Modal isOpen onClose={onClose} title={headings.pastAlerts}>
      {past.length === 0 ? (
        <EmptyState title="ยังไม่มีข้อความ" icon={Bell} />
      ) : (
        <ol className="flex flex-col gap-2">
          {past.map(({ id, at, message, err, warning }) => (
            <li key={id} className="flex items-start gap-3">
              <time className="w-18 shrink-0 py-2.5 text-muted tabular-nums">{formatTime(at)}</time>
              <div className="min-w-0 flex-1">
                <Alert tone={err ? 'error' : warning ? 'warning' : 'success'} isPast>
                  {message}
                </Alert>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Modal>
  )
}

const singleKeysLabel = 'ปุ่มลัดแบบกดปุ่มเดียว'
const singleKeyLabels = Object.values(shortcuts)
  .filter((shortcut) => !('withCtrl' in shortcut) && !('isFunctionKey' in shortcut))
  .map(({ keys }) => keys.join(' '))

/** Asks for confirmation before signing out. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={actionWords.signOut}
      confirmLabel={actionWords.signOut}
      onConfirm={sessionStore.signOut}
    >
      ต้องการออกจากระบบใช่หรือไม่
    </ConfirmDialog>
  )
}
