import { type Satang, formatBaht } from '@khapdee/domain/money'

/** `owed` is red and belongs to money that a customer owes; nothing else is red. */
export type MoneyTone = 'plain' | 'owed' | 'muted'

const tones: Record<MoneyTone, string> = {
  plain: '',
  owed: 'font-semibold text-danger',
  muted: 'text-muted',
}

/** An amount in baht, always two decimals. Its column or line aligns it to the end. */
export function Money({ value, tone = 'plain' }: { value: Satang; tone?: MoneyTone }) {
  return (
    // The direction keeps a minus sign in front in the mirrored layout too.
    <span dir="ltr" className={`whitespace-nowrap tabular-nums ${tones[tone]}`}>
      {formatBaht(value)}
    </span>
  )
}
