/** The customer's fields within a form. */
import { customerFields, hasNoIdNumber } from '@khapdee/contract/entities/customer'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { namePrefixes } from '@khapdee/domain/person-name'
import { nationalities, privacyNotice, noticeTimeTitle } from '@khapdee/domain/privacy-notice'
import { ageOn, isDay } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { ChevronDown, ShieldCheck, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { describeFields } from '../../api/describe-fields.ts'
import { useSession } from '../../session/session.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { useToday } from '../../ui/use-today.ts'
import { CheckBox, SwitchField } from '../../ui/fields/choice-fields.tsx'
import { Chip, ThaiInstant } from '../../ui/values.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ComboField } from '../../ui/fields/combo-field.tsx'
import { labelClass } from '../../ui/fields/field-frame.tsx'
import { searchItems } from '../../ui/fields/suggestions.ts'
import { AddressFields, type AddressPart } from '../../ui/form/address-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { FieldDescriptions, useFormField, useLabelledField } from '../../ui/form/use-form-field.ts'
import { withWalkIn, type CustomerFormValues } from './customer-values.ts'
import { IdCardNumber, PassportNumber } from './identity-fields.tsx'
import type { CustomerMatcher } from './use-customer.ts'

const { FormDate, FormPhone, FormSegmented, FormText, FormTextArea } =
  fieldsOf<CustomerFormValues>()

interface CustomerBlockProps {
  /** Finds the stored customer; absent when the form edits a stored customer. */
  matcher?: CustomerMatcher
  /** Buttons that fill the fields, e.g. from an ID card. */
  actions?: ReactNode
  /** Whether the customer may be a walk-in, for whom only name and phone are entered. */
  acceptsWalkIns?: boolean
}

const nationalityItems = [
  { value: false, name: nationalities.thai.label },
  { value: true, name: nationalities.foreign.label },
] as const

const describeCustomer = describeFields(z.object({ customer: z.object(customerFields) }))

const addressPath = (part: AddressPart) => `customer.${part}` as const

/** The customer's fields. Must be inside a form with values of type `CustomerFormValues`. */
export function CustomerBlock({ matcher, actions, acceptsWalkIns = false }: CustomerBlockProps) {
  const { control } = useFormContext<CustomerFormValues>()
  const { user } = useSession()
  const [isForeigner, isWalkIn, idcard, passport] = useWatch({
    control,
    name: ['customer.is_foreigner', 'customer.is_walk_in', 'customer.idcard', 'customer.passport'],
  })
  const isStoredWalkIn = isWalkIn && matcher === undefined
  // With an ID or passport number the walk-in becomes an ordinary customer.
  const staysWalkIn = isStoredWalkIn && hasNoIdNumber({ idcard, passport })
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          ข้อมูลผู้สมัคร
          {isStoredWalkIn && <Chip tone="info">{headings.walkIn}</Chip>}
          {matcher && <LinkedChip onClear={matcher.clear} />}
        </span>
      }
      actions={actions}
    >
      <FieldDescriptions value={describeCustomer}>
        {acceptsWalkIns && <WalkInSwitch />}
        {acceptsWalkIns && isWalkIn ? (
          <div className="form-grid">
            <FormText name="customer.fname" className="col-span-1 md:col-span-4" />
            <FormText name="customer.sname" required={false} className="col-span-1 md:col-span-4" />
            <FormPhone name="customer.phone_1" className="md:col-span-4" />
          </div>
        ) : (
          <div className="flex flex-col gap-3">
            <div className="form-grid">
              <FormSegmented
                name="customer.is_foreigner"
                label={fieldTitles.type}
                items={nationalityItems}
                className="md:col-span-3"
              />
              {isForeigner && <PassportNumber matcher={matcher} className="md:col-span-3" />}
              <IdCardNumber
                matcher={matcher}
                required={!isForeigner && !staysWalkIn}
                className={isForeigner ? 'md:col-span-3' : 'md:col-span-4'}
              />
              <Birthday className={isForeigner ? 'md:col-span-3' : 'md:col-span-5'} />
              <Prefix className="col-span-1 md:col-span-4 lg:col-span-2" />
              <FormText name="customer.fname" className="col-span-1 md:col-span-4 lg:col-span-3" />
              <FormText
                name="customer.sname"
                required={staysWalkIn ? false : undefined}
                className="md:col-span-4 lg:col-span-3"
              />
              <FormPhone
                name="customer.phone_1"
                className="col-span-1 md:col-span-4 lg:col-span-2"
              />
              <FormPhone
                name="customer.phone_2"
                className="col-span-1 md:col-span-4 lg:col-span-2"
              />
            </div>
            <AddressFields<CustomerFormValues> pathOf={addressPath} nearProvince={user?.province} />
            <MoreFields />
            {matcher && <PrivacyNotice />}
          </div>
        )}
      </FieldDescriptions>
    </Card>
  )
}

