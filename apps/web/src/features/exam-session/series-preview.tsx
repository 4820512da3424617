/** The days of a series before it is created: the collisions on each, and the days to skip. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type Day, formatDay, weekdayOf } from '@khapdee/domain/thai-date'
import { weekdays } from '@khapdee/domain/employee'
import { actionWords } from '@khapdee/domain/words'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Alert, FormSkeleton } from '../../ui/feedback.tsx'
import { CheckBox } from '../../ui/fields/choice-fields.tsx'

interface SeriesPreviewProps {
  input: InputOf<typeof examSession.create>
  pending: boolean
  /** Error message of the last attempt. */
  problem: string | null
  onClose: () => void
  /** @param except the days to skip */
  onCreate: (except: Day[]) => void
}

/** A text whose spans of time (`09:00–16:30 น.`) are not broken over two lines. */
function withWholeTimes(text: string): ReactNode[] {
  let end = 0
  const parts = [...text.matchAll(/\d\d:\d\d–\d\d:\d\d(?: น\.)?/g)].flatMap(
    ({ 0: span, index: at }) => {
      const before = text.slice(end, at)
      end = at + span.length
      return [
        before,
        <span key={at} className="whitespace-nowrap">
          {span}
        </span>,
      ]
    },
  )
  return [...parts, text.slice(end)]
}

const weekdayNames = Object.values(weekdays).map(({ label }) => label)

export function SeriesPreview({ input, pending, problem, onClose, onCreate }: SeriesPreviewProps) {
  const { data, error } = useEndpoint(examSession.preview, input, { staleTime: 0 })
  const [changed, setChanged] = useState<Readonly<Record<Day, boolean>>>({})
  const days = (data?.data ?? []).map((row) => ({
    ...row,
    isChosen: !row.blocked && changed[row.date] !== false,
  }))
  const count = days.filter(({ isChosen }) => isChosen).length
  const message = problem ?? error?.message
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="ตรวจวันก่อนสร้างรอบสอบ"
      isBusy={pending}
      actions={
        <>
          <Button isDisabled={pending} onPress={onClose}>
            {actionWords.cancel}
          </Button>
          <Button
            kind="primary"
            pending={pending}
            isDisabled={count === 0}
            onPress={() =>
              onCreate(days.filter(({ isChosen }) => !isChosen).map(({ date }) => date))
            }
          >
            สร้าง {count} รอบ
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {message !== undefined && <Alert tone="error">{withWholeTimes(message)}</Alert>}
        {data === undefined && error === null && <FormSkeleton fields={4} />}
        {(data?.warnings.length ?? 0) > 0 && (
          <Alert tone="warning">{withWholeTimes(data?.warnings.join(' · ') ?? '')}</Alert>
        )}
        <ul className="flex flex-col divide-y divide-line">
          {days.map(({ date, blocked, problems, isChosen }) => (
            <li key={date} className="py-2">
              <CheckBox
                label={`วัน${weekdayNames[weekdayOf(date) - 1]} ${formatDay(date)}`}
                checked={isChosen}
                isDisabled={blocked || pending}
                onChange={(checked) => setChanged({ ...changed, [date]: checked })}
              />
              {problems.map((text) => (
                <p
                  key={text}
                  className={blocked ? 'ps-7 text-sm text-danger' : 'ps-7 text-sm text-muted'}
                >
                  {withWholeTimes(text)}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
