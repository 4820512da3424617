/** A chart of columns over time, one column for each series in every period, and an optional line. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { ticksOf } from './chart-scale.ts'
import { useWidth } from './hooks.ts'

export interface ColumnPeriod {
  key: string
  /** The text below the axis, e.g. `21` or `พ.ย.` */
  shortName: string
  /** The full name, e.g. `21 พ.ย. 2569` */
  name: string
}

export interface ColumnSeries {
  name: string
  /** Any CSS colour, from the tokens. */
  color: string
  /** One value for each period. */
  data: readonly number[]
}

interface ColumnChartProps {
  /** Name of the chart for screen readers. */
  label: string
  periods: readonly ColumnPeriod[]
  columns: readonly ColumnSeries[]
  line?: ColumnSeries | undefined
  /** The values with their unit, in the details of a period. */
  format: (value: number) => string
  /** The values at the grid lines. */
  formatTick: (value: number) => string
  /** Shows the rows of a period. */
  onSelect: (key: string) => void
}

const height = 200
const labelHeight = 22
const top = 8
/** Space for the values of the grid lines. */
const axisWidth = 66
const maxBarWidth = 36
/** Minimum space for a text below the axis. */
const minLabelWidth = 34
/** The widths for which the chart is drawn; between them it is scaled. */
const widths = [260, 320, 380, 460, 560, 680, 800, 920, 1040, 1160, 1280]

/**
 * The periods are buttons, and the arrow keys move the focus between them; the details of a period
 * are shown while it is pointed at or focused. Show the same figures as a table as well.
 */
export function ColumnChart(props: ColumnChartProps) {
  const { label, periods, columns, line, format, formatTick, onSelect } = props
  const frame = useRef<HTMLDivElement>(null)
  const measured = useWidth(frame, widths)
  const width = Number.isFinite(measured) ? Math.max(measured, 260) : 680
  const [active, setActive] = useState<number | null>(null)
  const [tabStop, setTabStop] = useState(0)
  const all = line ? [...columns, line] : columns
  const ticks = ticksOf(all.flatMap(({ data }) => data))
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)]
  const y = (value: number) =>
    top + ((highest - value) / (highest - lowest)) * (height - top - labelHeight)
  const slot = (width - axisWidth) / Math.max(1, periods.length)
  const center = (index: number) => axisWidth + slot * (index + 0.5)
  const barWidth = Math.min(maxBarWidth, (slot * 0.72) / columns.length)
  const labelStep = Math.ceil(minLabelWidth / slot)
  const moveFocus = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    if (event.key === 'Escape') setActive(null)
    const to = nextIndex(event.key, index, periods.length)
    if (to === undefined) return
    event.preventDefault()
    setTabStop(to)
    event.currentTarget.parentElement?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <figure aria-label={label} className="flex min-w-0 flex-col gap-2">
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {all.map(({ name, color }) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg width="12" height="12">
              <rect
                y={name === line?.name ? 4.5 : 0}
                width="12"
                height={name === line?.name ? 3 : 12}
                rx={name === line?.name ? 1.5 : 2}
                fill={color}
              />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {/* Time runs from left to right in both directions of writing. */}
      <div ref={frame} dir="ltr" className="relative">
        <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="block w-full">
          {active !== null && (
            <rect
              x={axisWidth + slot * active}
              y={top}
              width={slot}
              height={height - top - labelHeight}
              fill="var(--neutral-soft)"
            />
          )}
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={axisWidth}
                x2={width}
                y1={y(tick)}
                y2={y(tick)}
                stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
              />
              <text
                x={axisWidth - 8}
                y={y(tick) + 4}
                textAnchor="end"
                fontSize="12"
                fill="var(--muted)"
              >
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {columns.map(({ name, color, data }, series) =>
            data.map((value, i) => (
              <rect
                key={`${name} ${periods[i]?.key}`}
                x={center(i) + (series - columns.length / 2) * barWidth}
                y={Math.min(y(value), y(0))}
                width={Math.max(1, barWidth - 1)}
                height={Math.abs(y(value) - y(0))}
                rx="1.5"
                fill={color}
              />
            )),
          )}
          {line && <Line line={line} x={center} y={y} hasDots={slot >= 16} />}
          {periods.map(
            ({ key, shortName }, i) =>
              i % labelStep === 0 && (
                <text
                  key={key}
                  x={center(i)}
                  y={height - 5}
                  textAnchor="middle"
                  fontSize="12"
                  fill="var(--muted)"
                >
                  {shortName}
                </text>
              ),
          )}
        </svg>
        <div
          className="absolute inset-y-0 end-0 flex"
          style={{ insetInlineStart: `${(axisWidth / width) * 100}%` }}
        >
          {periods.map(({ key, name }, i) => (
            <button
              key={key}
              type="button"
              tabIndex={i === Math.min(tabStop, periods.length - 1) ? 0 : -1}
              aria-label={`${name} ${detailsOf(all, i, format).join(', ')}`}
              onClick={() => onSelect(key)}
              onMouseEnter={() => setActive(i)}
              onMouseLeave={() => setActive(null)}
              onFocus={() => {
                setTabStop(i)
                setActive(i)
              }}
              onBlur={() => setActive(null)}
              onKeyDown={(event) => moveFocus(event, i)}
              className="h-full min-w-0 flex-1 cursor-pointer rounded-sm"
            />
          ))}
        </div>
        {active !== null && periods[active] && (
          <div
            aria-hidden
            className="pointer-events-none absolute top-full z-10 flex w-fit max-w-full -translate-x-1/2 flex-col rounded-md bg-ink px-2 py-1 text-xs whitespace-nowrap text-surface"
            style={{ left: `clamp(5.5rem, ${(center(active) / width) * 100}%, 100% - 5.5rem)` }}
          >
            <strong className="font-semibold">{periods[active].name}</strong>
            {detailsOf(all, active, format).map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </div>
        )}
      </div>
    </figure>
  )
}

const detailsOf = (
  series: readonly ColumnSeries[],
  period: number,
  format: (value: number) => string,
): string[] => series.map(({ name, data }) => `${name} ${format(data[period] ?? 0)}`)

/** The index that a key moves to; undefined for other keys. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(count - 1, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

interface LineProps {
  line: ColumnSeries
  x: (index: number) => number
  y: (value: number) => number
  hasDots: boolean
}

/** The line has an edge in the colour of the surface, so that it is visible in front of columns. */
function Line({ line, x, y, hasDots }: LineProps) {
  const points = line.data.map((value, i) => `${x(i)},${y(value)}`).join(' ')
  const shape = { points, fill: 'none', strokeLinejoin: 'round' as const }
  return (
    <>
      <polyline {...shape} stroke="var(--surface)" strokeWidth="5" />
      <polyline {...shape} stroke={line.color} strokeWidth="2.25" />
      {(hasDots || line.data.length === 1) &&
        line.data.map((value, i) => (
          <circle
            key={x(i)}
            cx={x(i)}
            cy={y(value)}
            r="3.5"
            fill={line.color}
            stroke="var(--surface)"
          />
        ))}
    </>
  )
}
