/** The computation of a proposed amount as data, so that a screen can show its steps. */
import { type Satang, formatBaht } from '../money.ts'
import type { BasisPoints, Hundredths } from './exact.ts'

/** A figure of a computation with its unit. */
export type Figure = { baht: Satang } | { percent: BasisPoints } | { quantity: Hundredths }

export type ExplanationOperator = '+' | '−' | '×' | '÷' | '='

/** One term: its operator, its Thai label, and its figure. The first term has the operator `+`. */
export interface ExplanationTerm {
  operator: ExplanationOperator
  label: string
  figure: Figure
}

/** The terms in the order of computation; the last one, with `=`, is the proposed amount. */
export type Explanation = readonly ExplanationTerm[]

export const term = (
  operator: ExplanationOperator,
  label: string,
  figure: Figure,
): ExplanationTerm => ({ operator, label, figure })

/** `12`, `1.5`, `0.25`: hundredths without zeros at the end. */
function formatHundredths(value: number): string {
  const [whole = '', decimals = ''] = formatBaht(value as Satang).split('.')
  const short = decimals.replace(/0+$/, '')
  return short === '' ? whole : `${whole}.${short}`
}

/** `30,000.00`, `5%`, `12` */
export function formatFigure(figure: Figure): string {
  if ('baht' in figure) return formatBaht(figure.baht)
  if ('percent' in figure) return `${formatHundredths(figure.percent)}%`
  return formatHundredths(figure.quantity)
}

/** `30,000.00 × 12 − 100,000.00 … = 164.58`, without labels. */
export const explanationText = (explanation: Explanation): string =>
  explanation
    .map(({ operator, figure }, i) =>
      i === 0 && operator === '+' ? formatFigure(figure) : `${operator} ${formatFigure(figure)}`,
    )
    .join(' ')
