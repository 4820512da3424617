import { type Satang, formatBaht } from '@khapdee/domain/money'

/**
 * Red is money that a customer owes (`owed`) and money given back or missing (`negative`), nothing
 * else; `void` is crossed out.
 */
export type MoneyTone = 'plain' | 'owed' | 'negative' | 'muted' | 'void'

const tones: Record<MoneyTone, string> = {
  plain: '',
  owed: 'font-semibold text-danger',
  negative: 'text-danger',
  muted: 'text-muted',
  void: 'text-muted line-through',
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
