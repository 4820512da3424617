/** A Thai address in one line, for documents and screens. */
import { bangkok, districtLabel } from './address.ts'

export interface Address {
  address: string
  moo: string
  soi: string
  street: string
  subdistrict: string
  district: string
  province: string
  postcode: string
}

/** The value with its label, unless it was typed with the label. */
const labelled = (label: string, value: string) =>
  value === '' || value.startsWith(label.trim()) ? value : `${label}${value}`

/** The address in one line without its empty parts; with แขวง and เขต in Bangkok. */
export function formatAddress(place: Address): string {
  const label = districtLabel(place.province)
  const isBangkok = place.province === bangkok
  return [
    place.address,
    labelled('หมู่ที่ ', place.moo),
    labelled('ซอย', place.soi),
    labelled('ถนน', place.street),
    labelled(label.subdistrict, place.subdistrict),
    labelled(label.district, place.district),
    labelled(isBangkok ? '' : 'จังหวัด', place.province),
    place.postcode,
  ]
    .filter(Boolean)
    .join(' ')
}
