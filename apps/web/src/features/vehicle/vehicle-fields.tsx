import { branchSettings } from '@khapdee/contract/entities/branch'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { type ExamLicence, examLicenceOrder, examLicences } from '@khapdee/domain/licence-types'
import { isDay } from '@khapdee/domain/thai-date'
import { type DueKind, type Transmission, dueKinds, transmissions } from '@khapdee/domain/vehicle'
import { headings, plateExample } from '@khapdee/domain/words'
import { useFormContext, useWatch } from 'react-hook-form'
import { useKnownTexts, useRequiredBranchChoices } from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { useAddresses, useProvinces } from '../../ui/form/address-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { Choice } from '../../ui/fields/select-field.tsx'
import { DueChip } from './due.tsx'

type Values = ValuesOf<typeof vehicle>

const {
  FormCheckboxGroup,
  FormCombo,
  FormDate,
  FormSegmented,
  FormSelect,
  FormText,
  FormTextArea,
} = fieldsOf<Values>()

const transmissionChoices: readonly Choice<Transmission | null>[] = [
  { value: null, name: headings.notSpecified },
  ...Object.entries(transmissions).map(([value, { label }]) => ({
    value: value as Transmission,
    name: label,
  })),
]
const licenceChoices: readonly Choice<ExamLicence>[] = examLicenceOrder
  .filter((type) => type !== 'any')
  .map((value) => ({ value, name: examLicences[value].label }))

const kinds = Object.keys(dueKinds) as DueKind[]
const defaultRemindDays = branchSettings.parse({}).vehicle_remind_days

export function VehicleFields({ record }: FieldsProps<typeof vehicle>) {
  const branches = useRequiredBranchChoices()
  const suggestionsFor = useKnownTexts(vehicle.list)
  const { addresses, load } = useAddresses()
  const provinces = useProvinces(addresses)
  return (
    <>
      <Card title="ข้อมูลยานพาหนะ">
        <div className="form-grid" onFocus={load}>
          <FormText
            name="no"
            autoFocus
            placeholder={plateExample}
            className="col-span-1 md:col-span-3"
          />
          <FormCombo name="province" items={provinces} className="col-span-1 md:col-span-3" />
          <FormCombo name="type" items={suggestionsFor('type')} className="md:col-span-3" />
          <FormSelect name="branch_id" items={branches} className="md:col-span-3" />
          <FormCombo
            name="brand"
            items={suggestionsFor('brand')}
            className="col-span-1 md:col-span-3"
          />
          <FormText name="model" className="col-span-1 md:col-span-3" />
          <FormText name="color" className="col-span-1 md:col-span-3" />
          <FormDate name="purchase_date" className="col-span-1 md:col-span-3" />
          <FormSegmented name="status" className="md:col-span-6" />
          <FormSelect name="transmission" items={transmissionChoices} className="md:col-span-6" />
          <FormCheckboxGroup
            name="licence_types"
            items={licenceChoices}
            label="ใช้สำหรับประเภทใบอนุญาต"
          />
        </div>
      </Card>
      <Card title="ครบกำหนด">
        <div className="form-grid">
          {kinds.map((kind) => (
            <DueField
              key={kind}
              kind={kind}
              remindDays={record?.remind_days ?? defaultRemindDays}
            />
          ))}
        </div>
      </Card>
      <Card title="ประกันภัย">
        <div className="form-grid">
          <FormCombo
            name="insurance_company"
            items={suggestionsFor('insurance_company')}
            className="md:col-span-6"
          />
          <FormCombo
            name="insurance_type"
            items={suggestionsFor('insurance_type')}
            className="md:col-span-6"
          />
          <FormTextArea name="note" />
        </div>
      </Card>
    </>
  )
}

interface DueFieldProps {
  kind: DueKind
  remindDays: number
}

/** The field of a due day, with a chip if it is close or past. */
function DueField({ kind, remindDays }: DueFieldProps) {
  const { control } = useFormContext<Values>()
  const [day, status] = useWatch({ control, name: [kind, 'status'] })
  const isShown = day !== null && isDay(day) && status !== 'retired'
  return (
    <FormDate
      name={kind}
      {...(isShown && { description: <DueChip day={day} remindDays={remindDays} /> })}
      className="col-span-1 md:col-span-3"
    />
  )
}
