import { type ReactNode, useId } from 'react'

interface SpecimenProps {
  /** The component's name in the code. */
  name: string
  children: ReactNode
}

/** One component with its name above it. */
export function Specimen({ name, children }: SpecimenProps) {
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

/** Tall and deep marks above and below one another, which too little line height would clip. */
export const tallText = 'ปั๊มน้ำมันที่กั้นรั้ว ญู ฎู ฏุ'

/** Wider than any field, and with few places to break. */
export const longText = `${tallText} ห้างหุ้นส่วนจำกัดโรงเรียนสอนขับรถยนต์และรถจักรยานยนต์ประจำจังหวัดขอนแก่นและจังหวัดใกล้เคียง`
