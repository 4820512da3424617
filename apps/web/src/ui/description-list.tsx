import type { ReactNode } from 'react'

export interface Description {
  label: string
  value: ReactNode
}

/** Names and values of one record, read only; as many columns as fit. An empty value is a dash. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
      {items.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="wrap-break-word">{value === null || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
