import { actionWords } from '@khapdee/domain/words'
import { MessageSquareText, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useSession } from '../../../session/session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { useFormField } from '../../../ui/form/use-form-field.ts'
import { Card } from '../../../ui/page.tsx'
import { Money } from '../../../ui/values.tsx'
import { ReadOnlyField } from '../amounts.tsx'
import {
  blankLine,
  type Item,
  type LineKind,
  lineKinds,
  lineLabels,
  type LinePosition,
  netOf,
} from '../line-values.ts'
import { amountOrZero } from '../line-payment.ts'
import { AmountFields, PayTypeField } from '../payment-fields.tsx'
import { ItemField, PromotionField } from './line-fields.tsx'
import { linesOf, type RegistrationValues } from './registration-values.ts'

interface LineEditorProps {
  kind: LineKind
  items: readonly Item[]
  /** Whether the form needs a line of this kind; the last one is then cleared, not removed. */
  isMain?: boolean
}

/** The lines of one kind, to add, edit and remove. Must be inside the registration form. */
export function LineEditor({ kind, items, isMain = false }: LineEditorProps) {
  const { control, getValues } = useFormContext<RegistrationValues>()
  const { fields, append, remove, update } = useFieldArray({ control, name: kind })
  const { title } = lineKinds[kind]

  const add = () => {
    const payType = linesOf(getValues()).at(-1)?.pay_type
    append(blankLine(payType === 'both' ? 'cash' : payType), {
      shouldFocus: true,
      focusName: `${kind}.${fields.length}.item_id`,
    })
  }
  const removeAt = (index: number) => {
    if (isMain && fields.length === 1) update(index, blankLine())
    else remove(index)
  }
  return (
    <Card
      title={title}
      actions={
        <Button icon={Plus} onPress={add}>
          เพิ่มรายการ
          <span className="sr-only">{title}</span>
        </Button>
      }
      flush={fields.length === 0}
    >
      {fields.map((field, index) => (
        <LineRow
          key={field.id}
          kind={kind}
          index={index}
          items={items}
          onRemove={() => removeAt(index)}
        />
      ))}
    </Card>
  )
}

const { FormDate, FormMoney, FormText } = fieldsOf<RegistrationValues>()

interface LineRowProps extends LinePosition {
  items: readonly Item[]
  onRemove: () => void
}

/** The fields of one line: item, promotion code, amounts and payment. */
function LineRow({ kind, index, items, onRemove }: LineRowProps) {
  const { control } = useFormContext<RegistrationValues>()
  const [hasNote, setHasNote] = useState(false)
  const note = useWatch({ control, name: `${kind}.${index}.note` })
  const line = { kind, index }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <legend className="sr-only">
        {lineKinds[kind].item} {index + 1}
      </legend>
      {/* Wraps by field widths, not by breakpoints, because the summary may be beside it. */}
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
        <ItemField {...line} items={items} />
        <ExamDate {...line} items={items} />
        <PromotionField {...line} />
      </div>
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
        <div className="min-w-25">
          <Cost {...line} />
        </div>
        <div className="min-w-22">
          <Discount {...line} />
        </div>
        <div className="min-w-25">
          <Net {...line} />
        </div>
        <PayNow {...line} />
        <div className="flex grow basis-56 items-end gap-1">
          <PayChoice {...line} />
          <IconButton
            label={lineLabels.note}
            icon={MessageSquareText}
            onPress={() => setHasNote(true)}
            isDisabled={hasNote || note !== ''}
          />
          <IconButton
            label={`${actionWords.delete}รายการ ${lineKinds[kind].item} ${index + 1}`}
            icon={Trash2}
            onPress={onRemove}
          />
        </div>
      </div>
      {(hasNote || note !== '') && (
        <FormText name={`${kind}.${index}.note`} label={lineLabels.note} />
      )}
    </fieldset>
  )
}

/** The exam day; only while the chosen item grants an exam right. */
function ExamDate({ kind, index, items }: LinePosition & Pick<LineRowProps, 'items'>) {
  const { control } = useFormContext<RegistrationValues>()
  const itemId = useWatch({ control, name: `${kind}.${index}.item_id` })
  const item = items.find(({ item_id }) => item_id === itemId)
  if (item === undefined || item.exams.length === 0) return null
  return (
    <FormDate
      name={`${kind}.${index}.exam_date`}
      label={lineLabels.exam_date}
      className="grow basis-36"
    />
  )
}

/** The price; editable only with permission to override it. */
function Cost({ kind, index }: LinePosition) {
  const { control } = useFormContext<RegistrationValues>()
  const { can } = useSession()
  const path = `${kind}.${index}.cost` as const
  const { field } = useFormField<RegistrationValues>(path)
  const cost = useWatch({ control, name: path })
  if (can('application.price-override')) {
    return <FormMoney name={path} label={lineLabels.cost} className="w-25" />
  }
  return (
    <ReadOnlyField label={lineLabels.cost} error={field.error}>
      <Money value={amountOrZero(cost)} />
    </ReadOnlyField>
  )
}

function Discount({ kind, index }: LinePosition) {
  const { control } = useFormContext<RegistrationValues>()
  const discount = useWatch({ control, name: `${kind}.${index}.discount` })
  return (
    <ReadOnlyField label={lineLabels.discount}>
      <Money value={discount} tone={discount > 0 ? 'plain' : 'muted'} />
    </ReadOnlyField>
  )
}

function Net(line: LinePosition) {
  return (
    <ReadOnlyField label={lineLabels.net}>
      <span className="font-semibold">
        <Money value={useNet(line)} />
      </span>
    </ReadOnlyField>
  )
}

/** The net amount of a line in the form. */
function useNet({ kind, index }: LinePosition) {
  const { control } = useFormContext<RegistrationValues>()
  const [cost, discount] = useWatch({
    control,
    name: [`${kind}.${index}.cost`, `${kind}.${index}.discount`],
  })
  return netOf({ cost, discount })
}

const PayNow = (line: LinePosition) => (
  <AmountFields path={`${line.kind}.${line.index}`} full={useNet(line)} />
)

const PayChoice = (line: LinePosition) => (
  <PayTypeField
    path={`${line.kind}.${line.index}`}
    full={useNet(line)}
    className="me-auto max-w-72 flex-1"
  />
)
