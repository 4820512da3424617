/**
 * Build-time generator of the bundled address table: the data of `thai-address-universal` with the
 * corrections it needs, in the compact form that the app loads on first use.
 */

import type { AddressTriple, CompactAddresses } from '@khapdee/domain/address'
import { getDatabase, preload } from 'thai-address-universal'

// The package reads its data asynchronously; awaited here, so that its users need not wait.
await preload()

const bangkok = 'กรุงเทพมหานคร'

/** Subdistricts of Bangkok by their new or official spelling: [district, as published, right]. */
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

/** Rows that are no subdistricts: a university, and แขวงบางบอน, which was divided. */
const dropped = [
  ['ขอนแก่น', 'เมืองขอนแก่น', 'มหาวิทยาลัยขอนแก่น'],
  [bangkok, 'บางบอน', 'บางบอน'],
] as const

/** The corrected table. @throws Error when a correction no longer meets what it corrects. */
export function thaiAddressTable(): CompactAddresses {
  const rows = publishedRows()
  for (const [province, district, subdistrict] of dropped) {
    rows.splice(rows.indexOf(find(rows, province, district, subdistrict)), 1)
  }
  for (const [district, published, right] of respelled) {
    find(rows, bangkok, district, published).subdistrict = right
  }
  for (const [district, subdistrict, postcode] of missing) {
    rows.push({ subdistrict, district, province: bangkok, postcode })
  }
  return compact(rows)
}

/** The package's rows but for uninhabited islands, which have no postcode. */
function publishedRows(): AddressTriple[] {
  return getDatabase()
    .filter((row) => row.postal_code !== '')
    .map((row) => ({
      subdistrict: row.sub_district,
      district: row.district,
      province: row.province,
      postcode: row.postal_code,
    }))
}

function find(rows: AddressTriple[], province: string, district: string, subdistrict: string) {
  const row = rows.find(
    (candidate) =>
      candidate.province === province &&
      candidate.district === district &&
      candidate.subdistrict === subdistrict,
  )
  if (!row) throw new Error(`thai-address-universal has no ${subdistrict} ${district} ${province}`)
  return row
}

function compact(rows: AddressTriple[]): CompactAddresses {
  const table: CompactAddresses = {}
  for (const { subdistrict, district, province, postcode } of rows) {
    const districts = (table[province] ??= {})
    const postcodes = (districts[district] ??= {})
    ;(postcodes[postcode] ??= []).push(subdistrict)
  }
  return table
}
