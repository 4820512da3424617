/**
 * Exam sessions with problems that were entered after they were planned, each with proposed replacements that are accepted
 * by one press.
 */
import { type AffectedSession, affectedSession } from '@khapdee/contract/entities/affected-session'
import type { ToldCandidate } from '@khapdee/contract/entities/exam-session'
import { actionWords } from '@khapdee/domain/words'
import { CalendarCheck, Replace, SquarePen } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { useSession } from '../../session/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page.tsx'
import { Pages } from '../../crud/pages.tsx'
import { sessionPath } from './session-columns.tsx'

const KeepDialog = lazyPart(async () => (await import('./keep-dialog.tsx')).KeepDialog)

const ToldDialog = lazyPart(async () => (await import('./candidate-moves.tsx')).ToldDialog)

const invalidates = ['exam-session', 'calendar']

interface AffectedSessionsProps {
  /** Those of a branch, or one session. */
  query: { branch?: string } | { exam_session_id: number }
}

/** Renders nothing while no session is affected. */
export function AffectedSessions({ query }: AffectedSessionsProps) {
  const [paging, setPaging] = useState({ page: 1, perPage: 10 })
  const { data } = useEndpoint(
    affectedSession.gettable,
    { ...paging, ...query },
    { keepPrevious: true },
  )
  const [told, setTold] = useState<readonly ToldCandidate[]>([])
  if (told.length > 0) {
    return (
      <Suspense fallback={null}>
        <ToldDialog told={told} onClose={() => setTold([])} />
      </Suspense>
    )
  }
  if (data === undefined || data.meta.total === 0) return null
  const { total } = data.meta
  return (
    <Card title={'exam_session_id' in query ? 'รอบสอบนี้ต้องจัดใหม่' : `รอบสอบที่ต้องจัดใหม่ ${total} รอบ`}>
      <ul className="flex flex-col divide-y divide-line">
        {data.data.map((row) => (
          <li
            key={`${row.exam_session_id} ${row.version}`}
            className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0"
          >
            <Affected row={row} isAlone={'exam_session_id' in query} onTold={setTold} />
          </li>
        ))}
      </ul>
      <Pages paging={paging} total={total} onChange={setPaging} />
    </Card>
  )
}

const keyOf = ({ kind, id }: AffectedSession['problems'][number]) => `${kind} ${id}`

/** The best replacement for each loaded problem; each person or place replaces only one. */
function proposalsOf({ problems }: AffectedSession): Readonly<Record<string, number>> {
  const proposed: Record<string, number> = {}
  const used = new Set<string>()
  for (const problem of problems) {
    const free = problem.replacements.find(
      ({ value, note }) => note === '' && !used.has(`${problem.kind} ${value}`),
    )
    if (free === undefined) continue
    proposed[keyOf(problem)] = free.value
    used.add(`${problem.kind} ${free.value}`)
  }
  return proposed
}

interface AffectedProps {
  row: AffectedSession
  /** Whether the screen shows only this session, so that its name is not repeated. */
  isAlone: boolean
  /** Called with the candidates to be informed that the place has changed. */
  onTold: (told: readonly ToldCandidate[]) => void
}

function Affected({ row, isAlone, onTold }: AffectedProps) {
  const severalBranches = useSession().branches.length > 1
  const [changed, setChanged] = useState<Readonly<Record<string, number>>>({})
  const [isKeeping, setKeeping] = useState(false)
  const replace = useCommand(affectedSession.replace, {
    invalidates,
    onSuccess: ({ data }) => onTold(data.told),
  })
  const chosen = { ...proposalsOf(row), ...changed }
  const replacements = row.problems.flatMap((problem) => {
    const to = chosen[keyOf(problem)]
    const { kind, id: from } = problem
    return to === undefined || kind === 'branch' ? [] : [{ kind, from, to }]
  })
  const { exam_session_id, version } = row
  const about = <span className="sr-only"> {row.name}</span>
  return (
    <>
      {!isAlone && (
        <p className="flex flex-wrap gap-x-2">
          <RecordLink to={sessionPath(row)}>{row.name}</RecordLink>
          <span className="text-muted">
            {[`จองแล้ว ${row.seats_taken} คน`, ...(severalBranches ? [row.branch] : [])].join(' · ')}
          </span>
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {row.problems.map((problem) => (
          <li
            key={keyOf(problem)}
            className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
          >
            <span>{problem.messages.join(' · ')}</span>
            {row.can.replace && problem.kind !== 'branch' && (
              <Substitute
                problem={problem}
                session={row.name}
                value={chosen[keyOf(problem)]}
                onChange={(value) => setChanged({ ...changed, [keyOf(problem)]: value })}
              />
            )}
          </li>
        ))}
      </ul>
      {(row.can.replace || row.can.keep) && (
        <div className="flex flex-wrap gap-2">
          {replacements.length > 0 && (
            <Button
              size="sm"
              icon={Replace}
              isDisabled={replace.pending}
              onPress={() => void replace.mutate({ exam_session_id, version, replacements })}
            >
              {actionWords.replaceResources}
              {about}
            </Button>
          )}
          {row.can.replace && !isAlone && (
            <Link to={`${sessionPath(row)}/edit`} className={buttonClass({ size: 'sm' })}>
              <SquarePen size={16} aria-hidden />
              {actionWords.edit}
              {about}
            </Link>
          )}
          {row.can.keep && (
            <Button size="sm" icon={CalendarCheck} onPress={() => setKeeping(true)}>
              {actionWords.keepSession}
              {about}
            </Button>
          )}
        </div>
      )}
      {isKeeping && (
        <Suspense fallback={null}>
          <KeepDialog session={row} onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </>
  )
}

const kindWords = { user: 'ผู้แทน', vehicle: 'รถทดแทน', place: 'สถานที่ทดแทน' } as const

interface SubstituteProps {
  problem: AffectedSession['problems'][number]
  session: string
  value: number | undefined
  onChange: (value: number) => void
}

/** The choice of a replacement for a person, vehicle or place. */
function Substitute({ problem, session, value, onChange }: SubstituteProps) {
  const { kind, name, replacements } = problem
  if (kind === 'branch') return null
  if (replacements.length === 0) {
    return <span className="text-sm text-muted">ไม่มี{kindWords[kind]}ที่ว่างในเวลานี้</span>
  }
  const note = replacements.find((replacement) => replacement.value === value)?.note
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <SelectField
        label={`${kindWords[kind]} ${name} ${session}`}
        hideLabel
        items={replacements}
        value={value}
        onChange={onChange}
      />
      {note !== undefined && note !== '' && <span className="text-xs text-muted">{note}</span>}
    </span>
  )
}
