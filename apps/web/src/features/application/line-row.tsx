/** One line of a new application. */
import { formatBaht } from '@khapdee/domain/money'
import { BadgePercent, MessageSquareText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSession } from '../../app/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ComboField } from '../../ui/fields/combo-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FormDate, FormMoney, FormSegmented, FormText } from '../../ui/form/form-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { Money } from '../../ui/money.tsx'
import { Figure } from './figure.tsx'
import {
  type Item,
  type LineKind,
  amountOf,
  lineKinds,
  netOf,
  paidInFull,
  withCode,
  withItem,
} from './line-values.ts'
import { payTypeChoices } from './preview.ts'
import type { RegistrationValues } from './registration-values.ts'
import { usePromotionCheck } from './use-promotion-check.ts'

interface LineProps {
  kind: LineKind
  index: number
}

interface LineRowProps extends LineProps {
  items: readonly Item[]
  onRemove: () => void
}

/** What it is and what is paid for it now. */
export function LineRow({ kind, index, items, onRemove }: LineRowProps) {
  const { control } = useFormContext<RegistrationValues>()
  const [hasNote, setHasNote] = useState(false)
  const note = useWatch({ control, name: `${kind}.${index}.note` })
  const line = { kind, index }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <legend className="sr-only">
        {lineKinds[kind].item} {index + 1}
      </legend>
      <div className="grid grid-cols-2 items-start gap-x-3.5 gap-y-3 md:grid-cols-[minmax(0,1fr)_9.5rem_12rem]">
        <ItemField {...line} items={items} />
        <FormDate control={control} name={`${kind}.${index}.exam_date`} label="วันสอบ" />
        <PromotionField {...line} />
      </div>
      <div className="grid grid-cols-3 items-start gap-x-3.5 gap-y-3 md:grid-cols-[6.5rem_5.5rem_6.5rem_minmax(0,1fr)_14rem]">
        <Cost {...line} />
        <Discount {...line} />
        <Net {...line} />
        <PayNow {...line} />
        <div className="col-span-3 flex items-end gap-1 md:col-span-1">
          <FormSegmented
            control={control}
            name={`${kind}.${index}.pay_type`}
            label="วิธีชำระเงิน"
            items={payTypeChoices}
            className="me-1 flex-1"
          />
          <IconButton
            label="หมายเหตุ"
            icon={MessageSquareText}
            onPress={() => setHasNote(true)}
            isDisabled={hasNote || note !== ''}
          />
          <IconButton
            label={`ลบรายการ ${lineKinds[kind].item} ${index + 1}`}
            icon={Trash2}
            onPress={onRemove}
          />
        </div>
      </div>
      {(hasNote || note !== '') && (
        <FormText control={control} name={`${kind}.${index}.note`} label="หมายเหตุ" />
      )}
    </fieldset>
  )
}

/** Typed or picked; picking copies id, name and price. */
function ItemField({ kind, index, items }: LineProps & { items: readonly Item[] }) {
  const { control, getValues, setValue, clearErrors } = useFormContext<RegistrationValues>()
  const path = `${kind}.${index}` as const
  const { field } = useFormField(control, `${path}.item_id`)
  const text = useWatch({ control, name: `${path}.name` })
  const isWhole = items.some(({ name }) => name === text)
  const pick = (item: Item) => {
    if (getValues(`${path}.item_id`) === item.item_id) return
    setValue(path, withItem(getValues(path), item), { shouldDirty: true })
    clearErrors([`${path}.item_id`, `${path}.cost`])
  }
  return (
    <ComboField
      {...field}
      label={lineKinds[kind].item}
      required
      className="col-span-2 md:col-span-1"
      // What was chosen offers the others again.
      items={isWhole ? items : items.filter(({ name }) => name.includes(text.trim()))}
      itemKey={({ item_id }) => item_id}
      itemText={({ name }) => name}
      renderItem={({ name, price }) => (
        <span className="flex w-full justify-between gap-4">
          {name}
          <span className="text-muted">
            <Money value={price} />
          </span>
        </span>
      )}
      value={text}
      onChange={(typed) => {
        const line = getValues(path)
        if (typed === line.name) return
        const named = items.filter(({ name }) => name === typed)
        const [only] = named
        if (only !== undefined && named.length === 1) return pick(only)
        // Only what changes: the other fields of the line need not render on every key.
        setValue(`${path}.name`, typed, { shouldDirty: true })
        if (line.item_id !== null) setValue(`${path}.item_id`, null, { shouldDirty: true })
      }}
      onSelect={pick}
      placeholder="เลือก"
      withButton
    />
  )
}

