/** A chart of horizontal bars, each divided into the parts of its whole. */
import { Link } from 'react-aria-components'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import { countText } from './values.tsx'

export interface BarPart {
  name: string
  /** Any CSS colour, from the tokens. */
  color: string
}

export interface Bar {
  key: string
  name: string
  /** A small text under the name. */
  note?: string
  /** The size of each part, in the order of the parts of the chart. */
  sizes: readonly number[]
  /** The result beside the bar, e.g. `4.25`. */
  text: string
  /** The path of the list of the rows counted in the bar. */
  href: string
}

interface BarChartProps {
  /** Name of the chart for screen readers. */
  label: string
  parts: readonly BarPart[]
  bars: readonly Bar[]
  /** The unit of the counts, e.g. `ครั้ง`. */
  unit: string
}

/**
 * The bars have the same length and show shares; the sizes are shown while a bar is pointed at or focused, and are read
 * by screen readers. Show the same figures as a table as well.
 */
export function BarChart({ label, parts, bars, unit }: BarChartProps) {
  const [active, setActive] = useState<string | null>(null)
  const closeOnEscape = ({ key }: { key: string }) => {
    if (key === 'Escape') setActive(null)
  }
  return (
    <figure aria-label={label} className="flex flex-col gap-3">
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {parts.map(({ name, color }) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg width="12" height="12">
              <rect width="12" height="12" rx="2" fill={color} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <ul className="flex flex-col gap-0.5">
        {bars.map((bar) => {
          const total = bar.sizes.reduce((sum, size) => sum + size, 0)
          const details = parts.map(({ name }, i) => `${name} ${countText(bar.sizes[i] ?? 0)}`)
          const isActive = active === bar.key
          return (
            <li key={bar.key} className="relative">
              <Link
                href={bar.href}
                onHoverStart={() => setActive(bar.key)}
                onHoverEnd={() => setActive(null)}
                onFocus={() => setActive(bar.key)}
                onBlur={() => setActive(null)}
                onKeyDown={closeOnEscape}
                className={classNames(
                  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-1.5 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto]',
                  isActive && 'bg-surface-2',
                )}
              >
                <span className="min-w-0">
                  {bar.name}
                  {bar.note !== undefined && (
                    <span className="block text-xs text-muted">{bar.note}</span>
                  )}
                </span>
                <Shares sizes={bar.sizes} total={total} parts={parts} />
                <span className="min-w-14 text-end">
                  <span className="font-semibold">{bar.text}</span>
                  <span className="block text-xs text-muted">
                    {countText(total)} {unit}
                  </span>
                </span>
                <span className="sr-only">{details.join(', ')}</span>
              </Link>
              {isActive && (
                <span
                  aria-hidden
                  className="pointer-events-none absolute inset-x-2 top-full z-10 w-fit rounded-md bg-ink px-2 py-1 text-xs text-surface"
                >
                  {details.join(' · ')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </figure>
  )
}

interface SharesProps {
  sizes: readonly number[]
  total: number
  parts: readonly BarPart[]
}

/** The bar, divided into its parts. It fills its grid column; on a phone it is below the name and the result. */
function Shares({ sizes, total, parts }: SharesProps) {
  return (
    <svg
      aria-hidden
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
      className="order-last col-span-full h-4 w-full overflow-hidden rounded-sm md:order-none md:col-span-1"
    >
      <rect width="100" height="1" fill="var(--neutral-soft)" />
      {parts.map(({ name, color }, i) => {
        const before = sizes.slice(0, i).reduce((sum, size) => sum + size, 0)
        return (
          total > 0 && (
            <rect
              key={name}
              x={(before / total) * 100}
              width={((sizes[i] ?? 0) / total) * 100}
              height="1"
              fill={color}
            />
          )
        )
      })}
    </svg>
  )
}
