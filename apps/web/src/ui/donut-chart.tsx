/** A chart of the parts of a whole as a ring, with a legend that has the values and shares. */
import { useState } from 'react'
import { partColor } from './chart-colors.ts'
import { classNames } from './class-names.ts'

export interface DonutSlice {
  key: string
  name: string
  /** A slice of 0 or less is listed, not drawn. */
  value: number
}

interface DonutChartProps {
  /** Name of the chart for screen readers. */
  label: string
  slices: readonly DonutSlice[]
  /** Text inside the ring while no slice is active: the title of the ring, and its sum. */
  title: string
  total: string
  format: (value: number) => string
  /** The key of the slice that filters the screen. */
  selected?: string | undefined
  /** Filters the screen by a slice, or by none if it is the selected one. */
  onSelect: (key: string | undefined) => void
}

const radius = 15.9155
/** The circumference is 100, so that lengths on it are percentages. */
const circumference = 100
/** Space between slices, in percent of the ring. */
const gap = 0.6

/** The share of a slice in the drawn total, from 0 to 100; 0 for a slice that is not drawn. */
export function shareOfSlice(slices: readonly DonutSlice[], { value }: DonutSlice): number {
  const drawn = slices.reduce((sum, slice) => sum + Math.max(0, slice.value), 0)
  return drawn === 0 || value <= 0 ? 0 : (value / drawn) * 100
}

export const shareText = (share: number): string => (share === 0 ? '–' : `${share.toFixed(1)}%`)

/**
 * The legend is a list of buttons, so that every slice can be reached by keyboard; the ring shows the slice that is pointed
 * at or focused. Show the same figures as a table as well.
 */
export function DonutChart({
  label,
  slices,
  title,
  total,
  format,
  selected,
  onSelect,
}: DonutChartProps) {
  const [active, setActive] = useState<string | null>(null)
  const shown = slices.find(({ key }) => key === (active ?? selected))
  const shares = slices.map((slice) => shareOfSlice(slices, slice))
  const toggle = (key: string) => onSelect(key === selected ? undefined : key)
  return (
    <figure
      aria-label={label}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3"
    >
      <div className="relative shrink-0 self-start">
        <svg aria-hidden viewBox="0 0 42 42" width="192" height="192">
          <circle
            cx="21"
            cy="21"
            r={radius}
            fill="none"
            stroke="var(--neutral-soft)"
            strokeWidth="5.5"
          />
          {slices.map(({ key }, i) => {
            const share = shares[i] ?? 0
            const start = shares.slice(0, i).reduce((sum, other) => sum + other, 0)
            const length = Math.max(share - (share < circumference ? gap : 0), 0.2)
            return (
              share > 0 && (
                // The legend handles the keys.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
                <circle
                  key={key}
                  data-slice={key}
                  cx="21"
                  cy="21"
                  r={radius}
                  transform="rotate(-90 21 21)"
                  fill="none"
                  pointerEvents="stroke"
                  stroke={partColor(i)}
                  strokeWidth={shown?.key === key ? 7 : 5.5}
                  strokeDasharray={`${length} ${circumference - length}`}
                  strokeDashoffset={-start}
                  className={classNames(
                    'cursor-pointer',
                    shown !== undefined && shown.key !== key && 'opacity-40',
                  )}
                  onMouseEnter={() => setActive(key)}
                  onMouseLeave={() => setActive(null)}
                  onClick={() => toggle(key)}
                />
              )
            )
          })}
        </svg>
        <p
          aria-hidden
          className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center text-center"
        >
          <span className="line-clamp-2 text-xs text-muted">{shown?.name ?? title}</span>
          <span className="font-semibold">{shown ? format(shown.value) : total}</span>
          {shown && (
            <span className="text-xs text-muted">{shareText(shareOfSlice(slices, shown))}</span>
          )}
        </p>
      </div>
      <ul className="min-w-0 grow basis-60">
        {slices.map(({ key, name, value }, i) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={key === selected}
              onClick={() => toggle(key)}
              onMouseEnter={() => setActive(key)}
              onMouseLeave={() => setActive(null)}
              onFocus={() => setActive(key)}
              onBlur={() => setActive(null)}
              className={classNames(
                'grid min-h-row-control w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto_3.25rem] items-center gap-x-2 rounded-md px-1.5 py-1 text-start text-sm hover:bg-surface-2',
                key === selected && 'bg-primary-soft font-medium text-primary',
              )}
            >
              <svg aria-hidden width="12" height="12">
                <rect
                  x="1"
                  y="1"
                  width="10"
                  height="10"
                  rx="2"
                  fill={(shares[i] ?? 0) > 0 ? partColor(i) : 'none'}
                  stroke={(shares[i] ?? 0) > 0 ? 'none' : 'var(--line-strong)'}
                />
              </svg>
              <span className="min-w-0 wrap-anywhere">{name} </span>
              <span
                dir="ltr"
                className={classNames('whitespace-nowrap', value < 0 && 'text-danger')}
              >
                {format(value)}{' '}
              </span>
              <span className="text-end text-xs">{shareText(shares[i] ?? 0)}</span>
            </button>
          </li>
        ))}
      </ul>
    </figure>
  )
}
