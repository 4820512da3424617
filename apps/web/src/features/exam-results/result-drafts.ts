/** The entered, unsaved results of a session: what is typed, undone and sent. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ResultSheetRow, examBooking } from '@khapdee/contract/entities/exam-booking'
import { messages } from '@khapdee/contract/messages'
import {
  type RecordedResult,
  type TheoryPoints,
  resultOfScore,
  scoreProblem,
} from '@khapdee/domain/exam-result'
import { type SheetValues, sentItems } from '../../shared/score-sheet.tsx'

/** What is entered for one candidate. */
export interface Draft {
  result: RecordedResult | null
  /** As typed: digits, or empty. */
  score: string
  /** Changed values of the score sheet by `evaluate_id`; undefined while they are as stored. */
  items?: SheetValues | undefined
}

export type Drafts = Readonly<Record<number, Draft>>

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

/** What is shown for a candidate: the draft, otherwise the stored result. */
export const draftOf = (drafts: Drafts, row: ResultSheetRow): Draft =>
  drafts[row.exam_id] ?? storedDraft(row)

const scoreOf = ({ score }: Draft): number | null => (score === '' ? null : Number(score))

/** A draft with another score, which in theory chooses the result. */
export function withScore(
  draft: Draft,
  row: ResultSheetRow,
  score: string,
  points: TheoryPoints,
): Draft {
  const digits = score.replaceAll(/\D/g, '').slice(0, 4)
  // Who has a score was not absent.
  const kept = draft.result === 'absent' && digits !== '' ? null : draft.result
  const typed = { ...draft, result: kept, score: digits }
  const result = resultOfScore(row.kind, scoreOf(typed), points)
  return result === null || kept === 'incomplete' ? typed : { ...typed, result }
}

/** A draft with another result; who was absent has no score. */
export const withResult = (draft: Draft, result: RecordedResult): Draft => ({
  ...draft,
  result,
  score: result === 'absent' ? '' : draft.score,
})

/** The candidates whose draft differs from what is stored. */
export const changedRows = (rows: readonly ResultSheetRow[], drafts: Drafts): ResultSheetRow[] =>
  rows.filter((row) => {
    const stored = storedDraft(row)
    const draft = draftOf(drafts, row)
    return (
      draft.result !== stored.result || draft.score !== stored.score || draft.items !== undefined
    )
  })

/** Whether a changed result corrects a stored one, which needs a reason. */
export const isCorrection = ({ status }: ResultSheetRow): boolean => status !== 'waiting'

/** Why a draft cannot be saved, in Thai, or null. */
export function draftProblem(
  draft: Draft,
  row: ResultSheetRow,
  points: TheoryPoints,
): string | null {
  if (draft.result === null) return messages.select('ผลสอบ')
  return scoreProblem(row.kind, draft.result, scoreOf(draft), points)
}

type Results = InputOf<typeof examBooking.results>['results']

/** The results that are sent for changed candidates. @param reason of the corrections among them */
export const resultsOf = (
  rows: readonly ResultSheetRow[],
  drafts: Drafts,
  reason: string,
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
        ...(draft.items !== undefined &&
          draft.result !== 'absent' && { items: sentItems(draft.items) }),
      },
    ]
  })
