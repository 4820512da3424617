/** The form of a new exam session, a weekly series of them, or a stored one. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type ToldCandidate, examSession } from '@khapdee/contract/entities/exam-session'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { examSessionStatuses, noDays, seriesDays } from '@khapdee/domain/exam-session'
import { type Day, addDays, isDay, thaiWeekdaysShort, weekdayOf } from '@khapdee/domain/thai-date'
import { isTimeOfDay } from '@khapdee/domain/time-of-day'
import { actionWords, headings } from '@khapdee/domain/words'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { describeFields } from '../../api/describe-fields.ts'
import { resolverOf, schemaProblems, schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useLeave } from '../../crud/actions.tsx'
import { choicesOf, useRequiredBranchChoices, withStoredChoice } from '../../crud/choices.ts'
import { useToday } from '../../ui/use-today.ts'
import { FormPage } from '../../crud/resource-form.tsx'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { nextScreen } from '../../shared/next-screen.ts'
import { pathsOf } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { SaveButton } from '../../ui/button.tsx'
import { Alert, RecordLoading } from '../../ui/feedback.tsx'
import type { Choice } from '../../ui/fields/select-field.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page.tsx'
import { type Chosen, CandidateMoves, ToldDialog, movesOf } from './candidate-moves.tsx'
import { PanelFields } from './panel-fields.tsx'
import { type StoredSession, storedValues } from './stored-session.ts'
import { FormTime } from './time-field.tsx'

const SeriesPreview = lazyPart(async () => (await import('./series-preview.tsx')).SeriesPreview)

type CreateInput = InputOf<typeof examSession.create>
interface Values extends Omit<CreateInput, 'repeat'> {
  repeats: boolean
  repeat: { weekdays: number[]; until: Day; except: Day[]; skip_holidays: boolean }
  status: 'open' | 'closed'
}

const {
  FormCheckboxGroup,
  FormDate,
  FormNumber,
  FormSegmented,
  FormSelect,
  FormSwitch,
  FormTextArea,
} = fieldsOf<Values>()

const { label } = entities.exam_session
const paths = pathsOf('exam_session')
const formId = 'exam-session'
const weekdayChoices: readonly Choice<number>[] = thaiWeekdaysShort.map((name, i) => ({
  value: i + 1,
  name,
}))
const repeatTitle = titleOf(examSession.create.input.shape, 'repeat')
const statusChoices = choicesOf({
  open: examSessionStatuses.open,
  closed: examSessionStatuses.closed,
})

/** The screen of a new session. */
export function NewExamSession() {
  return (
    <Permitted permission="exam.session">
      <New />
    </Permitted>
  )
}

/** @param id of the session to change */
export function EditExamSession({ id }: { id: number }) {
  return (
    <Permitted permission="exam.session">
      <Edit key={id} id={id} />
    </Permitted>
  )
}

/** The day and the time that the calendar proposes in the URL; each only if it is valid. */
function useProposedTime(): Partial<Pick<Values, 'date' | 'start_time' | 'end_time'>> {
  const { date, start_time, end_time } = useSearch({ strict: false }) as Record<string, unknown>
  const isTime = (value: unknown): value is string =>
    typeof value === 'string' && isTimeOfDay(value)
  return {
    ...(typeof date === 'string' && isDay(date) && { date }),
    ...(isTime(start_time) && { start_time }),
    ...(isTime(end_time) && { end_time }),
  }
}

const invalidates = ['exam-session', 'exam-waiting', 'exam', 'application', 'customer']

