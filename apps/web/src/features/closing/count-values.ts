/** What a cashier fills in at the end of the day. */
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { toNestErrors } from '@hookform/resolvers'
import { type Denomination, countCash, denominations } from '@khapdee/domain/cash'
import { type Satang, satang } from '@khapdee/domain/money'
import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import type { FieldError, Resolver } from 'react-hook-form'
import { z } from 'zod'

/** What moved since the last close. */
export type OpenDay = OutputOf<typeof closing.current>['data']

export interface CountValues {
  /** How many of each denomination, in their order; NaN where no number was typed. */
  pieces: (number | null)[]
  date: Day | null
  note: string
}

export const blankCount = (): CountValues => ({
  pieces: denominations.map(() => null),
  date: todayInBangkok(new Date()),
  note: '',
})

/** The cash of some pieces, by the places of `denominations`; null where one is no count. */
export function cashOf(pieces: CountValues['pieces']): Satang | null {
  try {
    return countCash(countOf(pieces))
  } catch {
    return null
  }
}

const countOf = (pieces: CountValues['pieces']): Partial<Record<`${Denomination}`, number>> =>
  Object.fromEntries(
    denominations.flatMap((value, place) => {
      const count = pieces[place] ?? null
      return count === null ? [] : [[value, count]]
    }),
  )

/** Counted less expected; null while it cannot be said. */
export function differenceOf(pieces: CountValues['pieces'], expected: Satang): Satang | null {
  const counted = cashOf(pieces)
  return counted === null ? null : satang(counted - expected)
}

/** What is sent: the sums that the clerk saw, and his count. */
export function toCloseInput(
  { pieces, date, note }: CountValues,
  { branch_id, expected_cash }: Pick<OpenDay, 'branch_id' | 'expected_cash'>,
): InputOf<typeof closing.close> {
  return {
    branch_id,
    // An empty day is refused by the schema.
    date: date ?? ('' as Day),
    expected_cash,
    counted_cash: cashOf(pieces) ?? satang(0),
    denominations: countOf(pieces),
    note,
  }
}

/** The field of the form that a path of the wire means. */
export function formPath(path: string): string {
  const [name, value] = path.split('.')
  if (name !== 'denominations') return path
  return `pieces.${denominations.findIndex((known) => String(known) === value)}`
}

/** Checks with the contract's own schema, and that a difference has its reason. */
export const countResolver =
  (day: OpenDay | undefined): Resolver<CountValues> =>
  (values, _context, options) => {
    if (day === undefined) throw new Error('nothing to close was loaded')
    const errors: Record<string, FieldError> = {}
    const result = z.safeEncode(closing.close.input, toCloseInput(values, day))
    for (const { path, code, message } of result.error?.issues ?? []) {
      errors[formPath(path.join('.'))] ??= { type: code, message }
    }
    const difference = differenceOf(values.pieces, day.expected_cash)
    if (difference !== null && difference !== 0 && values.note.trim() === '') {
      errors['note'] ??= { type: 'required', message: 'กรุณาระบุเหตุผลที่เงินสดไม่ตรง' }
    }
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toNestErrors<CountValues>(errors, options) }
  }
