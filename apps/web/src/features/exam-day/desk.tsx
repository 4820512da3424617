/** The desk of the exam day: one field for scanner, number and name, and the answer in large type. */
import type { DayCandidate, DayStation } from '@khapdee/contract/entities/exam-day'
import { latinOfThaiKeys, readDeskKey } from '@khapdee/domain/desk-text'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { actionWords } from '@khapdee/domain/words'
import { Camera, CircleCheck, CircleX, IdCard, ScanLine } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useCardRead } from '../../shared/customer/card-reader.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { InputField } from '../../ui/fields/text-fields.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page.tsx'
import { type DeskAnswer, useDesk } from './use-desk.ts'
import { scanWithCamera } from './words.ts'

const CameraDialog = lazyPart(async () => (await import('./camera-dialog.tsx')).CameraDialog)

const fieldLabel = 'สแกนใบนัดสอบ เลขประจำตัวประชาชน หรือชื่อ–นามสกุล'
const allStations = { value: 0, name: 'ทุกรอบสอบ' }
const scanIcon = <ScanLine size={16} aria-hidden className="shrink-0 text-muted" />
const maxMatches = 8

/** The candidates whose name has a text, those who are not checked in first. */
function matching(stations: readonly DayStation[], text: string): DayCandidate[] {
  const wanted = normalizeThai(text).trim()
  if (wanted.length < 2) return []
  return stations
    .flatMap(({ candidates }) => candidates)
    .filter(({ customer }) => normalizeThai(customer).includes(wanted))
    .toSorted((a, b) => Number(a.stage !== 'expected') - Number(b.stage !== 'expected'))
}

