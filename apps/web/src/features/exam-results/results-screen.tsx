/** The results of one exam session: entered for all candidates and saved at once; then the session is closed. */
import { type ResultSheetRow, examBooking } from '@khapdee/contract/entities/exam-booking'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { titleOf } from '@khapdee/contract/field-meta'
import { canOverrideCheckIn } from '@khapdee/domain/check-in'
import { examSentences } from '@khapdee/domain/exam-sentences'
import { passMarkText } from '@khapdee/domain/exam-result'
import { actionWords, headings } from '@khapdee/domain/words'
import { DoorClosed, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OutputOf } from '@khapdee/contract/endpoint'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { BackButton } from '../../crud/actions.tsx'
import { useSession } from '../../session/session.ts'
import { pathsOf } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { useLive } from '../../shared/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Alert, EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { phoneScreen, useMedia } from '../../ui/hooks.ts'
import { ActionBar, Card, PageHeader } from '../../ui/page.tsx'
import { Save } from 'lucide-react'
import {
  type Draft,
  type Drafts,
  changedRows,
  draftOf,
  draftProblem,
  isCorrection,
  presentAbsentees,
  resultsOf,
  type SavedResults,
  savedResults,
  unsentDrafts,
  withSaved,
} from './result-drafts.ts'
import { ResultGrid } from './result-grid.tsx'

/** @param id of the session */
export function ResultsScreen({ id }: { id: number }) {
  return (
    <Permitted anyOf={['exam.mark', 'exam.mark-own']}>
      <Results id={id} />
    </Permitted>
  )
}

const invalidates = ['exam', 'exam-session', 'application', 'customer']

function Results({ id }: { id: number }) {
  useLive(['exam', 'exam-session'])
  const query = useEndpoint(examBooking.sheet, { exam_session_id: id })
  const { error } = query
  const sheet = query.data?.data
  useDocumentTitle(actionWords.recordResult)
  if (error?.status === 404) return <NotFoundScreen />
  if (sheet === undefined) {
    return (
      <>
        <PageHeader
          title={actionWords.recordResult}
          actions={<BackButton to={pathsOf('exam_session').record(id)} />}
        />
        <RecordLoading error={error} onRetry={() => void query.refetch()} />
      </>
    )
  }
  return <Sheet sheet={sheet} reload={() => query.refetch()} />
}

type SheetData = OutputOf<typeof examBooking.sheet>['data']

