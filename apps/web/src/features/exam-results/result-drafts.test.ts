import type { ResultSheetRow } from '@khapdee/contract/entities/exam-booking'
import { theoryPoints } from '@khapdee/domain/exam-result'
import { expect, it } from 'vitest'
import {
  changedRows,
  draftProblem,
  resultsOf,
  savedResults,
  storedDraft,
  unsentDrafts,
  withResult,
  withSaved,
  withScore,
} from './result-drafts.ts'

const row = (values: Partial<ResultSheetRow> = {}): ResultSheetRow => ({
  exam_id: 1,
  customer: 'นายทดสอบ ระบบ',
  kind: 'theory',
  licence_type: 'car',
  course_name: 'รถยนต์',
  status: 'waiting',
  score: null,
  note: '',
  checked_in_at: null,
  version: 3,
  problem: null,
  items: [],
  satisfaction_code: null,
  ...values,
})

it('a typed score of a theory exam chooses the result, but keeps incomplete', () => {
  const empty = storedDraft(row())
  expect(withScore(empty, row(), '45', theoryPoints)).toEqual({ result: 'pass', score: '45' })
  expect(withScore(empty, row(), '44', theoryPoints)).toEqual({ result: 'fail', score: '44' })
  expect(withScore(empty, row(), '4', theoryPoints).result).toBe('fail')
  const incomplete = withResult(empty, 'incomplete')
  expect(withScore(incomplete, row(), '50', theoryPoints).result).toBe('incomplete')
  const practice = row({ kind: 'practice' })
  expect(withScore(storedDraft(practice), practice, '90', theoryPoints).result).toBeNull()
})

it('an absent candidate loses the score, and a candidate with a score is not absent', () => {
  const absent = { result: 'absent', score: '' } as const
  const practice = row({ kind: 'practice' })
  expect(withScore(absent, row(), '47', theoryPoints).result).toBe('pass')
  expect(withScore(absent, practice, '80', theoryPoints).result).toBeNull()
  expect(withResult({ result: 'pass', score: '50' }, 'absent').score).toBe('')
})

it('a contradicting score and a missing result are refused', () => {
  expect(draftProblem({ result: 'pass', score: '44' }, row(), theoryPoints)).toContain('45 จาก 50')
  expect(draftProblem({ result: null, score: '9' }, row(), theoryPoints)).toBe('กรุณาเลือกผลสอบ')
})

it('only changed candidates are sent, corrections with their reason', () => {
  const rows = [row(), row({ exam_id: 2, status: 'pass', score: 46 }), row({ exam_id: 3 })]
  const drafts = {
    1: { result: 'pass', score: '46', items: { 8: 1 } },
    2: { result: 'fail', score: '40' },
    3: { result: null, score: '' },
  } as const
  const changed = changedRows(rows, drafts)
  expect(resultsOf(changed, drafts, { reason: 'กรอกผิดคน', override: '' })).toEqual([
    {
      exam_id: 1,
      version: 3,
      result: 'pass',
      score: 46,
      note: '',
      items: [{ evaluate_id: 8, value: 1 }],
    },
    { exam_id: 2, version: 3, result: 'fail', score: 40, note: 'กรอกผิดคน' },
  ])
})

it('a saved result is shown until the sheet is read again, and a draft that was changed meanwhile is kept', () => {
  const [one, other] = [row(), row({ exam_id: 2 })]
  const drafts = {
    1: { result: 'pass' as const, score: '47' },
    2: { result: 'fail' as const, score: '' },
  }
  const sent = resultsOf([one, other], drafts, { reason: '', override: '' })
  const saved = savedResults(sent, [{ exam_id: 1, version: 4 }])
  expect(withSaved(one, saved[1])).toMatchObject({ status: 'pass', score: 47, version: 4 })
  const newer = row({ version: 5 })
  expect(withSaved(newer, saved[1])).toBe(newer)
  expect(withSaved(other, saved[2])).toBe(other)
  const typed = { ...drafts, 2: { result: 'fail' as const, score: '30' } }
  expect(unsentDrafts(typed, sent)).toEqual({ 2: typed[2] })
  expect(unsentDrafts(drafts, sent)).toEqual({})
})
