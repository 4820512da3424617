/** The totals of the books for the filter, compared with the preceding period of the same length. */
import { passThroughTitle, accountTotals } from '@khapdee/domain/expense-item'
import { formatBaht, type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { formatDayRange } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { SkeletonLine } from '../../ui/feedback.tsx'
import { Stat, Stats } from '../../ui/page.tsx'
import { Balance } from '../../ui/values.tsx'
import type { Figures } from './figures.ts'

interface EntryTotalsProps {
  /** Undefined until they are loaded. */
  figures: Figures | undefined
  /** Whether the list has both sides. */
  withBalance: boolean
  showsIncome: boolean
  showsExpenses: boolean
  /** Whether the filter has a first and a last day, so that it has a preceding period. */
  isCompared: boolean
}

export function EntryTotals(props: EntryTotalsProps) {
  const { figures, withBalance, showsIncome, showsExpenses, isCompared } = props
  const before = figures?.previous ?? undefined
  const { income = zeroSatang, expenses = zeroSatang } = figures ?? {}
  const note = (now: Satang, then: Satang | undefined) =>
    isCompared && before !== undefined && then !== undefined ? (
      <span title={formatDayRange(before.start, before.end)}>{comparison(now, then)}</span>
    ) : (
      <>&nbsp;</>
    )
  const shown = (value: Satang) =>
    figures === undefined ? <SkeletonLine width="60%" /> : <Balance value={value} />
  const { collected, remitted, held } = figures?.passThrough ?? {
    collected: zeroSatang,
    remitted: zeroSatang,
    held: zeroSatang,
  }
  return (
    <Stats>
      {showsIncome && (
        <Stat
          label={accountTotals.income}
          value={shown(income)}
          note={note(income, before?.total_income)}
        />
      )}
      {showsExpenses && (
        <Stat
          label={accountTotals.expenses}
          value={shown(expenses)}
          note={note(expenses, before?.total_expenses)}
        />
      )}
      {withBalance && (
        <Stat
          label={accountTotals.net}
          value={shown(satang(income - expenses))}
          note={note(
            satang(income - expenses),
            before && satang(before.total_income - before.total_expenses),
          )}
        />
      )}
      <Stat
        label={`${passThroughTitle}ที่ถืออยู่`}
        value={shown(held)}
        note={`${actionWords.receive} ${formatBaht(collected)} · นำส่ง ${formatBaht(remitted)}`}
      />
    </Stats>
  )
}

/** The total of the preceding period, and the change in percent if it can be computed. */
function comparison(now: Satang, then: Satang): string {
  const text = `ช่วงก่อน ${formatBaht(then)}`
  if (then <= 0) return text
  const percent = Math.round(((now - then) / then) * 100)
  return `${text} (${percent > 0 ? '+' : ''}${percent}%)`
}