function New() {
  const title = `${actionWords.add}${label}`
  useDocumentTitle(title)
  const today = useToday()
  const branch = useCurrentBranch()
  const router = useRouter()
  const proposed = useProposedTime()
  const first = proposed.date ?? addDays(today, 1)
  const [defaultValues] = useState<Values>(() => ({
    branch_id: branch.id ?? (Number.NaN as number),
    kind: 'theory',
    licence_types: ['car'],
    date: first,
    start_time: '09:00',
    end_time: '12:00',
    ...proposed,
    capacity: 30,
    place_id: null,
    vehicle_ids: [],
    panel: [],
    note: '',
    override_reason: '',
    repeats: false,
    repeat: {
      weekdays: [weekdayOf(first)],
      until: addDays(first, 28),
      except: [],
      skip_holidays: true,
    },
    status: 'open',
  }))
  const [preview, setPreview] = useState<CreateInput | null>(null)
  const form = useForm<Values>({ defaultValues, resolver: createResolver })
  const create = useCommand(examSession.create, {
    invalidates,
    onError: (error) => showOnFields(form, error),
    onSuccess: ({ data: { exam_session_ids } }) => {
      const [id, ...others] = exam_session_ids
      const to = others.length > 0 || id === undefined ? paths.list : paths.record(id)
      const shown = nextScreen(router)
      void router.navigate({ to, replace: true, ignoreBlocker: true })
      return shown
    },
  })
  const save = form.handleSubmit((entered) => {
    const { repeats, repeat, status: _, ...values } = entered
    if (!repeats) return void create.mutate(values)
    return setPreview({ ...values, repeat })
  })
  useSaveShortcut(() => void save())
  return (
    <FormPage
      title={title}
      name={undefined}
      back={paths.list}
      save={<SaveButton form={formId} pending={create.pending} />}
      dirty={form.formState.isDirty}
    >
      <EntryForm
        form={form}
        describe={describeFields(examSession.create.input)}
        id={formId}
        label={title}
        onSubmit={(event) => void save(event)}
      >
        <div className="flex flex-col gap-3.5">
          <SessionFields />
          <RepeatFields />
        </div>
      </EntryForm>
      {preview !== null && (
        <Suspense fallback={null}>
          <SeriesPreview
            input={preview}
            pending={create.pending}
            problem={create.error?.message ?? null}
            onClose={() => setPreview(null)}
            onCreate={(except) => {
              const { repeat } = preview
              if (repeat !== undefined)
                void create.mutate({ ...preview, repeat: { ...repeat, except } })
            }}
          />
        </Suspense>
      )}
    </FormPage>
  )
}

const checkOne = schemaResolver<Values>(examSession.update.input)

/** The series is checked only if the session repeats. */
const createResolver = resolverOf<Values>((entered) => {
  const { repeats, repeat, status: _, ...values } = entered
  const { date } = values
  const problems = schemaProblems(examSession.create.input, {
    ...values,
    ...(repeats && { repeat }),
  })
  const isEmpty =
    repeats &&
    date &&
    repeat.until &&
    repeat.weekdays.length > 0 &&
    seriesDays({ date, ...repeat }).length === 0
  return isEmpty ? [...problems, ['repeat.until', noDays]] : problems
})

function Edit({ id }: { id: number }) {
  const query = useEndpoint(examSession.get, { exam_session_id: id }, { staleTime: 0 })
  // A newer record does not replace typed values, unless the user requests it.
  const [shown, setShown] = useState<StoredSession>()
  const stored = shown ?? (query.isFetchedAfterMount ? query.data?.data : undefined)
  if (shown === undefined && stored !== undefined) setShown(stored)
  const reload = async () => setShown((await query.refetch()).data?.data)
  const title = `${actionWords.edit}${label}`
  useDocumentTitle(title)
  if (query.error?.status === 404) return <NotFoundScreen />
  if (stored === undefined) {
    return (
      <FormPage title={title} name={undefined} back={paths.record(id)} save={null} dirty={false}>
        <RecordLoading error={query.error} onRetry={() => void query.refetch()} />
      </FormPage>
    )
  }
  // The version resets the form when the session is loaded again after a conflict.
  return <EditForm key={stored.version} stored={stored} title={title} reload={reload} />
}

interface EditFormProps {
  stored: StoredSession
  title: string
  reload: () => unknown
}

