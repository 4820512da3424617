/** Thai addresses: the table of subdistricts with their postcodes, and its search. */

import { arabicDigits, normalizeThai } from './thai-text.ts'

/** A subdistrict with one of its postcodes. A subdistrict with several postcodes has several rows. */
export interface AddressRow {
  subdistrict: string
  district: string
  province: string
  postcode: string
}

/** The table in the nested form that the browser downloads: province → district → postcode → subdistricts. */
export type CompactAddresses = {
  [province: string]: { [district: string]: { [postcode: string]: string[] } }
}

/** Converts the nested table to one row for each subdistrict and postcode. */
export function expandAddresses(compact: CompactAddresses): AddressRow[] {
  return Object.entries(compact).flatMap(([province, districts]) =>
    Object.entries(districts).flatMap(([district, postcodes]) =>
      Object.entries(postcodes).flatMap(([postcode, subdistricts]) =>
        subdistricts.map((subdistrict) => ({ subdistrict, district, province, postcode })),
      ),
    ),
  )
}

/**
 * Returns at most `limit` rows for a query, in this order: subdistricts that start with its first word,
 * districts and postcodes that start with it, names that contain it. Further words filter by any column.
 * The names in `table` must be normalised by `normalizeThai`.
 * @param nearProvince among rows of equal rank, those of this province come first
 */
export function searchAddresses(
  table: readonly AddressRow[],
  query: string,
  limit: number,
  nearProvince = '',
): AddressRow[] {
  const [firstWord = '', ...furtherWords] = arabicDigits(normalizeThai(query)).split(' ')
  if (firstWord === '') return []
  const ranked: AddressRow[][] = [[], [], [], [], [], []]
  for (const row of table) {
    const rank = rankOf(row, firstWord)
    if (rank === null || !furtherWords.every((word) => matchesWord(row, word))) continue
    ranked[2 * rank + (row.province === nearProvince ? 0 : 1)]?.push(row)
  }
  return ranked.flat().slice(0, limit)
}

function rankOf(row: AddressRow, text: string): 0 | 1 | 2 | null {
  if (row.subdistrict.startsWith(text)) return 0
  if (row.district.startsWith(text) || row.postcode.startsWith(text)) return 1
  return row.subdistrict.includes(text) || row.district.includes(text) ? 2 : null
}

function matchesWord(row: AddressRow, word: string): boolean {
  return (
    row.subdistrict.includes(word) ||
    row.district.includes(word) ||
    row.province.includes(word) ||
    row.postcode.startsWith(word)
  )
}

export const bangkok = 'กรุงเทพมหานคร'

/** The words for subdistrict and district in a province: แขวง and เขต only in Bangkok. */
export function districtLabel(province: string): { subdistrict: string; district: string } {
  return province === bangkok
    ? { subdistrict: 'แขวง', district: 'เขต' }
    : { subdistrict: 'ตำบล', district: 'อำเภอ' }
}
