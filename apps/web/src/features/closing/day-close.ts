/** The state of the day close form: the movements since the last close, the cash count, and the close command. */
import { toNestErrors } from '@hookform/resolvers'
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { cashDifference, countCash, type Denomination, denominations } from '@khapdee/domain/cash'
import { satang, type Satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type FieldError, type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { showOnFields } from '../../api/form-errors.ts'
import { isRefusal } from '../../api/idempotency.ts'
import { useEndpoint } from '../../api/queries.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { showError } from '../../shared/alerts.ts'
import { useFormDraft } from '../../shared/form-draft.ts'
import { paths } from '../../shared/paths.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { useToday } from '../../ui/use-today.ts'

/** How often the sums of the open day are read again, because other users may take payments during the count. */
const refetchIntervalMs = 20_000

/**
 * The error codes that mean that the screen is out of date: movements were added, or another user
 * closed the day. The clerk must see the new sum before another attempt.
 */
const staleCodes: ReadonlySet<string> = new Set(['CONFLICT', 'STATE'])

/** The form that closes the day of a branch. @param branch_id null for the user's own branch */
export function useDayClose(branch_id: number | null) {
  const navigate = useNavigate()
  const query = useEndpoint(closing.current, branch_id === null ? {} : { branch_id }, {
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  })
  const day = query.data?.data
  const today = useToday()
  const [defaultValues] = useState(() => blankCount(today))
  const form = useForm({ defaultValues, resolver: countResolver(day) })
  useEffect(() => {
    // Once a count has begun, its day is kept.
    if (!form.formState.isDirty) form.reset(blankCount(today))
  }, [form, today])
  useFormDraft(form, `${paths.closings.new}/${branch_id ?? 'own'}`, { ready: day !== undefined })
  // The figures that the clerk confirms. It does not change with the open day, so that a retry after a lost answer sends the
  // same close.
  const [unconfirmed, setUnconfirmed] = useState<CloseInput | null>(null)

  const close = useDocumentCommand(closing.close, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: moneyQueryKeys,
    alert: 'none',
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({ path: formPath(path), message }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      if (staleCodes.has(error.code)) void query.refetch()
    },
  })

  /**
   * Call it synchronously in a press handler, because it opens the tab of the report.
   * @throws ApiError when the day may have been closed, e.g. because the answer was lost; the clerk may confirm again
   */
  const confirm = async () => {
    if (unconfirmed === null) return
    const answer = await close.mutateOrThrow(unconfirmed).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      // Shown behind the dialog, where the clerk corrects the count or sees the new sum.
      showError(error)
    })
    if (answer === undefined) return
    await navigate({
      to: paths.closings.record(answer.data.closing_id),
      // Replaces the form in the history: going back opens the list.
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
    /** Validates the counts, then opens the confirmation dialog. */
    requestConfirmation: form.handleSubmit((values) => {
      if (day !== undefined) setUnconfirmed(toCloseInput(values, day))
    }),
    unconfirmed,
    cancelConfirm: () => setUnconfirmed(null),
    confirm,
    pending: close.pending,
  }
}

type CloseInput = InputOf<typeof closing.close>

/** The movements and sums (satang) of a branch since its last day close. */
export type OpenDay = OutputOf<typeof closing.current>['data']

export interface CountValues {
  /** The counts in the order of `denominations`; NaN for text that is not a number. */
  counts: (number | null)[]
  date: Day | null
  /** Taken to the bank; null until it is entered. */
  deposit: Satang | null
  /** The account of the deposit; null for that of the branch. */
  bank_account_id: number | null
  note: string
}

const blankCount = (today: Day): CountValues => ({
  counts: denominations.map(() => null),
  date: today,
  deposit: null,
  bank_account_id: null,
  note: '',
})

/** The counted cash in satang. @param counts see `CountValues` @returns null if a count is invalid */
export function cashOf(counts: CountValues['counts']): Satang | null {
  try {
    return countCash(countsByDenomination(counts))
  } catch {
    return null
  }
}

const countsByDenomination = (
  counts: CountValues['counts'],
): Partial<Record<`${Denomination}`, number>> =>
  Object.fromEntries(
    denominations.flatMap((value, index) => {
      const count = counts[index] ?? null
      return count === null ? [] : [[value, count]]
    }),
  )

/** The difference in satang, see `cashDifference`; null while a count is invalid. */
export function differenceOf(counts: CountValues['counts'], expected: Satang): Satang | null {
  const counted = cashOf(counts)
  return counted === null ? null : cashDifference(counted, expected)
}

/** The input of the endpoint: the expected cash that the clerk saw, and the clerk's counts. */
function toCloseInput(
  { counts, date, deposit, bank_account_id, note }: CountValues,
  { branch_id, expected_cash }: Pick<OpenDay, 'branch_id' | 'expected_cash'>,
): CloseInput {
  return {
    branch_id,
    // An empty day is rejected by the schema.
    date: date ?? ('' as Day),
    expected_cash,
    counted_cash: cashOf(counts) ?? satang(0),
    denominations: countsByDenomination(counts),
    deposit: deposit ?? zeroSatang,
    bank_account_id: (deposit ?? 0) > 0 ? bank_account_id : null,
    note,
  }
}

/** Converts an error path of the endpoint to the path of a form field. */
function formPath(path: string): string {
  const [name, value] = path.split('.')
  if (name !== 'denominations') return path
  return `counts.${denominations.findIndex((denomination) => String(denomination) === value)}`
}

/** Validates with the schema of the endpoint, and requires a reason for a cash difference. */
const countResolver =
  (day: OpenDay | undefined): Resolver<CountValues> =>
  (values, _context, options) => {
    if (day === undefined) throw new Error('the open day is not loaded')
    const errors: Record<string, FieldError> = {}
    const result = z.safeEncode(closing.close.input, toCloseInput(values, day))
    for (const { path, code, message } of result.error?.issues ?? []) {
      errors[formPath(path.join('.'))] ??= { type: code, message }
    }
    if ((values.deposit ?? 0) > (cashOf(values.counts) ?? 0)) {
      errors['deposit'] ??= { type: 'max', message: 'ยอดนำฝากต้องไม่เกินเงินสดที่นับได้' }
    }
    const difference = differenceOf(values.counts, day.expected_cash)
    if (difference !== null && difference !== 0 && values.note.trim() === '') {
      errors['note'] ??= { type: 'required', message: 'กรุณาระบุเหตุผลที่เงินสดไม่ตรง' }
    }
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toNestErrors<CountValues>(errors, options) }
  }
