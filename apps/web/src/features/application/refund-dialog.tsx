/** Giving money back, which ends the application. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { messages } from '@khapdee/contract/messages'
import type { PayType } from '@khapdee/domain/application/status'
import { formatBaht, type Satang, zeroSatang } from '@khapdee/domain/money'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isServerAway } from '../../api/api-error.ts'
import { type Problem, resolverOf, schemaProblems, showOnFields } from '../../api/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/values.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { faces } from './faces.ts'
import { payTypeChoices } from './preview.ts'
import { useAction } from './use-action.ts'

const { FormMoney, FormSegmented, FormTextArea } = fieldsOf<RefundValues>()

interface RefundValues {
  value: Satang | null
  pay_type: PayType
  note: string
}

type RefundEndpoint = typeof application.refund

const blank: RefundValues = { value: null, pay_type: 'cash', note: '' }

const toInput = (
  application_id: number,
  { value, ...rest }: RefundValues,
): InputOf<RefundEndpoint> => ({ application_id, value: value ?? zeroSatang, ...rest })

function problemsOf(values: RefundValues, paid: Satang, endpoint: RefundEndpoint): Problem[] {
  const { value } = values
  return [
    ...(value === null ? [['value', messages.required('จำนวนเงินคืน')] as const] : []),
    ...(value !== null && value > paid
      ? [['value', messages.refundMax(formatBaht(paid))] as const]
      : []),
    ...schemaProblems(endpoint.input, toInput(1, values)),
  ]
}

interface RefundDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function RefundDialog({ detail, onClose }: RefundDialogProps) {
  const { application_id, application_code, type, customer, net, paid, balance } = detail
  const endpoint = faces[type].api.refund
  const form = useForm<RefundValues>({
    defaultValues: blank,
    resolver: resolverOf((values) => problemsOf(values, paid, endpoint)),
  })
  const [asked, setAsked] = useState<RefundValues | null>(null)
  const { run, pending, problem } = useAction(endpoint, {
    onClose,
    onRefused: (error) => {
      // Nothing of a refused refund may be sent again by mistake; one without an answer is
      // repeated as it is, with its key.
      if (!isServerAway(error)) form.reset(blank)
      showOnFields(form, error)
    },
    pdfOf: ({ data }) => data.pdf,
  })
  const refund = async () => {
    if (asked !== null) await run(toInput(application_id, asked))
  }
  return (
    <>
      <FormDialog
        form={form}
        title="คืนเงิน"
        size="md"
        onClose={onClose}
        onSubmit={form.handleSubmit(setAsked)}
        submitLabel="คืนเงิน"
        submitIcon={Undo2}
        pending={pending}
        problem={problem}
      >
        <DescriptionList
          items={[
            { label: 'เลขที่ใบสมัคร', value: application_code },
            { label: 'ผู้สมัคร', value: customer.name },
            { label: 'ยอดสุทธิ', value: <Money value={net} /> },
            { label: 'ชำระแล้ว', value: <Money value={paid} /> },
            { label: 'ยอดค้างชำระ', value: <Money value={balance} /> },
          ]}
        />
        <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
          <FormMoney name="value" label="จำนวนเงินคืน" required className="min-w-32 flex-1" />
          <Button
            onPress={() => {
              form.setValue('value', paid)
              form.clearErrors('value')
            }}
            className="mt-6.25 px-2.5"
          >
            เต็มจำนวน
          </Button>
          <FormSegmented
            name="pay_type"
            label="วิธีคืนเงิน"
            items={payTypeChoices}
            className="grow basis-44"
          />
        </div>
        <FormTextArea name="note" label="เหตุผลการคืนเงิน" required rows={2} />
      </FormDialog>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title="คืนเงิน"
        onConfirm={refund}
      >
        ยืนยันคืนเงิน {formatBaht(asked?.value ?? zeroSatang)} บาท ให้ {customer.name} ใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}
