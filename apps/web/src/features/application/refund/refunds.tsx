/** The refund dialog and the table of refunds. A refund ends the application. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import {
  type ApplicationDetail,
  refund,
  listRow,
  sums,
} from '@khapdee/contract/entities/application-shapes'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import type { PayType } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { bahtWithUnit, type Satang, zeroSatang } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { ReceiptText, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { isServerUnavailable } from '../../../api/api-error.ts'
import { type Problem, resolverOf, schemaProblems, showOnFields } from '../../../api/form-errors.ts'
import { columnsOf, userColumn } from '../../../crud/columns.tsx'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { printRefund } from '../../../shared/print.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { Card, DescriptionList } from '../../../ui/page.tsx'
import { Money } from '../../../ui/values.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { receiptColumns } from '../receipt-columns.tsx'
import { useApplicationCommand } from '../use-application-command.ts'

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
    ...(value === null
      ? [['value', messages.required(titleOf(refund.shape, 'value'))] as const]
      : []),
    ...(value !== null && value > paid
      ? [['value', messages.refundMax(bahtWithUnit(paid))] as const]
      : []),
    // Any valid id: the form has no field for it.
    ...schemaProblems(endpoint.input, toInput(1, values)),
  ]
}

const labels = titlesOf(sums)

interface RefundDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function RefundDialog({ detail, onClose }: RefundDialogProps) {
  const { application_id, application_code, type, customer, net, paid, balance } = detail
  const endpoint = applicationKindConfigs[type].api.refund
  const form = useForm<RefundValues>({
    defaultValues: blank,
    resolver: resolverOf((values) => problemsOf(values, paid, endpoint)),
  })
  const [unconfirmedRefund, setUnconfirmedRefund] = useState<RefundValues | null>(null)
  const { run, pending, problem } = useApplicationCommand(endpoint, {
    onClose,
    onError: (error) => {
      // After a rejection the input is cleared, to prevent sending it again by mistake. Without an
      // answer it stays: a retry must send the same input with the same idempotency key.
      if (!isServerUnavailable(error)) form.reset(blank)
      showOnFields(form, error)
    },
    pdfOf: ({ data }) => data.pdf,
  })
  const sendRefund = async () => {
    if (unconfirmedRefund !== null) await run(toInput(application_id, unconfirmedRefund))
  }
  return (
    <>
      <FormDialog
        form={form}
        schema={endpoint.input}
        title={actionWords.refund}
        size="md"
        onClose={onClose}
        onSubmit={form.handleSubmit(setUnconfirmedRefund)}
        submitLabel={actionWords.refund}
        submitIcon={Undo2}
        pending={pending}
        problem={problem}
      >
        <DescriptionList
          items={[
            { label: titleOf(listRow.shape, 'application_code'), value: application_code },
            { label: entities.customer.label, value: customer.name },
            { label: labels.net, value: <Money value={net} /> },
            { label: labels.paid, value: <Money value={paid} /> },
            { label: labels.balance, value: <Money value={balance} /> },
          ]}
        />
        <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
          <FormMoney name="value" className="min-w-32 flex-1" />
          <Button
            onPress={() => {
              form.setValue('value', paid)
              form.clearErrors('value')
            }}
            className="mt-6.25 px-2.5"
          >
            {headings.fullAmount}
          </Button>
          <FormSegmented name="pay_type" className="grow basis-44" />
        </div>
        <FormTextArea name="note" rows={2} />
      </FormDialog>
      <ConfirmDialog
        isOpen={unconfirmedRefund !== null}
        onClose={() => setUnconfirmedRefund(null)}
        title={actionWords.refund}
        onConfirm={sendRefund}
      >
        ยืนยันคืนเงิน {bahtWithUnit(unconfirmedRefund?.value ?? zeroSatang)} ให้ {customer.name} ใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}

/** A refund of an application. */
type Refund = ApplicationDetail['refunds'][number]

const columns = columnsOf<Refund>(refund.shape, [
  ...receiptColumns<Refund>({ id: 'value', cell: ({ value }) => <Money value={value} /> }),
  { id: 'note', cell: ({ note }) => note },
  userColumn({ belowWidth: 960, under: 'createdAt' }),
])

export function RefundTable({ application_id, refunds }: ApplicationDetail) {
  const rowActions = useMemo(
    () => (): readonly RowAction[] => [
      {
        id: 'print',
        label: actionWords.printRefund,
        icon: ReceiptText,
        primary: true,
        onAction: () => void printRefund(application_id),
      },
    ],
    [application_id],
  )
  if (refunds.length === 0) return null
  return (
    <Card title={actionWords.refund} flush>
      <DataTable
        label={actionWords.refund}
        columns={columns}
        rows={refunds}
        rowKey={({ payment_id }) => payment_id}
        state="ready"
        rowActions={rowActions}
      />
    </Card>
  )
}
