/** Where a customer lives; tambon, district and postcode propose each other. */
import { type AddressTriple, districtLabel, searchAddresses } from '@khapdee/domain/address'
import { useMemo } from 'react'
import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { ComboField } from '../../ui/fields/combo-field.tsx'
import { FormText } from '../../ui/form/form-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { useAddresses } from './address-table.ts'
import type { CustomerForm } from './customer-values.ts'

type Part = keyof AddressTriple
const parts: readonly Part[] = ['subdistrict', 'district', 'province', 'postcode']
const pathOf = (part: Part) => `customer.${part}` as const satisfies FieldPath<CustomerForm>

const mostProposed = 12

/** The address, in fields of the surrounding grid's width. */
export function AddressFields() {
  const { control } = useFormContext<CustomerForm>()
  const { addresses, load } = useAddresses()
  const province = useWatch({ control, name: 'customer.province' })
  const { subdistrict, district } = useMemo(() => {
    const words = districtLabel(province)
    // Before the province is known both words stand.
    return province === '' ? { subdistrict: 'ตำบล/แขวง', district: 'อำเภอ/เขต' } : words
  }, [province])
  const provinces = useMemo(
    () =>
      [...new Set(addresses.map((row) => row.province))].sort((a, b) => a.localeCompare(b, 'th')),
    [addresses],
  )

  return (
    <div className="form-grid" onFocus={load}>
      <FormText
        control={control}
        name="customer.address"
        label="บ้านเลขที่"
        className="col-span-1 md:col-span-2"
      />
      <FormText
        control={control}
        name="customer.moo"
        label="หมู่ที่"
        className="col-span-1 md:col-span-2"
      />
      <FormText
        control={control}
        name="customer.soi"
        label="ซอย"
        className="col-span-1 md:col-span-4"
      />
      <FormText
        control={control}
        name="customer.street"
        label="ถนน"
        className="col-span-1 md:col-span-4"
      />
      <AddressPart
        part="subdistrict"
        label={subdistrict}
        addresses={addresses}
        placeholder="ตำบล อำเภอ หรือรหัสไปรษณีย์"
        className="md:col-span-4"
      />
      <AddressPart
        part="district"
        label={district}
        addresses={addresses}
        className="col-span-1 md:col-span-3"
      />
      <Province provinces={provinces} className="col-span-1 md:col-span-3" />
      <AddressPart
        part="postcode"
        label="รหัสไปรษณีย์"
        addresses={addresses}
        className="col-span-1 md:col-span-2"
      />
    </div>
  )
}

interface AddressPartProps {
  part: Part
  label: string
  addresses: readonly AddressTriple[]
  placeholder?: string
  className: string
}

/** One part of the place; choosing a proposal fills all four. */
function AddressPart({ part, label, addresses, placeholder, className }: AddressPartProps) {
  const { control, setValue } = useFormContext<CustomerForm>()
  const { value, change, field } = useFormField(control, pathOf(part))
  const text = String(value)
  const proposed = useMemo(() => searchAddresses(addresses, text, mostProposed), [addresses, text])
  return (
    <ComboField
      {...field}
      label={label}
      className={className}
      placeholder={placeholder}
      items={proposed}
      itemKey={keyOf}
      itemText={(row) => row[part]}
      renderItem={Proposal}
      value={text}
      onChange={change}
      onSelect={(row) => {
        for (const name of parts) setValue(pathOf(name), row[name], { shouldDirty: true })
      }}
    />
  )
}

const keyOf = (row: AddressTriple) => parts.map((part) => row[part]).join('/')

function Proposal(row: AddressTriple) {
  const words = districtLabel(row.province)
  const isBangkok = words.subdistrict === 'แขวง'
  return (
    <span>
      {isBangkok ? 'แขวง' : 'ต.'}
      {row.subdistrict} {isBangkok ? 'เขต' : 'อ.'}
      {row.district}{' '}
      <span className="text-muted">
        {isBangkok ? '' : 'จ.'}
        {row.province} {row.postcode}
      </span>
    </span>
  )
}

const itself = (text: string) => text

function Province({ provinces, className }: { provinces: readonly string[]; className: string }) {
  const { control } = useFormContext<CustomerForm>()
  const { value, change, field } = useFormField(control, 'customer.province')
  const text = String(value)
  const proposed = provinces.includes(text)
    ? provinces
    : provinces.filter((name) => name.includes(text))
  return (
    <ComboField
      {...field}
      label="จังหวัด"
      className={className}
      items={proposed}
      itemKey={itself}
      itemText={itself}
      value={text}
      onChange={change}
      onSelect={change}
    />
  )
}
