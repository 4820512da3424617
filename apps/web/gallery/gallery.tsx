import { type ComponentType, useState } from 'react'
import { usePreferences } from '../src/session/preferences.ts'
import { SegmentedField, SwitchField } from '../src/ui/fields/choice-fields.tsx'
import { ActionFamily } from './action-family.tsx'
import { FieldFamily } from './field-family.tsx'
import { FigureFamily } from './figure-family.tsx'
import { FormFamily } from './form-family.tsx'
import { LineFamily } from './line-family.tsx'
import { MessageFamily } from './message-family.tsx'
import { OverlayFamily } from './overlay-family.tsx'
import { PageFamily } from './page-family.tsx'
import { TableFamily } from './table-family.tsx'
import { formsTitle } from './specimen.tsx'

const families: [id: string, title: string, Family: ComponentType][] = [
  ['fields', 'ช่องกรอก', FieldFamily],
  ['forms', formsTitle, FormFamily],
  ['lines', 'รายการในใบสมัคร', LineFamily],
  ['actions', 'ปุ่ม', ActionFamily],
  ['overlays', 'หน้าต่างและเมนู', OverlayFamily],
  ['messages', 'ข้อความและสถานะ', MessageFamily],
  ['figures', 'ตัวเลขและวันที่', FigureFamily],
  ['tables', 'ตาราง', TableFamily],
  ['pages', 'ส่วนของหน้าจอ', PageFamily],
]

const skins = [
  { value: 'light', name: 'สว่าง' },
  { value: 'dark', name: 'มืด' },
] as const

/** All components, grouped by family. Switches at the top change the colours, direction and width. */
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
          {families.map(([id, title]) => (
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
          {families.map(([id, title, Family]) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="mb-3 text-2xl font-semibold">
                {title}
              </h2>
              <div className="flex flex-col gap-4">
                <Family />
              </div>
            </section>
          ))}
        </main>
      )}
    </>
  )
}
