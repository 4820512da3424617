import { type ComponentType, useState } from 'react'
import { usePreferences } from '../src/session/preferences.ts'
import { SegmentedField, SwitchField } from '../src/ui/fields/choice-fields.tsx'
import { ActionSection } from './action-section.tsx'
import { ChartSection } from './chart-section.tsx'
import { FieldSection } from './field-section.tsx'
import { ValueSection } from './value-section.tsx'
import { FormSection } from './form-section.tsx'
import { LineSection } from './line-section.tsx'
import { MessageSection } from './message-section.tsx'
import { OverlaySection } from './overlay-section.tsx'
import { PageSection } from './page-section.tsx'
import { TableSection } from './table-section.tsx'
import { formsTitle } from './example.tsx'

const sections: [id: string, title: string, Section: ComponentType][] = [
  ['fields', 'ช่องกรอก', FieldSection],
  ['forms', formsTitle, FormSection],
  ['lines', 'รายการในใบสมัคร', LineSection],
  ['actions', 'ปุ่ม', ActionSection],
  ['overlays', 'หน้าต่างและเมนู', OverlaySection],
  ['messages', 'ข้อความและสถานะ', MessageSection],
  ['values', 'ตัวเลขและวันที่', ValueSection],
  ['charts', 'แผนภูมิ', ChartSection],
  ['tables', 'ตาราง', TableSection],
  ['pages', 'ส่วนของหน้าจอ', PageSection],
]

const skins = [
  { value: 'light', name: 'สว่าง' },
  { value: 'dark', name: 'มืด' },
] as const

/** All components, in sections. Switches at the top change the colours, direction and width. */
export function Gallery() {
  const [{ skin, rtl }, change] = usePreferences()
  const [isPhone, setPhone] = useState(false)
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-2 border-b border-line bg-surface px-4 py-3">
        <h1 className="me-auto text-xl font-semibold">ส่วนประกอบหน้าจอ</h1>
        <SegmentedField
          label="โหมดสี"
          items={skins}
          value={skin}
          onChange={(chosen) => change({ skin: chosen })}
          className="w-44"
        />
        <SwitchField label="ขวาไปซ้าย" value={rtl} onChange={(on) => change({ rtl: on })} />
        <SwitchField label="โทรศัพท์ 390 px" value={isPhone} onChange={setPhone} />
        <nav aria-label="กลุ่ม" className="flex w-full flex-wrap gap-x-4 gap-y-1">
          {sections.map(([id, title]) => (
            <a key={id} href={`#${id}`} className="text-primary underline coarse:py-2.5">
              {title}
            </a>
          ))}
        </nav>
      </header>
      {isPhone ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- it shows this page itself
        <iframe
          title="โทรศัพท์ 390 px"
          src={location.pathname}
          className="mx-auto my-4 block h-[844px] w-[390px] border border-line"
        />
      ) : (
        <main className="mx-auto flex max-w-360 flex-col gap-8 p-4">
          {sections.map(([id, title, Section]) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="mb-3 text-2xl font-semibold">
                {title}
              </h2>
              <div className="flex flex-col gap-4">
                <Section />
              </div>
            </section>
          ))}
        </main>
      )}
    </>
  )
}
