import { employee } from '@khapdee/contract/entities/employee'
import type { Day } from '@khapdee/domain/thai-date'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { schemaResolver } from '../../api/schema-resolver.ts'
import { showOnFields } from '../../api/show-on-fields.ts'
import { useToday } from '../../crud/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { SaveButton } from '../../ui/save-button.tsx'

const { FormDate, FormText } = fieldsOf<LeaveValues>()

interface LeaveValues {
  user_id: number
  start: Day
  end: Day
  reason: string
}

/** Writes down days of leave. */
export function LeaveDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const today = useToday()
  const formId = useId()
  const form = useForm<LeaveValues>({
    defaultValues: { user_id: userId, start: today, end: today, reason: '' },
    resolver: schemaResolver<LeaveValues>(employee.addLeave.input),
  })
  const add = useCommand(employee.addLeave, {
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="เพิ่มวันลา"
      size="sm"
      isBusy={add.pending}
      actions={
        <>
          <Button isDisabled={add.pending} onPress={onClose}>
            ยกเลิก
          </Button>
          <SaveButton form={formId} pending={add.pending} />
        </>
      }
    >
      <EntryForm
        form={form}
        id={formId}
        label="เพิ่มวันลา"
        onSubmit={(event) => void form.handleSubmit((values) => add.mutate(values))(event)}
      >
        <div className="grid grid-cols-2 gap-3.5">
          <FormDate name="start" label="ตั้งแต่วันที่" required />
          <FormDate name="end" label="ถึงวันที่" required />
          <FormText
            name="reason"
            label="เหตุผล"
            required
            placeholder="เช่น ลาป่วย ลากิจ ลาพักผ่อน"
            className="col-span-2"
          />
        </div>
      </EntryForm>
    </Modal>
  )
}