function EditForm({ stored, title, reload }: EditFormProps) {
  const { exam_session_id, version } = stored
  const leave = useLeave(paths.record(exam_session_id))
  const proposed = useProposedTime()
  const [defaultValues] = useState(() => ({ ...valuesOf(stored), ...proposed }))
  const [told, setTold] = useState<readonly ToldCandidate[]>()
  const [chosen, setChosen] = useState<Chosen>({})
  const form = useForm<Values>({ defaultValues, resolver: checkUpdate(stored) })
  const planned = useWatch({
    control: form.control,
    name: ['date', 'start_time', 'end_time', 'licence_types'],
  }).join()
  const [chosenFor, setChosenFor] = useState(planned)
  // A candidate who fits the session again at another time needs no move.
  if (chosenFor !== planned) {
    setChosenFor(planned)
    setChosen({})
  }
  const update = useCommand(examSession.update, {
    invalidates,
    reload,
    onError: (error) => showOnFields(form, error),
    onSuccess: ({ data }) => (data.told.length === 0 ? leave('saved') : setTold(data.told)),
  })
  const misfits = new Map(
    (update.error?.code === 'CANDIDATES_MISFIT' ? update.error.errors : []).map(
      ({ path, message }) => [Number(path.slice('moves.'.length)), message],
    ),
  )
  const decides = misfits.size > 0 || Object.keys(chosen).length > 0
  const targets = useEndpoint(
    examSession.targets,
    { exam_session_id },
    { enabled: decides, staleTime: 0 },
  )
  const save = form.handleSubmit((entered) => {
    const { branch_id: _, repeats: __, repeat: ___, ...values } = entered
    return update.mutate({ ...values, exam_session_id, version, moves: movesOf(chosen) })
  })
  useSaveShortcut(() => void save())
  return (
    <FormPage
      title={title}
      name={stored.name}
      back={paths.record(exam_session_id)}
      save={<SaveButton form={formId} pending={update.pending} />}
      dirty={form.formState.isDirty && told === undefined}
    >
      <EntryForm
        form={form}
        describe={describeFields(examSession.update.input)}
        id={formId}
        label={title}
        onSubmit={(event) => void save(event)}
      >
        <div className="flex flex-col gap-3.5">
          {decides && targets.data !== undefined && (
            <Card title="ผู้เข้าสอบที่สอบในรอบนี้ไม่ได้">
              <CandidateMoves
                targets={targets.data.data}
                bookings={targets.data.data.bookings.filter(
                  ({ exam_id }) => misfits.has(exam_id) || exam_id in chosen,
                )}
                chosen={chosen}
                onChange={setChosen}
                errors={Object.fromEntries(misfits)}
              />
            </Card>
          )}
          {stored.seats_taken > 0 && (
            <Alert tone="warning">
              มีผู้จองแล้ว {stored.seats_taken} คน เมื่อเปลี่ยนวันหรือเวลา วันสอบของทุกคนจะเปลี่ยนตาม
            </Alert>
          )}
          <SessionFields stored={stored} />
        </div>
      </EntryForm>
      {told !== undefined && <ToldDialog told={told} onClose={() => void leave('saved')} />}
    </FormPage>
  )
}

const valuesOf = (stored: StoredSession): Values => ({
  ...storedValues(stored),
  branch_id: stored.branch_id,
  repeats: false,
  repeat: { weekdays: [], until: stored.date, except: [], skip_holidays: false },
})

const checkUpdate =
  ({ exam_session_id, version }: StoredSession): typeof checkOne =>
  (values, context, options) =>
    checkOne({ ...values, exam_session_id, version, moves: [] } as Values, context, options)

const noChoices: readonly Choice<number>[] = []
type Choices = Record<string, readonly Choice<number>[]>

