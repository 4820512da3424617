/** The state of the day close form: open movements, cash count, and the close command. */
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

/** Colleagues may take payments while the drawer is counted. */
const refetchIntervalMs = 20_000

const formDraft = paths.closings.new

/** The form that closes a branch's day. @param branch_id null for the user's own branch */
export function useDayClose(branch_id: number | null) {
  const navigate = useNavigate()
  const query = useEndpoint(closing.current, branch_id === null ? {} : { branch_id }, {
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  })
  const day = query.data?.data
  const [defaultValues] = useState(blankCount)
  const form = useForm({ defaultValues, resolver: countResolver(day) })
  useFormDraft(form, formDraft, day !== undefined)
  const [isConfirming, setConfirming] = useState(false)

  const close = useDocumentCommand(closing.close, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: moneyQueryKeys,
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({ path: formPath(path), message }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      // Movements were added: the clerk must see the new sum before counting again.
      if (error.status === 409) void query.refetch()
    },
  })

  /** Call it synchronously in a press handler, as it opens the tab of the report. */
  const confirm = async () => {
    if (day === undefined) return
    const answer = await close.mutate(toCloseInput(form.getValues(), day))
    if (answer === undefined) return
    await navigate({
      to: paths.closings.record(answer.data.closing_id),
      // Replaced, so that going back leads to the list, not to an empty form.
      replace: true,
      ignoreBlocker: true,
    })
  }

  return {
    day,
    /** The error of loading the open day, or null. */
    loadError: query.error,
    retry: () => void query.refetch(),
    form,
    /** Validates the count, then opens the confirmation. */
    ask: form.handleSubmit(() => setConfirming(true)),
    isConfirming,
    cancelConfirm: () => setConfirming(false),
    confirm,
    pending: close.pending,
  }
}

/** The movements and sums since the last close. */
export type OpenDay = OutputOf<typeof closing.current>['data']

export interface CountValues {
  /** The count of each denomination, in their order; NaN for text that is no number. */
  pieces: (number | null)[]
  date: Day | null
  note: string
}

const blankCount = (): CountValues => ({
  pieces: denominations.map(() => null),
  date: todayInBangkok(new Date()),
  note: '',
})

/** The sum of the counts, indexed like `denominations`; null if one of them is invalid. */
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

/** Counted minus expected cash; null while a count is invalid. */
export function differenceOf(pieces: CountValues['pieces'], expected: Satang): Satang | null {
  const counted = cashOf(pieces)
  return counted === null ? null : satang(counted - expected)
}

/** The input of the call: the sums shown to the clerk, and the clerk's count. */
function toCloseInput(
  { pieces, date, note }: CountValues,
  { branch_id, expected_cash }: Pick<OpenDay, 'branch_id' | 'expected_cash'>,
): InputOf<typeof closing.close> {
  return {
    branch_id,
    // The schema rejects an empty day.
    date: date ?? ('' as Day),
    expected_cash,
    counted_cash: cashOf(pieces) ?? satang(0),
    denominations: countOf(pieces),
    note,
  }
}

/** Converts an error path of the call to the field of the form. */
function formPath(path: string): string {
  const [name, value] = path.split('.')
  if (name !== 'denominations') return path
  return `pieces.${denominations.findIndex((known) => String(known) === value)}`
}

/** Validates with the schema of the contract, and requires a reason for a difference. */
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
