import type { Satang } from '@khapdee/domain/money'
import { Money } from '../ui/money.tsx'
import { SkeletonLine } from '../ui/skeleton.tsx'
import { Stat, Stats, StatsNote } from '../ui/stat.tsx'

interface ListTotalsProps<Name extends string> {
  /** Null where the filter finds more than can be added up at once; undefined until it is known. */
  value: Readonly<Record<Name, Satang>> | null | undefined
  /** `owed` for what customers owe. */
  totals: readonly { name: Name; label: string; tone?: 'owed' }[]
}

/** Sums of the whole filter, above the list. */
export function ListTotals<Name extends string>({ value, totals }: ListTotalsProps<Name>) {
  if (value === null) {
    return <StatsNote>พิมพ์คำค้นให้เจาะจงขึ้นเพื่อดูยอดรวม</StatsNote>
  }
  return (
    <Stats>
      {totals.map(({ name, label, tone }) => (
        <Stat
          key={name}
          label={label}
          {...(tone && { tone })}
          value={value ? <Sum value={value[name]} /> : <SkeletonLine width="60%" />}
        />
      ))}
    </Stats>
  )
}

function Sum({ value }: { value: Satang }) {
  return <Money value={value} tone={value < 0 ? 'negative' : 'plain'} />
}
