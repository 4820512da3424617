import { SegmentedField } from '../ui/fields/segmented-field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { SwitchField } from '../ui/fields/switch-field.tsx'
import { useMedia } from '../ui/use-media.ts'
import { roomForMenu, usePreferences } from '../session/preferences.ts'

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

/** Every preference of the layout; each takes effect at once. */
export function PreferencesPanel() {
  const [preferences, change] = usePreferences()
  const hasRoom = useMedia(roomForMenu)
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
        isDisabled={preferences.layout === 'horizontal' || !hasRoom}
        value={preferences.menuCollapsed}
        onChange={(menuCollapsed) => change({ menuCollapsed })}
      />
      <SwitchField
        label="จัดหน้าจอจากขวาไปซ้าย"
        value={preferences.rtl}
        onChange={(rtl) => change({ rtl })}
      />
      <SwitchField
        label="ปุ่มลัดตัวเดียว"
        value={preferences.singleKeys}
        onChange={(singleKeys) => change({ singleKeys })}
      />
    </div>
  )
}