/** A code takes something off once it was checked: on Enter, on leaving the field, by the button. */
function PromotionField({ kind, index }: LineProps) {
  const { control, getValues, setValue, clearErrors } = useFormContext<RegistrationValues>()
  const path = `${kind}.${index}` as const
  const { value, change, field } = useFormField(control, `${path}.promotion_code`)
  const { check, pending } = usePromotionCheck(kind, index)
  return (
    <TextField
      {...field}
      label="รหัสส่วนลด"
      keys="code"
      value={String(value)}
      onChange={(typed) => {
        const line = getValues(path)
        change(typed.toUpperCase())
        if (line.discount > 0) setValue(path, withCode(line, typed.toUpperCase()))
        clearErrors(`${path}.promotion_code`)
      }}
      onBlur={() => {
        field.onBlur()
        check()
      }}
      after={
        <button
          type="button"
          tabIndex={-1}
          aria-label="ใช้รหัสส่วนลด"
          title="ใช้รหัสส่วนลด"
          disabled={pending}
          onClick={() => check()}
          className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11"
        >
          <BadgePercent size={16} aria-hidden />
        </button>
      }
    />
  )
}

/** The price, to change only for whom the role allows it. */
function Cost({ kind, index }: LineProps) {
  const { control } = useFormContext<RegistrationValues>()
  const { can } = useSession()
  const path = `${kind}.${index}.cost` as const
  const { field } = useFormField(control, path)
  const cost = useWatch({ control, name: path })
  if (can('application.price-override')) {
    return <FormMoney control={control} name={path} label="ราคา" />
  }
  return (
    <Figure label="ราคา" error={field.error}>
      <Money value={amountOf(cost)} />
    </Figure>
  )
}

function Discount({ kind, index }: LineProps) {
  const { control } = useFormContext<RegistrationValues>()
  const discount = useWatch({ control, name: `${kind}.${index}.discount` })
  return (
    <Figure label="ส่วนลด">
      <Money value={discount} tone={discount > 0 ? 'plain' : 'muted'} />
    </Figure>
  )
}

function Net({ kind, index }: LineProps) {
  const { control } = useFormContext<RegistrationValues>()
  const [cost, discount] = useWatch({
    control,
    name: [`${kind}.${index}.cost`, `${kind}.${index}.discount`],
  })
  return (
    <Figure label="ยอดสุทธิ">
      <span className="font-semibold">
        <Money value={netOf({ cost, discount })} />
      </span>
    </Figure>
  )
}

/** What is paid now, with a way to pay all of it. */
function PayNow({ kind, index }: LineProps) {
  const { control, getValues, setValue, clearErrors } = useFormContext<RegistrationValues>()
  const path = `${kind}.${index}` as const
  const [cost, discount] = useWatch({ control, name: [`${path}.cost`, `${path}.discount`] })
  const net = netOf({ cost, discount })
  return (
    <div className="col-span-3 flex min-w-0 items-start gap-2 md:col-span-1">
      <FormMoney
        control={control}
        name={`${path}.paid`}
        label="ชำระครั้งนี้"
        className="min-w-24 flex-1"
      />
      <Button
        isDisabled={net <= 0}
        onPress={() => {
          setValue(path, paidInFull(getValues(path)), { shouldDirty: true })
          clearErrors(`${path}.paid`)
        }}
        className="mt-6.25 px-2.5"
      >
        <span aria-hidden>เต็มจำนวน</span>
        <span className="sr-only">{`ชำระเต็มจำนวน ${formatBaht(net)} บาท`}</span>
      </Button>
    </div>
  )
}
