/** The dialog that ends lines without money back. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { messages } from '@khapdee/contract/messages'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { bahtWithUnit, zeroSatang } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type Problem, resolverOf, schemaProblems, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { EndingNotice } from '../../../shared/ending-notice.tsx'
import { Alert } from '../../../ui/feedback.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { storedLines } from '../line-values.ts'
import { endingEffect } from '../refund/refund-values.ts'
import { useApplicationCommand } from '../use-application-command.ts'

type EndValues = InputOf<typeof application.end> & { lines: number[] }

const { FormCheckboxGroup, FormTextArea } = fieldsOf<EndValues>()

/** Omits `lines` if none is chosen, because the lines of a rejected request fee have already ended. */
const toInput = ({ lines, ...values }: EndValues): InputOf<typeof application.end> =>
  lines.length === 0 ? values : { ...values, lines }

interface EndDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function EndDialog({ detail: currentDetail, onClose }: EndDialogProps) {
  // The dialog never uses newer data: after a lost answer, the chosen lines may have ended already.
  const [detail] = useState(currentDetail)
  const { application_id, version, type, refund_due } = detail
  const endpoint = applicationKindConfigs[type].api.end
  const openLines = storedLines(detail).filter((line) => isOpenLine(line) && !line.refund_pending)
  const form = useForm<EndValues>({
    defaultValues: {
      application_id,
      version,
      lines: openLines.map(({ line_id }) => line_id),
      note: '',
    },
    resolver: resolverOf((values): Problem[] => [
      ...(values.lines.length === 0 && !refund_due ? [['lines', messages.noLines] as const] : []),
      ...schemaProblems(endpoint.input, toInput(values)),
    ]),
  })
  const chosen = useWatch({ control: form.control, name: 'lines' })
  const { run, pending, problem } = useApplicationCommand(endpoint, {
    onClose,
    onError: (error) => showOnFields(form, error),
    closesOnConflict: true,
  })
  return (
    <FormDialog
      form={form}
      schema={endpoint.input}
      title={actionWords.endWithoutRefund}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => run(toInput(values)))}
      submitLabel={actionWords.endWithoutRefund}
      submitIcon={CircleStop}
      kind="danger"
      pending={pending}
      problem={problem}
    >
      {refund_due ? (
        <Alert tone="warning">{`ไม่คืนเงินที่ชำระแล้ว ${bahtWithUnit(detail.paid)}`}</Alert>
      ) : (
        <FormCheckboxGroup
          name="lines"
          label={headings.item}
          items={openLines.map(({ line_id, name }) => ({ value: line_id, name }))}
        />
      )}
      <EndingNotice {...endingEffect(detail, new Map(chosen.map((id) => [id, zeroSatang])))} />
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
