/**
 * Generates the address table at build time: the data of `thai-address-universal`, corrected, in the
 * compact form that the app loads on first use.
 */

import type { AddressRow, CompactAddresses } from '@khapdee/domain/address'
import { getDatabase, preload } from 'thai-address-universal'

// The package loads its data asynchronously; `getDatabase` returns nothing before that.
await preload()

const bangkok = 'กรุงเทพมหานคร'

/** Subdistricts of Bangkok with an outdated or wrong spelling: [district, published, official]. */
const respelled = [
  ['สัมพันธวงศ์', 'จักรวรรดิ์', 'จักรวรรดิ'],
  ['บางกอกน้อย', 'อรุณอัมรินทร์', 'อรุณอมรินทร์'],
] as const

/** Subdistricts of Bangkok that the package lacks: [district, subdistrict, postcode]. */
const missing = [
  ['พระโขนง', 'พระโขนงใต้', '10260'],
  ['พญาไท', 'พญาไท', '10400'],
  ['ดินแดง', 'รัชดาภิเษก', '10400'],
  ['บางบอน', 'บางบอนเหนือ', '10150'],
  ['บางบอน', 'บางบอนใต้', '10150'],
  ['บางบอน', 'คลองบางบอน', '10150'],
] as const

/**
 * Published rows that are not subdistricts: a university, and แขวงบางบอน, which has been divided.
 * Each is [province, district, subdistrict].
 */
const dropped = [
  ['ขอนแก่น', 'เมืองขอนแก่น', 'มหาวิทยาลัยขอนแก่น'],
  [bangkok, 'บางบอน', 'บางบอน'],
] as const

/**
 * Returns the corrected table.
 * @throws Error when a row to drop or respell is missing from the published data
 */
export function thaiAddressTable(): CompactAddresses {
  const rows = publishedRows()
  for (const [province, district, subdistrict] of dropped) {
    rows.splice(rows.indexOf(find(rows, province, district, subdistrict)), 1)
  }
  for (const [district, published, official] of respelled) {
    find(rows, bangkok, district, published).subdistrict = official
  }
  for (const [district, subdistrict, postcode] of missing) {
    rows.push({ subdistrict, district, province: bangkok, postcode })
  }
  return compact(rows)
}

/** The package's rows without uninhabited islands, which have no postcode. */
function publishedRows(): AddressRow[] {
  return getDatabase()
    .filter((row) => row.postal_code !== '')
    .map((row) => ({
      subdistrict: row.sub_district,
      district: row.district,
      province: row.province,
      postcode: row.postal_code,
    }))
}

function find(rows: AddressRow[], province: string, district: string, subdistrict: string) {
  const row = rows.find(
    (candidate) =>
      candidate.province === province &&
      candidate.district === district &&
      candidate.subdistrict === subdistrict,
  )
  if (!row) throw new Error(`thai-address-universal has no ${subdistrict} ${district} ${province}`)
  return row
}

function compact(rows: AddressRow[]): CompactAddresses {
  const table: CompactAddresses = {}
  for (const { subdistrict, district, province, postcode } of rows) {
    const districts = (table[province] ??= {})
    const postcodes = (districts[district] ??= {})
    ;(postcodes[postcode] ??= []).push(subdistrict)
  }
  return table
}
