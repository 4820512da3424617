/** The eight fields of a Thai address, and the table of places that completes four of them. */
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

let pendingTable: Promise<readonly AddressRow[]> | undefined

/**
 * Downloads the table of places once.
 * @throws Error when the download fails; the next call tries again
 */
export function loadAddresses(): Promise<readonly AddressRow[]> {
  pendingTable ??= import('virtual:thai-addresses').then(
    (module) => expandAddresses(module.default),
    (error: unknown) => {
      pendingTable = undefined
      throw error
    },
  )
  return pendingTable
}

const noAddresses: readonly AddressRow[] = []

/** The table of places, which is empty until `load` has downloaded it. */
export function useAddresses(): { addresses: readonly AddressRow[]; load: () => void } {
  const [addresses, setAddresses] = useState(noAddresses)
  // A failed download is ignored: the address can be typed without the table.
  const load = useCallback(() => void loadAddresses().then(setAddresses, () => undefined), [])
  return { addresses, load }
}

/** The provinces of the table, in Thai alphabetical order. */
export const useProvinces = (addresses: readonly AddressRow[]): readonly string[] =>
  useMemo(
    () =>
      [...new Set(addresses.map((row) => row.province))].sort((a, b) => a.localeCompare(b, 'th')),
    [addresses],
  )

/** The postcode of a place that has exactly one, or else an empty text. */
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

/** The parts that the table of places completes. */
const placeParts = ['subdistrict', 'district', 'province', 'postcode'] as const
type PlacePart = (typeof placeParts)[number]
export type AddressPart = PlacePart | 'address' | 'moo' | 'soi' | 'street'

type TextPath<Values extends FieldValues> = NoInfer<
  FieldPathByValue<Values, string | null | undefined>
>

interface AddressFieldsProps<Values extends FieldValues> {
  /** Returns the path of a part in the form. Must be the same function between renders. */
  pathOf: (part: AddressPart) => TextPath<Values>
  /** Places of this province are suggested first. */
  nearProvince?: string | undefined
}

/** The eight fields of an address. The table of places only suggests; whether a text is valid depends on the schema of the form. */
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
      <PlaceField
        {...shared}
        part="postcode"
        ignoreThaiLayout="digits"
        className="col-span-1 md:col-span-2"
      />
    </div>
  )
}

/**
 * Labels with the terms of the province: แขวง and เขต in Bangkok, ตำบล and อำเภอ elsewhere. Without a
 * province the labels of the form apply, which have both terms.
 */
function labelsOf(province: unknown): Partial<Record<'subdistrict' | 'district', Label>> {
  if (typeof province !== 'string' || province === '') return {}
  const { subdistrict, district } = districtLabel(province)
  return { subdistrict: { label: subdistrict }, district: { label: district } }
}
interface Label {
  label: string
}

interface SuggestingProps<Values extends FieldValues> extends AddressFieldsProps<Values> {
  addresses: readonly AddressRow[]
  className: string
}

interface PlaceFieldProps<Values extends FieldValues> extends SuggestingProps<Values> {
  part: PlacePart
  label?: string
  placeholder?: string
  ignoreThaiLayout?: 'digits'
}

const maxSuggestions = 12

/** One part of the place; choosing a suggestion fills all four. */
function PlaceField<Values extends FieldValues>({
  pathOf,
  part,
  addresses,
  nearProvince,
  ...rest
}: PlaceFieldProps<Values>) {
  const { setValue, clearErrors } = useFormContext<Values>()
  const { value, change, field } = useLabelledField<Values>(pathOf(part), rest)
  const search = useCallback(
    (text: string) => searchAddresses(addresses, text, maxSuggestions, nearProvince),
    [addresses, nearProvince],
  )
  return (
    <ComboField
      {...rest}
      {...field}
      search={search}
      itemKey={keyOf}
      itemText={(row) => row[part]}
      renderItem={Suggestion}
      value={textOf(value)}
      onChange={change}
      onSelect={(row) => {
        for (const placePart of placeParts) {
          const path = pathOf(placePart)
          // `pathOf` returns only paths of texts, which TypeScript cannot derive for a generic path.
          const chosen = row[placePart] as FieldPathValue<Values, typeof path>
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
}: SuggestingProps<Values>) {
  const { value, change, field } = useLabelledField<Values>(pathOf('province'), {})
  const provinces = useProvinces(addresses)
  const search = useCallback(
    (text: string) => provinces.filter((name) => name.includes(text)).slice(0, maxSuggestions),
    [provinces],
  )
  return (
    <ComboField
      {...field}
      className={className}
      search={search}
      itemKey={identity}
      itemText={identity}
      value={textOf(value)}
      onChange={change}
      onSelect={change}
    />
  )
}

const identity = (text: string) => text
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const keyOf = (row: AddressRow) => placeParts.map((part) => row[part]).join('/')

function Suggestion(row: AddressRow) {
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
