/** The steps that set up a new school, each with a link to its screen. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { setup } from '@khapdee/contract/entities/setup'
import { type SetupStep, setupSteps } from '@khapdee/domain/setup/steps'
import { headings, actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { call } from '../../api/client.ts'
import { invalidate, useCommand, useEndpoint } from '../../api/queries.ts'
import { paths, pathsOf } from '../../shared/paths.ts'
import { printPdf } from '../../shared/print.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'

type State = OutputOf<typeof setup.get>['data']

/** The screen of each step except the test receipt, which is printed in place. */
const screenOf: Record<Exclude<SetupStep, 'receipt'>, (branchId: number) => string> = {
  school: () => paths.school,
  branch: paths.branches.record,
  promptpay: paths.branches.settings,
  hours: paths.branches.settings,
  courses: () => paths.starterCatalogue,
  people: () => pathsOf('app_user').new,
  documents: () => pathsOf('document_type').list,
  registration: () => paths.applications.course.new,
}

/**
 * Whether the school has no application yet and has not dismissed the list; false if the server
 * cannot be reached.
 */
export async function isSchoolNew(): Promise<boolean> {
  const answer = await call(setup.get, {}).catch(() => null)
  if (answer === null || answer.data.dismissed) return false
  return answer.data.steps.some((row) => row.step === 'registration' && !row.done && !row.skipped)
}

export function SetupList() {
  useDocumentTitle(headings.setupList)
  return (
    <Permitted permission="settings.update">
      <Steps />
    </Permitted>
  )
}

function Steps() {
  const { data, error, refetch } = useEndpoint(setup.get, {}, { staleTime: 0 })
  const update = useCommand(setup.update, { alert: 'errors' })
  const state = data?.data
  if (state === undefined) return <RecordLoading error={error} onRetry={() => void refetch()} />
  const skipped = state.steps.flatMap(({ step, skipped }) => (skipped ? [step] : []))
  const isOpen = ({ done, skipped }: State['steps'][number]) => !done && !skipped
  const next = state.steps.find(isOpen)?.step
  const doneCount = state.steps.filter(({ done }) => done).length
  return (
    <>
      <PageHeader
        title={headings.setupList}
        aside={`ทำแล้ว ${doneCount} จาก ${state.steps.length} ขั้นตอน`}
        actions={
          <Button
            pending={update.pending}
            onPress={() => void update.mutate({ dismissed: !state.dismissed, skipped })}
          >
            {state.dismissed ? 'แสดงในเมนู' : 'ซ่อนจากเมนู'}
          </Button>
        }
      />
      <Card flush>
        <ol className="divide-y divide-line">
          {state.steps.map((row) => (
            <StepRow
              key={row.step}
              row={row}
              branchId={state.branch_id}
              isNext={row.step === next}
              onSkip={() =>
                void update.mutate({
                  dismissed: state.dismissed,
                  skipped: row.skipped
                    ? skipped.filter((step) => step !== row.step)
                    : [...skipped, row.step],
                })
              }
            />
          ))}
        </ol>
      </Card>
    </>
  )
}

interface StepRowProps {
  row: State['steps'][number]
  branchId: number
  /** Whether it is the first step that is neither done nor skipped. */
  isNext: boolean
  onSkip: () => void
}

function StepRow({ row: { step, done, skipped }, branchId, isNext, onSkip }: StepRowProps) {
  const { label, hint } = setupSteps[step]
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Icon size={20} aria-hidden className={done ? 'text-ok' : 'text-muted'} />
      <div className="min-w-0 flex-1 max-md:basis-64">
        <p className="font-medium">
          {label}
          <span className="sr-only">{done ? ' ทำแล้ว' : ' ยังไม่ได้ทำ'}</span>
        </p>
        <p className="text-sm text-muted">{skipped && !done ? 'ข้ามไว้' : hint}</p>
      </div>
      <div className="ms-auto flex gap-2">
        {!done && (
          <Button kind="quiet" onPress={onSkip}>
            {skipped ? 'ไม่ข้าม' : 'ข้าม'}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
        {step === 'receipt' ? (
          <TestReceipt branchId={branchId} isNext={isNext} />
        ) : (
          <Link
            to={screenOf[step](branchId)}
            className={buttonClass({ kind: isNext ? 'primary' : 'secondary' })}
          >
            {done ? actionWords.view : 'เริ่ม'}
            <span className="sr-only"> {label}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

function TestReceipt({ branchId, isNext }: { branchId: number; isNext: boolean }) {
  const client = useQueryClient()
  return (
    <Button
      kind={isNext ? 'primary' : 'secondary'}
      onPress={() =>
        void printPdf(() => call(setup.receipt, { branch_id: branchId })).then(() =>
          invalidate(client, ['setup']),
        )
      }
    >
      {actionWords.print}
      <span className="sr-only"> {setupSteps.receipt.label}</span>
    </Button>
  )
}
