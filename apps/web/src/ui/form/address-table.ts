/** The bundled table of Thai addresses, downloaded when the first address is written. */
import { type AddressTriple, expandAddresses } from '@khapdee/domain/address'
import { useCallback, useMemo, useState } from 'react'

let download: Promise<readonly AddressTriple[]> | undefined

/** @throws when it cannot be downloaded now; the next call tries again */
export function loadAddresses(): Promise<readonly AddressTriple[]> {
  download ??= import('virtual:thai-addresses').then(
    (module) => expandAddresses(module.default),
    (error: unknown) => {
      download = undefined
      throw error
    },
  )
  return download
}

const none: readonly AddressTriple[] = []

/** The table once `load` was called; empty until then, and where it cannot be had. */
export function useAddresses(): { addresses: readonly AddressTriple[]; load: () => void } {
  const [addresses, setAddresses] = useState(none)
  // Without the table one types the address.
  const load = useCallback(() => void loadAddresses().then(setAddresses, () => undefined), [])
  return { addresses, load }
}

/** The provinces of the table, in Thai order. */
export const useProvinces = (addresses: readonly AddressTriple[]): readonly string[] =>
  useMemo(
    () =>
      [...new Set(addresses.map((row) => row.province))].sort((a, b) => a.localeCompare(b, 'th')),
    [addresses],
  )

type Place = Omit<AddressTriple, 'postcode'>

/** The postcode of a place that has exactly one; else empty. */
export function postcodeOf(addresses: readonly AddressTriple[], place: Place): string {
  const found = addresses.filter(
    ({ subdistrict, district, province }) =>
      subdistrict === place.subdistrict &&
      district === place.district &&
      province === place.province,
  )
  const [only, ...others] = new Set(found.map(({ postcode }) => postcode))
  return others.length === 0 ? (only ?? '') : ''
}
