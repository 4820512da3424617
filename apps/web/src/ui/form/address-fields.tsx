/** The eight fields of a Thai address, and the table of places from which they complete each other. */
import {
  type AddressRow,
  districtLabel,
  expandAddresses,
  searchAddresses,
} from '@khapdee/domain/address'
import { useCallback, useMemo, useState } from 'react'
import {
  type FieldPathByValue,
  type FieldPathValue,
  type FieldValues,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { ComboField } from '../fields/combo-field.tsx'
import { fieldsOf } from './form-fields.tsx'
import { useLabelledField } from './use-form-field.ts'

let download: Promise<readonly AddressRow[]> | undefined

/** @throws when it cannot be downloaded now; the next call tries again */
export function loadAddresses(): Promise<readonly AddressRow[]> {
  download ??= import('virtual:thai-addresses').then(
    (module) => expandAddresses(module.default),
    (error: unknown) => {
      download = undefined
      throw error
    },
  )
  return download
}

const none: readonly AddressRow[] = []

/** The table once `load` was called; empty until then, and when the download fails. */
export function useAddresses(): { addresses: readonly AddressRow[]; load: () => void } {
  const [addresses, setAddresses] = useState(none)
  // Without the table the address is typed in full.
  const load = useCallback(() => void loadAddresses().then(setAddresses, () => undefined), [])
  return { addresses, load }
}

/** The provinces of the table, in Thai order. */
export const useProvinces = (addresses: readonly AddressRow[]): readonly string[] =>
  useMemo(
    () =>
      [...new Set(addresses.map((row) => row.province))].sort((a, b) => a.localeCompare(b, 'th')),
    [addresses],
  )

/** The postcode of a place that has exactly one; empty otherwise. */
export function postcodeOf(
  addresses: readonly AddressRow[],
  place: Omit<AddressRow, 'postcode'>,
): string {
  const found = addresses.filter(
    ({ subdistrict, district, province }) =>
      subdistrict === place.subdistrict &&
      district === place.district &&
      province === place.province,
  )
  const [only, ...others] = new Set(found.map(({ postcode }) => postcode))
  return others.length === 0 ? (only ?? '') : ''
}

const places = ['subdistrict', 'district', 'province', 'postcode'] as const
type Place = (typeof places)[number]
export type AddressPart = Place | 'address' | 'moo' | 'soi' | 'street'

type TextPath<Values extends FieldValues> = NoInfer<
  FieldPathByValue<Values, string | null | undefined>
>

interface AddressFieldsProps<Values extends FieldValues> {
  /** Where the form keeps the part. The same function between renders. */
  pathOf: (part: AddressPart) => TextPath<Values>
}

/** An address in eight fields, each of them free text. */
export function AddressFields<Values extends FieldValues = never>(
  props: AddressFieldsProps<Values>,
) {
  const { pathOf } = props
  const { control } = useFormContext<Values>()
  const { FormText } = fieldsOf<Values>()
  const { addresses, load } = useAddresses()
  const province: unknown = useWatch({ control, name: pathOf('province') })
  const label = useMemo(() => labelsOf(province), [province])
  const shared = { ...props, addresses }
  return (
    <div className="form-grid" onFocus={load}>
      <FormText name={pathOf('address')} className="col-span-1 md:col-span-2" />
      <FormText name={pathOf('moo')} className="col-span-1 md:col-span-2" />
      <FormText name={pathOf('soi')} className="col-span-1 md:col-span-4" />
      <FormText name={pathOf('street')} className="col-span-1 md:col-span-4" />
      <PlaceField
        {...shared}
        part="subdistrict"
        {...label.subdistrict}
        placeholder="ตำบล อำเภอ หรือรหัสไปรษณีย์"
        className="md:col-span-4"
      />
      <PlaceField
        {...shared}
        part="district"
        {...label.district}
        className="col-span-1 md:col-span-3"
      />
      <ProvinceField {...shared} className="col-span-1 md:col-span-3" />
      <PlaceField {...shared} part="postcode" keys="digits" className="col-span-1 md:col-span-2" />
    </div>
  )
}

/** The words of the province; the labels of the form, which have both words, until it is known. */
function labelsOf(province: unknown): Partial<Record<'subdistrict' | 'district', Label>> {
  if (typeof province !== 'string' || province === '') return {}
  const { subdistrict, district } = districtLabel(province)
  return { subdistrict: { label: subdistrict }, district: { label: district } }
}
interface Label {
  label: string
}

interface ProposingProps<Values extends FieldValues> extends AddressFieldsProps<Values> {
  addresses: readonly AddressRow[]
  className: string
}

interface PlaceFieldProps<Values extends FieldValues> extends ProposingProps<Values> {
  part: Place
  label?: string
  placeholder?: string
  keys?: 'digits'
}

const maxProposed = 12

/** One part of the place; choosing a proposal fills all four. */
function PlaceField<Values extends FieldValues>({
  pathOf,
  part,
  addresses,
  ...rest
}: PlaceFieldProps<Values>) {
  const { setValue, clearErrors } = useFormContext<Values>()
  const { value, change, field } = useLabelledField<Values>(pathOf(part), rest)
  const search = useCallback(
    (text: string) => searchAddresses(addresses, text, maxProposed),
    [addresses],
  )
  return (
    <ComboField
      {...rest}
      {...field}
      search={search}
      itemKey={keyOf}
      itemText={(row) => row[part]}
      renderItem={Proposal}
      value={textOf(value)}
      onChange={change}
      onSelect={(row) => {
        for (const place of places) {
          const path = pathOf(place)
          // `pathOf` names texts alone, which TypeScript cannot follow through the generic path.
          const chosen = row[place] as FieldPathValue<Values, typeof path>
          setValue(path, chosen, { shouldDirty: true })
          clearErrors(path)
        }
      }}
    />
  )
}

function ProvinceField<Values extends FieldValues>({
  pathOf,
  addresses,
  className,
}: ProposingProps<Values>) {
  const { value, change, field } = useLabelledField<Values>(pathOf('province'), {})
  const provinces = useProvinces(addresses)
  const search = useCallback(
    (text: string) => provinces.filter((name) => name.includes(text)).slice(0, maxProposed),
    [provinces],
  )
  return (
    <ComboField
      {...field}
      className={className}
      search={search}
      itemKey={itself}
      itemText={itself}
      value={textOf(value)}
      onChange={change}
      onSelect={change}
    />
  )
}

const itself = (text: string) => text
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const keyOf = (row: AddressRow) => places.map((place) => row[place]).join('/')

function Proposal(row: AddressRow) {
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
