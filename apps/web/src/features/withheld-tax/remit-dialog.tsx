/** The dialog that pays the withheld tax of a month and return to the Revenue Department. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { bahtWithUnit } from '@khapdee/domain/money'
import { formatMonth } from '@khapdee/domain/thai-date'
import { supplierReturns } from '@khapdee/domain/withheld-tax'
import { type CashSource, cashSources } from '@khapdee/domain/drawer'
import { units, actionWords, headings } from '@khapdee/domain/words'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { BankAccountField } from '../../crud/bank-account-field.tsx'
import { choicesOf } from '../../crud/choices.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useLockedDays } from '../../crud/use-locked-days.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'
import type { RemittableTax } from './shapes.ts'

type Values = Pick<
  InputOf<typeof withheldTax.remit>,
  'date' | 'pay_type' | 'bank_account_id' | 'document_no'
> & { cash_source: Exclude<CashSource, 'petty_cash'> }

const { FormDate, FormSegmented, FormText } = fieldsOf<Values>()
const schema = withheldTax.remit.input.pick({
  date: true,
  pay_type: true,
  cash_source: true,
  bank_account_id: true,
  document_no: true,
})
const resolver = schemaResolver<Values>(schema)
const { drawer, outside } = cashSources
const sources = choicesOf({ drawer, outside })

export function RemitDialog({ owed, onClose }: { owed: RemittableTax; onClose: () => void }) {
  const today = useToday()
  const [defaultValues] = useState<Values>(() => ({
    date: today,
    pay_type: 'transfer',
    cash_source: 'drawer',
    bank_account_id: null,
    document_no: '',
  }))
  const form = useForm<Values>({ defaultValues, resolver })
  const payType = useWatch({ control: form.control, name: 'pay_type' })
  const remit = useCommand(withheldTax.remit, {
    invalidates: ['wht', 'accounting', 'income', 'expenses', 'Account', 'drawer', 'closing'],
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const { minDay, lockNotes } = useLockedDays(owed.branch_id)
  const title = `${actionWords.remit} ${supplierReturns[owed.return].label} เดือน${formatMonth(owed.month)}`
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={title}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ cash_source, bank_account_id, ...values }) => {
        const isCash = values.pay_type === 'cash'
        return remit.mutate({
          branch_id: owed.branch_id,
          month: owed.month,
          return: owed.return,
          value: owed.value,
          ...values,
          ...(isCash && { cash_source }),
          bank_account_id: isCash ? null : bank_account_id,
          files: [],
        })
      })}
      submitLabel={`${actionWords.remit} ${bahtWithUnit(owed.value)}`}
      pending={remit.pending}
      problem={remit.error?.message ?? null}
    >
      <p>
        {owed.branch} {owed.count} {units.entries} {headings.total} {bahtWithUnit(owed.value)}
      </p>
      <p className="text-sm text-muted">การนำส่งไม่นับเป็นรายจ่าย เพราะรายจ่ายเดิมบันทึกยอดก่อนหักภาษีไว้แล้ว</p>
      <FormDate
        name="date"
        required
        minDay={minDay}
        {...(lockNotes.length > 0 && { description: lockNotes.join(' · ') })}
      />
      <FormSegmented name="pay_type" />
      {payType === 'cash' && <FormSegmented name="cash_source" items={sources} />}
      {payType === 'transfer' && <BankAccountField branch_id={owed.branch_id} />}
      <FormText name="document_no" label="เลขที่ใบเสร็จของกรมสรรพากร" />
    </FormDialog>
  )
}