/** The switch to a walk-in. It clears the fields that are then hidden, so it is not offered for a stored customer. */
function WalkInSwitch() {
  const { control, getValues, setValue, clearErrors } = useFormContext<CustomerFormValues>()
  const [isWalkIn, customerId] = useWatch({
    control,
    name: ['customer.is_walk_in', 'customer.customer_id'],
  })
  if (customerId !== null && !isWalkIn) return null
  return (
    <SwitchField
      label={headings.walkIn}
      value={isWalkIn}
      onChange={(value) => {
        const current = getValues('customer')
        const next =
          customerId === null ? withWalkIn(current, value) : { ...current, is_walk_in: value }
        setValue('customer', next, { shouldDirty: true })
        clearErrors('customer')
      }}
    />
  )
}

/** A chip for a customer who is already stored, with a button that clears the customer's fields. */
function LinkedChip({ onClear }: { onClear: () => void }) {
  const { control } = useFormContext<CustomerFormValues>()
  const customerId = useWatch({ control, name: 'customer.customer_id' })
  if (customerId === null) return null
  return (
    <span className="flex items-center gap-1">
      <Chip tone="info">{headings.returningCustomer}</Chip>
      <IconButton label={actionWords.clear} icon={X} size="sm" onPress={onClear} />
    </span>
  )
}

/** Key and text of a suggestion that is a plain text. */
const sameText = (text: string) => text

/** Suggested prefixes; any other text is allowed. */
const prefixes = [
  ...Object.values(namePrefixes),
  'เด็กชาย',
  'เด็กหญิง',
  'ว่าที่ร้อยตรี',
  'พระ',
  'สามเณร',
  'ดร.',
]
const englishPrefixes = ['Mr.', 'Mrs.', 'Miss', 'Ms.', 'Master']
const searchPrefixes = searchItems(prefixes, sameText)
const searchAllPrefixes = searchItems([...englishPrefixes, ...prefixes], sameText)

function Prefix({ className }: { className: string }) {
  const { control } = useFormContext<CustomerFormValues>()
  const { value, change, field } = useLabelledField<CustomerFormValues>('customer.prefix', {})
  const isForeigner = useWatch({ control, name: 'customer.is_foreigner' })
  const text = String(value)
  return (
    <ComboField
      {...field}
      className={className}
      search={isForeigner ? searchAllPrefixes : searchPrefixes}
      itemKey={sameText}
      itemText={sameText}
      value={text}
      onChange={change}
      onSelect={change}
      withButton
    />
  )
}

/** The birthday with the age computed from it. */
function Birthday({ className }: { className: string }) {
  return (
    <div className={classNames('flex gap-3.5', className)}>
      <FormDate name="customer.birthday" className="flex-1" />
      <Age />
    </div>
  )
}

function Age() {
  const { control } = useFormContext<CustomerFormValues>()
  const birthday = useWatch({ control, name: 'customer.birthday' })
  const today = useToday()
  const age = birthday !== null && isDay(birthday) ? ageOn(birthday, today) : null
  const id = useId()
  return (
    <div className="w-16 shrink-0">
      <span id={id} className={labelClass}>
        อายุ (ปี)
      </span>
      <output aria-labelledby={id} className="flex h-control items-center">
        {age === null || age < 0 ? '–' : age}
      </output>
    </div>
  )
}

const morePaths = ['customer.email', 'customer.line', 'customer.note'] as const

/** Rarely filled fields, collapsed by default; opens when one of them has an error. */
function MoreFields() {
  const { control } = useFormContext<CustomerFormValues>()
  const { errors } = useFormState({ control, name: morePaths })
  const [isExpanded, setExpanded] = useState(false)
  const { email, line, note } = errors.customer ?? {}
  const isOpen = isExpanded || Boolean(email ?? line ?? note)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setExpanded(!isOpen)}
        className={classNames(buttonClass({ kind: 'quiet', size: 'sm' }), '-ms-2.5')}
      >
        <ChevronDown size={16} aria-hidden className={isOpen ? 'rotate-180' : undefined} />
        ข้อมูลเพิ่มเติม
      </button>
      <div id={id} hidden={!isOpen} className={isOpen ? 'form-grid pt-2' : undefined}>
        <FormText name="customer.email" type="email" inputMode="email" className="md:col-span-4" />
        <FormText name="customer.line" className="md:col-span-4" />
        <FormTextArea name="customer.note" rows={1} className="md:col-span-4" />
      </div>
    </div>
  )
}

/** A checkbox that records that the customer was given the privacy notice; once it is recorded, its time. */
function PrivacyNotice() {
  const { control } = useFormContext<CustomerFormValues>()
  const noticedAt = useWatch({ control, name: 'customer.noticed_at' })
  const { value, change } = useFormField<CustomerFormValues>('customer.privacy_notice')
  return (
    <div className="border-t border-line pt-3 text-sm">
      {noticedAt === null ? (
        <CheckBox
          label="แจ้งประกาศความเป็นส่วนตัวให้ผู้สมัครรับทราบแล้ว"
          checked={value === true}
          onChange={change}
        />
      ) : (
        <p className="flex items-center gap-2">
          <ShieldCheck size={16} aria-hidden className="shrink-0 text-ok" />
          <span>
            {noticeTimeTitle} <ThaiInstant value={noticedAt} />
          </span>
        </p>
      )}
      <p className="mt-1 text-xs text-muted">{privacyNotice.text}</p>
    </div>
  )
}
