/** The open day of a branch, its count, and closing it. */
import { toNestErrors } from '@hookform/resolvers'
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { countCash, type Denomination, denominations } from '@khapdee/domain/cash'
import { satang, type Satang } from '@khapdee/domain/money'
import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type FieldError, type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { showOnFields } from '../../api/form-errors.ts'
import { useEndpoint } from '../../api/queries.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { useFormDraft } from '../../shared/form-draft.ts'
import { paths } from '../../shared/paths.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'

/** Others go on taking money while the drawer is counted. */
const askedAgainAfter = 20_000

const formDraft = paths.closings.new

/** @param branch_id whose day; the own branch where it is null */
export function useDayClose(branch_id: number | null) {
  const navigate = useNavigate()
  const query = useEndpoint(closing.current, branch_id === null ? {} : { branch_id }, {
    staleTime: 0,
    refetchInterval: askedAgainAfter,
  })
  const day = query.data?.data
  const [defaultValues] = useState(blankCount)
  const form = useForm({ defaultValues, resolver: countResolver(day) })
  useFormDraft(form, formDraft, day !== undefined)
  const [isAsking, setAsking] = useState(false)

  const close = useDocumentCommand(closing.close, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: moneyQueryKeys,
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({ path: formPath(path), message }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      // More has moved: the new sum must be seen before the drawer is counted again.
      if (error.status === 409) void query.refetch()
    },
  })

  /** To call in the press itself, which may open the tab of the report. */
  const confirm = async () => {
    if (day === undefined) return
    const answer = await close.mutate(toCloseInput(form.getValues(), day))
    if (answer === undefined) return
    await navigate({
      to: paths.closings.record(answer.data.closing_id),
      // The way back leads to the list, not to an empty drawer.
      replace: true,
      ignoreBlocker: true,
    })
  }

  return {
    day,
    /** Why it could not be read. */
    loadError: query.error,
    retry: () => void query.refetch(),
    form,
    /** Checks the count, then asks whether to close. */
    ask: form.handleSubmit(() => setAsking(true)),
    isAsking,
    stopAsking: () => setAsking(false),
    confirm,
    pending: close.pending,
  }
}

/** What moved since the last close. */
export type OpenDay = OutputOf<typeof closing.current>['data']

export interface CountValues {
  /** How many of each denomination, in their order; NaN where no number was typed. */
  pieces: (number | null)[]
  date: Day | null
  note: string
}

const blankCount = (): CountValues => ({
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

/** Input of the call: the sums that the clerk saw, and the count. */
function toCloseInput(
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
function formPath(path: string): string {
  const [name, value] = path.split('.')
  if (name !== 'denominations') return path
  return `pieces.${denominations.findIndex((known) => String(known) === value)}`
}

/** Checks with the contract's own schema, and that a difference has its reason. */
const countResolver =
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