function SessionFields({ stored }: { stored?: StoredSession }) {
  const { can } = useSession()
  const branches = useRequiredBranchChoices()
  const [branchId, kind, date, licenceTypes, vehicleIds, panel] = useWatch<
    Values,
    ['branch_id', 'kind', 'date', 'licence_types', 'vehicle_ids', 'panel']
  >({ name: ['branch_id', 'kind', 'date', 'licence_types', 'vehicle_ids', 'panel'] })
  const hasBranch = Number.isInteger(branchId)
  const { data } = useEndpoint(examSession.choices, { branch_id: branchId }, { enabled: hasBranch })
  const fit = useEndpoint(
    examSession.choices,
    { branch_id: branchId, date, kind, licence_types: licenceTypes.join() },
    { enabled: hasBranch && isDay(date ?? '') && licenceTypes.length > 0, keepPrevious: true },
  )
  const offered = data?.data as Choices | undefined
  const fitting = (fit.data?.data as Choices | undefined) ?? offered
  const places = useMemo(
    () =>
      withStoredChoice(
        offered?.['place'] ?? noChoices,
        stored?.place_id,
        stored?.place,
        headings.none,
      ),
    [offered, stored],
  )
  // A choice stays visible even if it does not fit another day.
  const chosenOf = (name: string, ids: readonly number[]) =>
    (offered?.[name] ?? noChoices).filter(({ value }) => ids.includes(value))
  const vehicles = withStored(fitting?.['vehicle'] ?? noChoices, [
    ...chosenOf('vehicle', vehicleIds),
    ...(stored?.vehicles ?? []).map(({ vehicle_id, name }) => ({ value: vehicle_id, name })),
  ])
  const people = withStored(fitting?.['user'] ?? noChoices, [
    ...chosenOf(
      'user',
      panel.map(({ user_id }) => user_id),
    ),
    ...(stored?.panel ?? []).map(({ user_id, name }) => ({ value: user_id, name })),
  ])
  return (
    <>
      <Card title={label}>
        <div className="form-grid">
          {stored === undefined && branches.length > 1 && (
            <FormSelect name="branch_id" items={branches} className="md:col-span-6" />
          )}
          <FormSegmented
            name="kind"
            className="md:col-span-6"
            isDisabled={(stored?.seats_taken ?? 0) > 0}
          />
          <FormCheckboxGroup name="licence_types" className="md:col-span-12" />
          <FormDate name="date" className="md:col-span-3" />
          <FormTime<Values> name="start_time" className="col-span-1 md:col-span-2" />
          <FormTime<Values> name="end_time" className="col-span-1 md:col-span-2" />
          <FormNumber name="capacity" className="col-span-1 md:col-span-2" />
          <FormSelect name="place_id" items={places} className="md:col-span-3" />
          {stored !== undefined && (
            <FormSegmented
              name="status"
              items={statusChoices}
              label="การจอง"
              className="md:col-span-6"
            />
          )}
          {(kind === 'practice' || (stored?.vehicles.length ?? 0) > 0) && vehicles.length > 0 && (
            <FormCheckboxGroup name="vehicle_ids" items={vehicles} className="md:col-span-12" />
          )}
          <FormTextArea name="note" rows={2} className="md:col-span-12" />
        </div>
      </Card>
      <PanelFields people={people} />
      {can('exam.override') && (
        <Card title="ข้อยกเว้น">
          <FormTextArea
            name="override_reason"
            rows={2}
            description="กรอกเมื่อจัดรอบสอบนอกเวลาทำการ ในเวลาที่ผ่านไปแล้ว ในวันหยุดหรือวันลา หรือใบอนุญาตและรถไม่พร้อม"
          />
        </Card>
      )}
    </>
  )
}

/** The offered choices, and those that are stored but no longer offered. */
const withStored = (
  offered: readonly Choice<number>[],
  stored: readonly Choice<number>[],
): readonly Choice<number>[] => [
  ...new Map([...offered, ...stored, ...offered].map((choice) => [choice.value, choice])).values(),
]

function RepeatFields() {
  const repeats = useWatch<Values, 'repeats'>({ name: 'repeats' })
  return (
    <Card title="สร้างหลายรอบ">
      <div className="form-grid">
        <FormSwitch name="repeats" label={repeatTitle} className="md:col-span-12" />
        {repeats && (
          <>
            <FormCheckboxGroup
              name="repeat.weekdays"
              items={weekdayChoices}
              className="md:col-span-8"
            />
            <FormDate name="repeat.until" className="md:col-span-4" />
            <FormSwitch name="repeat.skip_holidays" className="md:col-span-12" />
          </>
        )}
      </div>
    </Card>
  )
}
