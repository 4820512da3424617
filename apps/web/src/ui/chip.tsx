import type { Tone } from '@khapdee/domain/tone'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

const tones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  muted: 'bg-neutral-soft text-muted',
  accent: 'bg-accent-soft text-accent',
}

/** A status as tinted text. The words carry the meaning, the colour only helps. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2 text-xs leading-[1.8] font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

/** The status of a record, as the domain's tables call and colour it. */
export function StateChip({ state }: { state: { label: string; tone: Tone } }) {
  return <Chip tone={state.tone}>{state.label}</Chip>
}

interface FilterChipProps {
  /** The filter, e.g. `สถานะ`. */
  label: string
  /** What it is set to, e.g. `ค้างชำระ`. */
  value: string
  onRemove: () => void
}

/** A filter that is on, and the button that takes it off. */
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
        aria-label={`ล้างค่า ${label}`}
        className="flex size-7 items-center justify-center rounded-full hover:bg-surface coarse:size-9"
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
