import { type ReactNode, useId } from 'react'

interface ExampleProps {
  /** The component's name in the code. */
  name: string
  children: ReactNode
}

/** Shows one component, with its name above. */
export function Example({ name, children }: ExampleProps) {
  const id = useId()
  return (
    <article aria-labelledby={id} className="card p-4">
      <p id={id} lang="en" className="mb-3 font-semibold text-muted">
        {name}
      </p>
      {children}
    </article>
  )
}

/** Thai letters with stacked marks above and below, which a small line height would clip. */
export const tallText = 'ปั๊มน้ำมันที่กั้นรั้ว ญู ฎู ฏุ'

/** A text wider than any field, with few places for line breaks. */
export const longText = `${tallText} ห้างหุ้นส่วนจำกัดโรงเรียนสอนขับรถยนต์และรถจักรยานยนต์ประจำจังหวัดขอนแก่นและจังหวัดใกล้เคียง`

/** The names of a sample customer and a sample branch. */
export const customerName = 'สมหญิง ใจดี'
export const branchName = 'สาขาขอนแก่น'
/** The title of the gallery's section of forms, and the label of its sample form. */
export const formsTitle = 'แบบฟอร์ม'