function Sheet({ sheet, reload }: { sheet: SheetData; reload: () => unknown }) {
  const { exam_session_id, points, kind } = sheet
  const isPhone = useMedia(phoneScreen)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [saved, setSaved] = useState<SavedResults>({})
  const candidates = sheet.candidates.map((row) => withSaved(row, saved[row.exam_id]))
  const [earlier, setEarlier] = useState<readonly Drafts[]>([])
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<number, string>>>({})
  const changed = changedRows(candidates, drafts)
  const corrects = changed.some(isCorrection)
  const [reasonProblem, setReasonProblem] = useState<string>()
  const { can } = useSession()
  const [override, setOverride] = useState('')
  const [isAsking, setAsking] = useState(false)

  const change = (row: ResultSheetRow, draft: Draft) => {
    setEarlier((all) => [...all, drafts])
    setDrafts({ ...drafts, [row.exam_id]: draft })
    const { [row.exam_id]: _, ...others } = problems
    setProblems(others)
  }
  const undo = () => {
    const last = earlier.at(-1)
    if (last === undefined) return
    setDrafts(last)
    setEarlier(earlier.slice(0, -1))
    setProblems({})
  }
  useUndoShortcut(undo)

  const saving = useCommand(examBooking.results, {
    invalidates,
    onSuccess: ({ data }, { results }) => {
      setSaved((known) => ({ ...known, ...savedResults(results, data.versions) }))
      setDrafts((entered) => unsentDrafts(entered, results))
      setEarlier([])
      setReason('')
      setOverride('')
    },
    onError: (error, { results }) => {
      setProblems(
        Object.fromEntries(
          error.errors.flatMap(({ path, message }) => {
            const sent = results[Number(/^results\.(\d+)\./.exec(path)?.[1] ?? -1)]
            return sent === undefined ? [] : [[sent.exam_id, message]]
          }),
        ),
      )
      if (error.status === 409) void reload()
    },
  })
  const absentees = presentAbsentees(changed, drafts)
  const send = () =>
    saving.mutate({
      exam_session_id,
      results: resultsOf(changed, drafts, { reason, override }),
    })
  const save = () => {
    if (changed.length === 0) return
    const found = changed.flatMap((row) => {
      const problem = draftProblem(draftOf(drafts, row), row, points)
      return problem === null ? [] : [[row.exam_id, problem] as const]
    })
    const missesReason = corrects && reason.trim() === ''
    setProblems(Object.fromEntries(found))
    setReasonProblem(missesReason ? examSentences.correctionReason : undefined)
    if (found.length > 0 || missesReason) return
    if (absentees.length > 0) setAsking(true)
    else void send()
  }
  useSaveShortcut(save)

  const buttons = (
    <>
      {!isPhone && <BackButton to={pathsOf('exam_session').record(exam_session_id)} />}
      <Button icon={Undo2} isDisabled={earlier.length === 0} onPress={undo}>
        เลิกทำ
      </Button>
      <CloseSession id={exam_session_id} isDisabled={changed.length > 0} />
      <Button
        kind="primary"
        icon={Save}
        pending={saving.pending}
        isDisabled={changed.length === 0}
        onPress={save}
      >
        {actionWords.save}
        {changed.length > 0 && ` ${changed.length} คน`}
      </Button>
    </>
  )
  const asksOverride =
    saving.error !== null && canOverrideCheckIn(saving.error.code) && can('exam.override')
  const waiting = candidates.filter(({ status }) => status === 'waiting').length
  return (
    <>
      <PageHeader
        title={actionWords.recordResult}
        aside={sheet.name}
        actions={isPhone ? undefined : buttons}
      />
      {Object.keys(problems).length > 0 && (
        <Alert tone="error">{`ยังบันทึกไม่ได้ ${Object.keys(problems).length} คน กรุณาแก้ไขตามที่แสดงในรายชื่อ`}</Alert>
      )}
      {corrects && (
        <Card>
          <TextField
            name="reason"
            label="เหตุผลที่แก้ไขผลสอบ"
            required
            value={reason}
            onChange={setReason}
            error={reasonProblem}
          />
        </Card>
      )}
      {asksOverride && (
        <Card>
          <TextField
            name="override_reason"
            label={titleOf(examBooking.result.input.shape, 'override_reason')}
            description="ใช้กับผู้ที่ยังไม่ได้ลงทะเบียนเข้าสอบทุกคนที่บันทึกครั้งนี้"
            value={override}
            onChange={setOverride}
          />
        </Card>
      )}
      <Card
        title={`${headings.candidates} ${candidates.length} คน`}
        flush
        actions={
          <span className="text-sm text-muted">
            {kind === 'theory' && `${passMarkText(points)} · `}
            {`${titleOf(examSession.row.shape, 'unmarked')} ${waiting} คน`}
          </span>
        }
      >
        {candidates.length === 0 ? (
          <EmptyState title={headings.noCandidates} />
        ) : (
          <ResultGrid
            rows={candidates}
            drafts={drafts}
            points={points}
            problems={problems}
            isPhone={isPhone}
            onChange={change}
          />
        )}
      </Card>
      {!isPhone && (
        <p className="text-sm text-muted">
          ลูกศรขึ้นลงเปลี่ยนคน · พิมพ์คะแนน หรือ P ผ่าน F ไม่ผ่าน I ทำข้อสอบไม่เสร็จ A ขาดสอบ · Ctrl+Z เลิกทำ ·
          Ctrl+S บันทึก
        </p>
      )}
      {isPhone && <ActionBar>{buttons}</ActionBar>}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="ขาดสอบทั้งที่ลงทะเบียนเข้าสอบแล้ว"
        confirmLabel={`${actionWords.save}ขาดสอบ`}
        kind="danger"
        onConfirm={send}
      >
        {absentees.map(({ customer }) => customer).join(', ')} ลงทะเบียนเข้าสอบแล้ว
        การบันทึกว่าขาดสอบจะล้างการลงทะเบียน ต้องการบันทึกใช่หรือไม่
      </ConfirmDialog>
      <UnsavedGuard dirty={changed.length > 0} />
    </>
  )
}

/** Undoes on Ctrl+Z, also inside an input. */
function useUndoShortcut(undo: () => void): void {
  const handle = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    if ((event.target as HTMLElement | null)?.closest('[data-row]') === null) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => handle(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/**
 * The button that closes the session, with its confirmation; renders nothing before the end of the
 * exam.
 */
function CloseSession({ id, isDisabled }: { id: number; isDisabled: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { data } = useEndpoint(examSession.get, { exam_session_id: id })
  const close = useCommand(examSession.close, { invalidates, alert: 'success' })
  const session = data?.data
  if (session === undefined || !session.can.close) return null
  const { version } = session
  const missing = session.candidates.filter(
    ({ status, checked_in_at }) => status === 'waiting' && checked_in_at === null,
  ).length
  return (
    <>
      <Button icon={DoorClosed} isDisabled={isDisabled} onPress={() => setAsking(true)}>
        {actionWords.closeSession}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={actionWords.closeSession}
        confirmLabel={actionWords.closeSession}
        onConfirm={() => close.mutateOrThrow({ exam_session_id: id, version })}
      >
        {missing === 0
          ? 'ทุกคนมีผลสอบแล้ว ต้องการปิดรอบสอบใช่หรือไม่'
          : `ผู้ที่ไม่ได้ลงทะเบียนเข้าสอบ ${missing} คนจะถูกบันทึกว่าขาดสอบ ต้องการปิดรอบสอบใช่หรือไม่`}
      </ConfirmDialog>
    </>
  )
}
