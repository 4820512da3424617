import { lineKindOrder } from '@khapdee/contract/entities/application-lines'
import { namesRight } from '@khapdee/domain/exam-fees'
import { actionWords } from '@khapdee/domain/words'
import { MessageSquareText, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useSession } from '../../../session/session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { useFormField } from '../../../ui/form/use-form-field.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Card } from '../../../ui/page.tsx'
import { Money } from '../../../ui/values.tsx'
import { ReadOnlyField } from '../amounts.tsx'
import {
  blankLine,
  type Item,
  type LineKind,
  itemLabels,
  lineLabels,
  type LineForm,
  type LinePosition,
  type UsablePromotion,
  netOf,
  pathOf,
} from '../line-values.ts'
import { amountOrZero } from '../line-payment.ts'
import { AmountFields, PayTypeField } from '../payment-fields.tsx'
import { ItemField, PromotionField } from './line-fields.tsx'

const ExamSessionField = lazyPart(
  async () => (await import('./exam-session-field.tsx')).ExamSessionField,
)

const RightField = lazyPart(async () => (await import('./right-field.tsx')).RightField)

interface LineEditorProps extends Pick<LineRowProps, 'takesPayment' | 'promotions'> {
  kind: LineKind
  items: readonly Item[]
  /** Whether the form always has a line of this kind: the button that removes the last one then clears it. */
  isMain?: boolean
}

/** The lines of one kind, to add, edit and remove. Must be inside a form with the fields of `LineForm`. */
export function LineEditor({ kind, items, isMain = false, ...row }: LineEditorProps) {
  const { control, getValues } = useFormContext<LineForm>()
  const { fields, append, remove, update } = useFieldArray({ control, name: kind })
  const title = itemLabels[kind]

  const add = () => {
    const payType = lineKindOrder.flatMap((lineKind) => getValues(lineKind)).at(-1)?.pay_type
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
          isFirst={isMain && index === 0}
          {...row}
          onRemove={() => removeAt(index)}
        />
      ))}
    </Card>
  )
}

const { FormDate, FormMoney, FormText } = fieldsOf<LineForm>()

interface LineRowProps extends LinePosition {
  items: readonly Item[]
  /** The promotions that can be used in the branch. */
  promotions?: readonly UsablePromotion[] | undefined
  /** Whether the function key for the item focuses this line. */
  isFirst?: boolean
  /** The name of the group of fields; by default the kind and the number of the line. */
  legend?: string
  /** Whether the form takes payments; true by default. */
  takesPayment?: boolean | undefined
  /** Undefined if the line cannot be removed. */
  onRemove?: () => void
}

/** The fields of one line: item, promotion code, amounts and payment. */
export function LineRow({
  items,
  promotions,
  isFirst = false,
  legend,
  takesPayment = true,
  onRemove,
  ...line
}: LineRowProps) {
  const { control } = useFormContext<LineForm>()
  const [hasNote, setHasNote] = useState(false)
  const path = pathOf(line)
  const note = useWatch({ control, name: `${path}.note` })
  const name = legend ?? `${itemLabels[line.kind]} ${line.index + 1}`
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <legend className="sr-only">{name}</legend>
      {/* Wraps by field widths, not by breakpoints, because the summary may be beside it. */}
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
        <ItemField {...line} items={items} isFirst={isFirst} />
        <ExamDate {...line} items={items} />
        <PromotionField {...line} promotions={promotions} />
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
        {takesPayment && <PaidAmountFields {...line} />}
        <div
          className={
            takesPayment
              ? 'flex grow basis-56 items-end gap-1'
              : 'ms-auto flex items-end gap-1 self-end'
          }
        >
          {takesPayment && <PayTypeChoice {...line} />}
          <IconButton
            label={lineLabels.note}
            icon={MessageSquareText}
            onPress={() => setHasNote(true)}
            isDisabled={hasNote || note !== ''}
          />
          {onRemove !== undefined && (
            <IconButton
              label={`${actionWords.delete}รายการ ${name}`}
              icon={Trash2}
              onPress={onRemove}
            />
          )}
        </div>
      </div>
      {(hasNote || note !== '') && <FormText name={`${path}.note`} label={lineLabels.note} />}
    </fieldset>
  )
}

/**
 * The exam day and its session, while the chosen item grants an exam right; for a fee, the right
 * for which it is paid.
 */
function ExamDate({ items, ...line }: LinePosition & Pick<LineRowProps, 'items'>) {
  const { control } = useFormContext<LineForm>()
  const { can } = useSession()
  const path = pathOf(line)
  const itemId = useWatch({ control, name: `${path}.item_id` })
  const item = items.find(({ item_id }) => item_id === itemId)
  const examDate = useWatch({ control, name: `${path}.exam_date` })
  const [exam] = item?.exams ?? []
  if (item !== undefined && namesRight(item.exam_use ?? null) && can('exam.view')) {
    return (
      <Suspense fallback={null}>
        <RightField {...line} isRetake={item.exam_use === 'retake'} />
      </Suspense>
    )
  }
  if (exam === undefined) return null
  return (
    <>
      <FormDate name={`${path}.exam_date`} label={lineLabels.exam_date} className="grow basis-36" />
      {examDate !== null && can('exam.view') && (
        <Suspense fallback={null}>
          <ExamSessionField {...line} exam={exam} examDate={examDate} />
        </Suspense>
      )}
    </>
  )
}

/** The price; editable only with permission to override it. */
function Cost(line: LinePosition) {
  const { control } = useFormContext<LineForm>()
  const { can } = useSession()
  const path = `${pathOf(line)}.cost` as const
  const { field } = useFormField<LineForm>(path)
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

function Discount(line: LinePosition) {
  const { control } = useFormContext<LineForm>()
  const discount = useWatch({ control, name: `${pathOf(line)}.discount` })
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
function useNet(line: LinePosition) {
  const { control } = useFormContext<LineForm>()
  const path = pathOf(line)
  const [cost, discount] = useWatch({ control, name: [`${path}.cost`, `${path}.discount`] })
  return netOf({ cost, discount })
}

const PaidAmountFields = (line: LinePosition) => (
  <AmountFields path={pathOf(line)} fullAmount={useNet(line)} />
)

const PayTypeChoice = (line: LinePosition) => (
  <PayTypeField path={pathOf(line)} fullAmount={useNet(line)} className="me-auto max-w-72 flex-1" />
)
