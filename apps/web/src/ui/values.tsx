/** Components that show values: money, days, counts, states, people, QR codes and keys. */
import { formatBaht, type Satang } from '@khapdee/domain/money'
import { type Day, formatDay, formatDayShort, formatInstant } from '@khapdee/domain/thai-date'
import type { Tone } from '@khapdee/domain/tone'
import { actionWords } from '@khapdee/domain/words'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/**
 * `owed` is money that a customer owes, `negative` money refunded or missing; only these are red. `void`
 * is struck through.
 */
export type MoneyTone = 'plain' | 'owed' | 'negative' | 'muted' | 'void'

const moneyTones: Record<MoneyTone, string> = {
  plain: '',
  owed: 'font-semibold text-danger',
  negative: 'text-danger',
  muted: 'text-muted',
  void: 'text-muted line-through',
}

/** An amount (satang), shown in baht with two decimals. Its column or line aligns it to the end. */
export function Money({ value, tone = 'plain' }: { value: Satang; tone?: MoneyTone }) {
  return (
    // The direction keeps a minus sign in front of the amount in the right-to-left layout.
    <span dir="ltr" className={`whitespace-nowrap ${moneyTones[tone]}`}>
      {formatBaht(value)}
    </span>
  )
}

/** A sum or a result (satang), red below zero: money that was lost or is missing. */
export const Balance = ({ value }: { value: Satang }) => (
  <Money value={value} tone={value < 0 ? 'negative' : 'plain'} />
)

interface ThaiDayProps {
  value: Day | null
  /** `numeric` 21/11/2569, `short` 21 พ.ย. 2569 */
  format?: 'numeric' | 'short'
}

/** A day in the Buddhist Era; a dash for null. */
export function ThaiDay({ value, format = 'numeric' }: ThaiDayProps) {
  if (value === null) return <Dash />
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {format === 'numeric' ? formatDay(value) : formatDayShort(value)}
    </time>
  )
}

/** An ISO 8601 instant in Bangkok time, e.g. `21/11/2569 08:26 น.`; a dash for null. */
export function ThaiInstant({ value }: { value: string | null }) {
  if (value === null) return <Dash />
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatInstant(value)}
    </time>
  )
}

function Dash() {
  return <span className="text-muted">–</span>
}

const countFormat = new Intl.NumberFormat('en-US')

/**
 * Formats a count for running text, e.g. `1,024`.
 * @param isCapped whether counting stopped at `count`, which gives `10,000+`
 */
export const countText = (count: number, isCapped = false): string =>
  `${countFormat.format(count)}${isCapped ? '+' : ''}`

const chipTones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  muted: 'bg-neutral-soft text-muted',
  accent: 'bg-accent-soft text-accent',
}

/** A status as tinted text. The text alone carries the meaning; the colour only supports it. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2 text-xs leading-[1.8] font-medium whitespace-nowrap ${chipTones[tone]}`}
    >
      {children}
    </span>
  )
}

/** The status of a record, with label and tone from the domain's tables. */
export function StateChip({ state }: { state: { label: string; tone: Tone } }) {
  return <Chip tone={state.tone}>{state.label}</Chip>
}

interface FilterChipProps {
  /** The filter, e.g. `สถานะ`. */
  label: string
  /** Its value, e.g. `ค้างชำระ`. */
  value: string
  onRemove: () => void
}

/** An active filter, and the button that removes it. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full bg-primary-soft ps-2.5 text-xs text-primary">
      <span className="truncate">
        {label}: <span className="font-medium">{value}</span>
      </span>
      <button
        type="button"
        data-noprint
        onClick={onRemove}
        aria-label={`${actionWords.clear} ${label}`}
        className="flex size-7 items-center justify-center rounded-full hover:bg-surface coarse:size-9"
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}

interface AvatarProps {
  fname: string
  sname: string
  /** Shown for a name without letters. */
  fallback?: string
  /** URL of the photo; null without one. */
  src: string | null
  size?: 'md' | 'lg'
}

const sizes = { md: 'size-8 text-sm', lg: 'size-20 text-2xl' }

/** A person's photo, or the first letters of both names. The name is shown beside it. */
export function Avatar({ fname, sname, fallback = '', src, size = 'md' }: AvatarProps) {
  // Links expire. After one has failed, the letters are shown until `src` changes.
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const shape = `shrink-0 rounded-full ${sizes[size]}`
  if (src !== null && src !== failedSrc) {
    return (
      <img src={src} alt="" onError={() => setFailedSrc(src)} className={`${shape} object-cover`} />
    )
  }
  return (
    <span
      aria-hidden
      className={`${shape} flex items-center justify-center bg-primary-soft font-semibold text-primary`}
    >
      {firstLetter(fname) + firstLetter(sname) || fallback}
    </span>
  )
}

/** The first consonant or Latin letter; it skips a Thai vowel that is written before its consonant. */
const firstLetter = (name: string) => /[ก-ฮA-Za-z]/.exec(name)?.[0] ?? ''

interface QrCodeProps {
  /** SVG path of the dark modules, one unit per module. */
  path: string
  /** Modules per side. */
  size: number
  /** Its meaning, for screen readers. */
  label: string
}

/** Modules of white that scanners need around a QR code. */
const quietZone = 4

/** A QR code that fills its parent element. */
export function QrCode({ path, size, label }: QrCodeProps) {
  const side = size + 2 * quietZone
  return (
    // Dark on light in both skins, as scanners expect.
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> needs a file
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** A key combination with the labels of the keyboard; Ctrl is shown as ⌘ on a Mac. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <kbd dir="ltr" className="inline-flex shrink-0 items-center gap-1 font-sans">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-surface-2 px-1 font-sans text-xs leading-none text-muted"
        >
          {key === 'Ctrl' && isApple ? '⌘' : key}
        </kbd>
      ))}
    </kbd>
  )
}
