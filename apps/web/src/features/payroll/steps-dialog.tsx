/** The dialog that takes the next step of all people of a branch, with the totals before it. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import type { Option } from '@khapdee/contract/wire'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { actionWords, units } from '@khapdee/domain/words'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { describeFields } from '../../api/describe-fields.ts'
import { useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Alert, RecordLoading } from '../../ui/feedback.tsx'
import { FieldDescriptions } from '../../ui/form/use-form-field.ts'
import { Money, StateChip } from '../../ui/values.tsx'
import { ScopeFields, type ScopeValues, scopeSchema, useScopeDefaults } from './scope-fields.tsx'
import { StepButtons } from './step-buttons.tsx'

type Result = OutputOf<typeof payroll.submit>['data'] & { message: string }

interface StepsDialogProps {
  branch?: string | undefined
  month?: string | undefined
  /** The months that were built. */
  months: readonly Option[]
  onClose: () => void
}

export function StepsDialog({ branch, month, months, onClose }: StepsDialogProps) {
  const form = useForm<ScopeValues>({
    defaultValues: useScopeDefaults({ branch, month: month ?? String(months[0]?.value ?? '') }),
  })
  const scope = useWatch({ control: form.control })
  const [result, setResult] = useState<Result | null>(null)
  const { branch_id, month: chosen } = scope
  const isReady = typeof branch_id === 'number' && chosen !== undefined
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="ดำเนินการทั้งสาขา"
      size="lg"
      actions={<Button onPress={onClose}>{actionWords.close}</Button>}
    >
      <FormProvider {...form}>
        <FieldDescriptions value={describeFields(scopeSchema)}>
          <ScopeFields months={months.map(({ value }) => String(value))} />
        </FieldDescriptions>
      </FormProvider>
      {result !== null && <Outcome result={result} />}
      {isReady && (
        <Totals
          key={`${branch_id} ${chosen}`}
          branchId={branch_id}
          month={chosen}
          onDone={setResult}
        />
      )}
    </Modal>
  )
}

function Outcome({ result: { message, skipped } }: { result: Result }) {
  return (
    <div className="mt-3">
      <Alert tone={skipped.length > 0 ? 'warning' : 'success'}>
        {message}
        {skipped.length > 0 && (
          <ul className="mt-1 list-disc ps-5">
            {skipped.map(({ user_id, user, message: reason }) => (
              <li key={user_id}>
                {user}: {reason}
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  )
}

interface TotalsProps {
  branchId: number
  month: string
  onDone: (result: Result) => void
}

function Totals({ branchId, month, onDone }: TotalsProps) {
  const { data, error, refetch } = useEndpoint(
    payroll.totals,
    { branch_id: branchId, month },
    { staleTime: 0 },
  )
  if (data === undefined) return <RecordLoading error={error} onRetry={() => void refetch()} />
  const { statuses, flags } = data.data
  if (statuses.length === 0) return <p className="mt-3 text-muted">ยังไม่ได้จัดทำเงินเดือนของงวดนี้</p>
  return (
    <div className="mt-3 flex flex-col gap-3">
      <ul className="flex flex-col divide-y divide-line">
        {statuses.map(({ status, count, income, deduction, net }) => (
          <li key={status} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="w-28">
              <StateChip state={payrollStatuses[status]} />
            </span>
            <span className="whitespace-nowrap">{count} คน</span>
            <span className="flex-1 text-sm whitespace-nowrap text-muted">
              <Money value={income} /> − <Money value={deduction} />
            </span>
            <span className="font-semibold whitespace-nowrap">
              <Money value={net} /> {units.baht}
            </span>
            <StepButtons
              status={status}
              scope={{ branch_id: branchId, month, net }}
              title={`${data.data.branch} ${count} คน`}
              onDone={onDone}
            />
          </li>
        ))}
      </ul>
      {flags.length > 0 && (
        <Alert tone="warning">
          <ul className="list-disc ps-5">
            {flags.map(({ user_id, user, message, block }) => (
              <li key={`${user_id} ${message}`} className={block ? 'text-danger' : undefined}>
                {user}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
