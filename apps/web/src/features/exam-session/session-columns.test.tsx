import type { WorklistRow } from '@khapdee/contract/entities/exam-session'
import { worklistReasons } from '@khapdee/domain/exam-worklist'
import { day } from '@khapdee/domain/thai-date'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { anExamCandidate } from '../../../test/records.ts'
import { worklistColumns } from './session-columns.tsx'

const row: WorklistRow = {
  ...anExamCandidate,
  type: 'course',
  kind: 'theory',
  licence_type: 'car',
  exam_date: day('2026-12-03'),
  permission_date: day('2027-03-01'),
  reason: 'displaced',
  branch: 'ขอนแก่น',
  lost: 'สอบภาคทฤษฎี 03/12/2569 13:00',
  lost_id: 3,
  note: '',
  can: { dismiss: false },
}
const reason = worklistColumns.find(({ id }) => id === 'reason')

it('shows the name of the lost session once, as in its note, even if the session was changed again since', async () => {
  const note = 'สอบภาคทฤษฎี 01/12/2569 09:00 เปลี่ยนเป็น สอบภาคทฤษฎี 02/12/2569 09:00'
  await renderScreen(<div>{reason?.cell({ ...row, note })}</div>)
  screen.getByText(worklistReasons.displaced.label)
  screen.getByText(note)
  expect(screen.queryByText(row.lost ?? '')).toBeNull()
})

it('shows the session of a booking after the last day of its right', async () => {
  await renderScreen(<div>{reason?.cell({ ...row, reason: 'after_right' })}</div>)
  expect(screen.queryByText(row.lost ?? '')).not.toBeNull()
})
