/** The dialog that takes cash out of a drawer or puts it in. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { drawer } from '@khapdee/contract/entities/drawer'
import type { UploadType } from '@khapdee/contract/entities/file'
import { type DrawerAction, drawerActions } from '@khapdee/domain/drawer'
import { bahtWithUnit, type Satang } from '@khapdee/domain/money'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { BankAccountField } from '../../crud/bank-account-field.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { FormUpload } from '../../crud/form-upload.tsx'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = Pick<InputOf<typeof drawer.move>, 'note' | 'file_id' | 'bank_account_id'> & {
  value: Satang | null
}

const { FormMoney, FormTextArea } = fieldsOf<Values>()
const schema = drawer.move.input.pick({
  value: true,
  note: true,
  file_id: true,
  bank_account_id: true,
})
const resolver = schemaResolver<Values>(schema)
const attachmentTypes: readonly UploadType[] = ['image/jpeg', 'image/png', 'application/pdf']

/** Explains each kind of movement. */
const hints: Readonly<Record<DrawerAction, string>> = {
  opening: 'เงินที่อยู่ในลิ้นชักก่อนเริ่มใช้ระบบ ไม่นับเป็นรายรับ บันทึกได้ครั้งเดียวก่อนปิดยอดครั้งแรก',
  cash_out: 'เงินที่หยิบออกจากลิ้นชัก รายจ่ายที่บันทึกในบัญชีแล้วไม่ต้องบันทึกซ้ำ',
  deposit: 'แนบรูปใบนำฝากเป็นหลักฐาน หากเคยบันทึกยอดฝากเกิน ให้บันทึกส่วนที่เกินเป็นจำนวนติดลบ',
  top_up: 'เงินที่ใส่เพิ่มในลิ้นชัก เช่น เงินทอน ไม่นับเป็นรายรับ',
  correction: 'จำนวนติดลบลดยอดในลิ้นชัก',
}

interface MoveDialogProps {
  kind: DrawerAction
  branch_id: number
  branch: string
  /** The cash in the drawer now. */
  balance: Satang
  onClose: () => void
}

export function MoveDialog({ kind, branch_id, branch, balance, onClose }: MoveDialogProps) {
  const form = useForm<Values>({
    defaultValues: { value: null, note: '', file_id: null, bank_account_id: null },
    resolver,
  })
  const move = useCommand(drawer.move, {
    invalidates: moneyQueryKeys,
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const { label } = drawerActions[kind]
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${label} ${branch}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ value, ...values }) =>
        move.mutate({ ...values, value: value as Satang, branch_id, kind, expenses_id: null }),
      )}
      submitLabel={label}
      pending={move.pending}
      problem={move.error?.message ?? null}
    >
      <p>เงินสดในลิ้นชัก {bahtWithUnit(balance)}</p>
      <p className="text-sm text-muted">{hints[kind]}</p>
      <FormMoney name="value" />
      {kind === 'deposit' && <BankAccountField branch_id={branch_id} />}
      <FormTextArea name="note" rows={2} />
      <FormUpload<Values> name="file_id" stored={null} types={attachmentTypes} />
    </FormDialog>
  )
}
