/** Thai addresses: the table of subdistricts with their postcodes, and its search. */

import { arabicDigits, normalizeThai } from './thai-text.ts'

/** A subdistrict with one of its postcodes; a subdistrict with several postcodes has several rows. */
export interface AddressTriple {
  subdistrict: string
  district: string
  province: string
  postcode: string
}

/** The table as it is downloaded: province → district → postcode → subdistricts. */
export type CompactAddresses = {
  [province: string]: { [district: string]: { [postcode: string]: string[] } }
}

/** One row for each subdistrict and postcode. */
export function expandAddresses(compact: CompactAddresses): AddressTriple[] {
  return Object.entries(compact).flatMap(([province, districts]) =>
    Object.entries(districts).flatMap(([district, postcodes]) =>
      Object.entries(postcodes).flatMap(([postcode, subdistricts]) =>
        subdistricts.map((subdistrict) => ({ subdistrict, district, province, postcode })),
      ),
    ),
  )
}

/**
 * At most `limit` rows for a query, ranked: subdistricts that start with its first word, then districts
 * and postcodes that start with it, then names that contain it. Further words filter by any column.
 * The names in `table` must be normalised by `normalizeThai`.
 */
export function searchAddresses(
  table: readonly AddressTriple[],
  query: string,
  limit: number,
): AddressTriple[] {
  const [first = '', ...others] = arabicDigits(normalizeThai(query)).split(' ')
  if (first === '') return []
  const ranked: [AddressTriple[], AddressTriple[], AddressTriple[]] = [[], [], []]
  for (const row of table) {
    const rank = rankOf(row, first)
    if (rank !== null && others.every((word) => mentions(row, word))) ranked[rank].push(row)
  }
  return ranked.flat().slice(0, limit)
}

function rankOf(row: AddressTriple, text: string): 0 | 1 | 2 | null {
  if (row.subdistrict.startsWith(text)) return 0
  if (row.district.startsWith(text) || row.postcode.startsWith(text)) return 1
  return row.subdistrict.includes(text) || row.district.includes(text) ? 2 : null
}

function mentions(row: AddressTriple, word: string): boolean {
  return (
    row.subdistrict.includes(word) ||
    row.district.includes(word) ||
    row.province.includes(word) ||
    row.postcode.startsWith(word)
  )
}

/** The words for subdistrict and district in a province: แขวง and เขต only in Bangkok. */
export function districtLabel(province: string): { subdistrict: string; district: string } {
  return province === 'กรุงเทพมหานคร'
    ? { subdistrict: 'แขวง', district: 'เขต' }
    : { subdistrict: 'ตำบล', district: 'อำเภอ' }
}
