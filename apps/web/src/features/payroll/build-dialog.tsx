/** The dialog that makes the drafts of a month, and shows the proposals that changed. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import { actionWords } from '@khapdee/domain/words'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Money } from '../../ui/values.tsx'
import { ScopeFields, type ScopeValues, scopeSchema, useScopeDefaults } from './scope-fields.tsx'

type Built = OutputOf<typeof payroll.build>['data']

interface BuildDialogProps {
  branch?: string | undefined
  month?: string | undefined
  onClose: () => void
}

export function BuildDialog({ branch, month, onClose }: BuildDialogProps) {
  const [built, setBuilt] = useState<Built | null>(null)
  const form = useForm<ScopeValues>({
    defaultValues: useScopeDefaults({ branch, month }),
    resolver: schemaResolver<ScopeValues>(scopeSchema),
  })
  const build = useCommand(payroll.build, {
    alert: 'none',
    onSuccess: ({ data }) => setBuilt(data),
    onError: (error) => showOnFields(form, error),
  })
  if (built !== null) return <Differences built={built} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      schema={scopeSchema}
      title={actionWords.buildPayroll}
      onClose={onClose}
      onSubmit={form.handleSubmit(({ branch_id, month: wanted }) => {
        if (branch_id !== null) void build.mutate({ branch_id, month: wanted })
      })}
      submitLabel={actionWords.prepare}
      submitIcon={CalendarPlus}
      pending={build.pending}
      problem={build.error?.message ?? null}
      size="md"
    >
      <ScopeFields />
      <p className="text-sm text-muted">
        สร้างร่างของพนักงานที่ยังไม่มี และคำนวณรายการที่ไม่มีใครแก้ไขใหม่ รายการที่ส่งตรวจสอบแล้วไม่เปลี่ยน
      </p>
    </FormDialog>
  )
}

function Differences({ built, onClose }: { built: Built; onClose: () => void }) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="จัดทำเงินเดือนแล้ว"
      size="md"
      actions={
        <Button kind="primary" autoFocus onPress={onClose}>
          {actionWords.close}
        </Button>
      }
    >
      <p>
        สร้างร่างใหม่ {built.built} คน คำนวณใหม่ {built.changed} คน
      </p>
      {built.differences.length > 0 && (
        <ul className="mt-3 flex flex-col divide-y divide-line">
          {built.differences.map((row) => (
            <li key={`${row.user_id} ${row.name}`} className="flex flex-wrap gap-x-3 py-1.5">
              <span className="min-w-0 flex-1">
                {row.user} · {row.name}
              </span>
              <span className="whitespace-nowrap">
                {row.before === null ? '–' : <Money value={row.before} />}
                {' → '}
                {row.after === null ? '–' : <Money value={row.after} />}
                {row.kept && <span className="text-muted"> (คงจำนวนที่แก้ไขไว้)</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