export function Desk({ stations }: { stations: readonly DayStation[] }) {
  const [stationId, setStationId] = useState(0)
  const [text, setText] = useState('')
  const [isCameraOpen, setCameraOpen] = useState(false)
  const { answer, isWaiting, checkIn, send, refuse, clear } = useDesk()
  const input = useRef<HTMLInputElement>(null)
  const own = stations.filter(({ can_check_in }) => can_check_in)
  const chosen = own.some(({ exam_session_id }) => exam_session_id === stationId) ? stationId : 0
  const here = chosen === 0 ? own : own.filter((one) => one.exam_session_id === chosen)
  const matches = matching(here, text)
  const exam_session_id = chosen === 0 ? null : chosen

  const enter = (typed: string) => {
    const key =
      readDeskKey(typed) ?? (matches.length > 0 ? null : readDeskKey(latinOfThaiKeys(typed)))
    const [only] = matches
    if (key !== null) void checkIn({ exam_session_id, ...key })
    else if (matches.length === 1 && only !== undefined) {
      void checkIn({ exam_session_id, exam_id: only.exam_id })
    }
    // Several candidates match: the clerk must choose one.
    else if (matches.length > 1 || typed.trim() === '') return
    else refuse(`ไม่พบ “${typed.trim()}” ในรายชื่อผู้เข้าสอบวันนี้`)
    setText('')
  }

  const scan = (code: string) => {
    const key = readDeskKey(code)
    if (key === null) refuse('รหัสที่สแกนไม่ใช่รหัสของใบนัดสอบ')
    else void checkIn({ exam_session_id, ...key })
  }

  const { read, pending: isReading } = useCardRead(({ nat_id = '' }) => scan(nat_id))

  // Scanner input outside of fields is redirected to this field.
  useEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      const isCharacter =
        event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      const isElsewhere =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [role="dialog"], [role="listbox"]') !== null
      if (isCharacter && event.key !== ' ' && !isElsewhere) input.current?.focus()
    }
    window.addEventListener('keydown', focusField, true)
    return () => window.removeEventListener('keydown', focusField, true)
  }, [])

  const shownAnswer = answer !== null && (
    <Answer
      // A new answer is announced, and its reason is empty at first.
      key={answer.kind === 'done' ? `${answer.data.exam_id}` : answer.message}
      answer={answer}
      onSend={(repeated) => void send(repeated)}
      onOverride={(overridden, reason) => void checkIn(overridden, reason)}
      onClose={() => {
        clear()
        input.current?.focus()
      }}
    />
  )
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label="จุดลงทะเบียน"
            items={[
              allStations,
              ...own.map(({ exam_session_id: value, name }) => ({ value, name })),
            ]}
            value={chosen}
            onChange={setStationId}
            className="basis-64 max-md:basis-full"
          />
          <InputField
            label={fieldLabel}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                enter(event.currentTarget.value)
              }
              if (event.key === 'Escape') setText('')
            }}
            inputRef={input}
            before={scanIcon}
            autoComplete="off"
            autoFocus
            className="min-w-0 flex-1 basis-72"
          />
          <Button kind="primary" pending={isWaiting} onPress={() => enter(text)}>
            {actionWords.checkIn}
          </Button>
          <Button icon={IdCard} pending={isReading} onPress={() => void read()}>
            {actionWords.readCard}
          </Button>
          <Button
            icon={Camera}
            onPress={() => {
              // Otherwise the answer to a former scan would be mistaken for one of the camera.
              clear()
              setCameraOpen(true)
            }}
          >
            {scanWithCamera}
          </Button>
        </div>
        {matches.length > 0 && (
          <ul className="flex flex-col gap-1" aria-label="ผู้เข้าสอบที่ตรงกับชื่อ">
            {matches.slice(0, maxMatches).map((candidate) => (
              <li key={candidate.exam_id}>
                <Button
                  kind="quiet"
                  onPress={() => {
                    void checkIn({ exam_session_id, exam_id: candidate.exam_id })
                    setText('')
                    input.current?.focus()
                  }}
                >
                  {candidate.customer}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {!isCameraOpen && shownAnswer}
        {isCameraOpen && (
          <Suspense>
            <CameraDialog onScan={scan} onClose={() => setCameraOpen(false)}>
              {shownAnswer}
            </CameraDialog>
          </Suspense>
        )}
      </div>
    </Card>
  )
}

type Refused = Extract<DeskAnswer, { kind: 'refused' }>
type Request = NonNullable<Refused['overridable']>

interface AnswerProps {
  answer: DeskAnswer
  onSend: (request: Request) => void
  onOverride: (request: Omit<Request, 'nonce' | 'override_reason'>, reason: string) => void
  onClose: () => void
}

function Answer({ answer, onSend, onOverride, onClose }: AnswerProps) {
  const { can } = useSession()
  const [reason, setReason] = useState('')
  const isDone = answer.kind === 'done'
  const overridable = !isDone && can('exam.override') ? answer.overridable : null
  const unanswered = isDone ? null : answer.unanswered
  const override = () => {
    if (overridable === null || reason.trim() === '') return
    const { nonce: _nonce, override_reason: _reason, ...request } = overridable
    onOverride(request, reason.trim())
  }
  return (
    <div
      role={isDone ? 'status' : 'alert'}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-lg p-4',
        isDone ? 'bg-ok-soft text-ok' : 'bg-danger-soft text-danger',
      )}
    >
      {isDone ? <CircleCheck size={40} aria-hidden /> : <CircleX size={40} aria-hidden />}
      {isDone ? (
        <div className="min-w-0 flex-1">
          <p className="text-2xl font-semibold">
            คิวที่ {answer.data.queue_no} · {answer.data.customer}
          </p>
          <p>
            {answer.data.session}
            {answer.data.repeated && ' · ลงทะเบียนไว้แล้ว'}
          </p>
          {answer.data.warnings.map((warning) => (
            <p key={warning} className="font-medium text-warn">
              {warning}
            </p>
          ))}
        </div>
      ) : (
        <p className="min-w-0 flex-1 text-xl font-semibold">{answer.message}</p>
      )}
      {unanswered !== null && (
        <Button onPress={() => onSend(unanswered)}>{actionWords.retry}</Button>
      )}
      <Button onPress={onClose}>{actionWords.close}</Button>
      {overridable !== null && (
        <div className="flex w-full flex-wrap items-end gap-2">
          <InputField
            label="เหตุผลที่อนุโลม"
            value={reason}
            onChange={setReason}
            onKeyDown={(event) => {
              if (event.key === 'Enter') override()
            }}
            className="min-w-0 flex-1 basis-60 text-ink"
          />
          <Button isDisabled={reason.trim() === ''} onPress={override}>
            อนุโลมให้เข้าสอบ
          </Button>
        </div>
      )}
    </div>
  )
}
