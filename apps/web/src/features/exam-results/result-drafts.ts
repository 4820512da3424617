/** The entered, unsaved results of a session: typing, undoing and sending them. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ResultSheetRow, examBooking } from '@khapdee/contract/entities/exam-booking'
import { messages } from '@khapdee/contract/messages'
import {
  type RecordedResult,
  type TheoryPoints,
  resultOfScore,
  scoreProblem,
} from '@khapdee/domain/exam-result'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type SheetValues, sentItems, sheetProblem } from '../../shared/score-sheet.tsx'

/** The input for one candidate. */
export interface Draft {
  result: RecordedResult | null
  /** As typed: digits, or empty. */
  score: string
  /** Changed values of the score sheet by `evaluate_id`; undefined if unchanged. */
  items?: SheetValues | undefined
}

export type Drafts = Readonly<Record<number, Draft>>

type Results = InputOf<typeof examBooking.results>['results']

/** The results, by the key that chooses them in any keyboard layout. */
export const resultKeys = {
  KeyP: 'pass',
  KeyF: 'fail',
  KeyI: 'incomplete',
  KeyA: 'absent',
} as const satisfies Record<string, RecordedResult>

/** The stored result of a candidate as a draft. */
export const storedDraft = ({ status, score }: ResultSheetRow): Draft => ({
  result: status === 'waiting' || status === 'cancelled' || status === 'unknown' ? null : status,
  score: score === null ? '' : String(score),
})

const scoreOf = ({ score }: Draft): number | null => (score === '' ? null : Number(score))

/** A saved result, with the new version of the booking. */
type Saved = Results[number] & { version: number }

export type SavedResults = Readonly<Record<number, Saved>>

/** The saved results of an answer, by `exam_id`. */
export const savedResults = (
  sent: Results,
  versions: readonly { exam_id: number; version: number }[],
): SavedResults => {
  const of = new Map(versions.map(({ exam_id, version }) => [exam_id, version]))
  return Object.fromEntries(
    sent.flatMap((result) => {
      const version = of.get(result.exam_id)
      return version === undefined ? [] : [[result.exam_id, { ...result, version }]]
    }),
  )
}

/** The candidate with the saved result, as long as the sheet was read before it was saved. */
export function withSaved(row: ResultSheetRow, saved: Saved | undefined): ResultSheetRow {
  if (saved === undefined || saved.version <= row.version) return row
  const { version, result, score = null, items } = saved
  const valueOf = new Map((items ?? []).map(({ evaluate_id, value }) => [evaluate_id, value]))
  const isKept = items === undefined && result !== 'absent'
  return {
    ...row,
    version,
    status: result,
    score,
    items: isKept
      ? row.items
      : row.items.map((item) => ({ ...item, value: valueOf.get(item.evaluate_id) ?? null })),
  }
}

/** The drafts that were not sent, or were changed since. */
export const unsentDrafts = (drafts: Drafts, sent: Results): Drafts => {
  const of = new Map(sent.map((result) => [result.exam_id, result]))
  return Object.fromEntries(
    Object.entries(drafts).filter(([id, draft]) => {
      const result = of.get(Number(id))
      const items = draft.items === undefined ? undefined : sentItems(draft.items)
      return (
        result?.result !== draft.result ||
        (result.score ?? null) !== scoreOf(draft) ||
        (draft.result !== 'absent' && JSON.stringify(result.items) !== JSON.stringify(items))
      )
    }),
  )
}

/** The shown result of a candidate: the draft, otherwise the stored one. */
export const draftOf = (drafts: Drafts, row: ResultSheetRow): Draft =>
  drafts[row.exam_id] ?? storedDraft(row)

/** A draft with another score, which in theory chooses the result. */
export function withScore(
  draft: Draft,
  row: ResultSheetRow,
  score: string,
  points: TheoryPoints,
): Draft {
  const digits = score.replaceAll(/\D/g, '').slice(0, 4)
  // A candidate with a score was not absent.
  const kept = draft.result === 'absent' && digits !== '' ? null : draft.result
  const typed = { ...draft, result: kept, score: digits }
  const result = resultOfScore(row.kind, scoreOf(typed), points)
  return result === null || kept === 'incomplete' ? typed : { ...typed, result }
}

/** A draft with another result; an absent candidate has no score. */
export const withResult = (draft: Draft, result: RecordedResult): Draft => ({
  ...draft,
  result,
  score: result === 'absent' ? '' : draft.score,
})

/** The candidates whose draft differs from the stored result. */
export const changedRows = (rows: readonly ResultSheetRow[], drafts: Drafts): ResultSheetRow[] =>
  rows.filter((row) => {
    const stored = storedDraft(row)
    const draft = draftOf(drafts, row)
    return (
      draft.result !== stored.result || draft.score !== stored.score || draft.items !== undefined
    )
  })

/** The changed candidates who are checked in but marked as absent; the user must confirm them. */
export const presentAbsentees = (
  changed: readonly ResultSheetRow[],
  drafts: Drafts,
): ResultSheetRow[] =>
  changed.filter((row) => row.checked_in_at !== null && draftOf(drafts, row).result === 'absent')

/** Whether a changed result corrects a stored one, which needs a reason. */
export const isCorrection = ({ status }: ResultSheetRow): boolean => status !== 'waiting'

/** Why a draft cannot be saved, in Thai, or null. */
export function draftProblem(
  draft: Draft,
  row: ResultSheetRow,
  points: TheoryPoints,
): string | null {
  if (draft.result === null) return messages.select(fieldTitles.examResult)
  return (
    scoreProblem(row.kind, draft.result, scoreOf(draft), points) ??
    sheetProblem(row.kind, draft.result, row.items, draft.items)
  )
}

/**
 * The results that are sent for changed candidates.
 * @param reason of the corrections among them
 * @param override why candidates without a check-in may sit the exam despite its refusals; empty
 * without a reason
 */
export const resultsOf = (
  rows: readonly ResultSheetRow[],
  drafts: Drafts,
  { reason, override }: { reason: string; override: string },
): Results =>
  rows.flatMap((row) => {
    const draft = draftOf(drafts, row)
    if (draft.result === null) return []
    const { exam_id, version } = row
    return [
      {
        exam_id,
        version,
        result: draft.result,
        score: scoreOf(draft),
        note: isCorrection(row) ? reason : '',
        ...(override !== '' && { override_reason: override }),
        ...(draft.items !== undefined &&
          draft.result !== 'absent' && { items: sentItems(draft.items) }),
      },
    ]
  })
