import { expandAddresses, searchAddresses } from '@khapdee/domain/address'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { getDatabase } from 'thai-address-universal'
import { describe, expect, it } from 'vitest'
import { thaiAddressTable } from './thai-address.ts'

const compact = thaiAddressTable()
const rows = expandAddresses(compact)

const rowsOf = (province: string, district: string) =>
  rows.filter((row) => row.province === province && row.district === district)

describe('thaiAddressTable', () => {
  it('has 77 provinces and 928 districts', () => {
    expect(Object.keys(compact)).toHaveLength(77)
    expect(Object.values(compact).flatMap((districts) => Object.keys(districts))).toHaveLength(928)
  })

  it('keeps all published rows that have a postcode except two, and adds six', () => {
    const islands = getDatabase().filter((row) => row.postal_code === '')
    expect(islands).toHaveLength(43)
    expect(rows).toHaveLength(getDatabase().length - 43 - 2 + 6)
    expect(rows.every((row) => /^[1-9]\d{4}$/.test(row.postcode))).toBe(true)
  })

  it.each([
    ['พระโขนง', 'พระโขนงใต้', '10260'],
    ['พญาไท', 'พญาไท', '10400'],
    ['ดินแดง', 'รัชดาภิเษก', '10400'],
    ['สัมพันธวงศ์', 'จักรวรรดิ', '10100'],
    ['บางกอกน้อย', 'อรุณอมรินทร์', '10700'],
  ])('contains เขต%s แขวง%s %s', (district, subdistrict, postcode) => {
    expect(rowsOf('กรุงเทพมหานคร', district)).toContainEqual({
      subdistrict,
      district,
      province: 'กรุงเทพมหานคร',
      postcode,
    })
  })

  it('replaces แขวงบางบอน with its four successors', () => {
    const names = rowsOf('กรุงเทพมหานคร', 'บางบอน').map((row) => row.subdistrict)
    expect(names.sort()).toEqual(['คลองบางบอน', 'คลองบางพราน', 'บางบอนเหนือ', 'บางบอนใต้'].sort())
    expect(new Set(rowsOf('กรุงเทพมหานคร', 'บางบอน').map((row) => row.postcode))).toEqual(
      new Set(['10150']),
    )
  })

  it.each(['มหาวิทยาลัยขอนแก่น', 'จักรวรรดิ์', 'อรุณอัมรินทร์', 'เกาะเสม็ด'])(
    'does not contain %s',
    (name) => {
      expect(rows.filter((row) => row.subdistrict === name)).toEqual([])
    },
  )

  it.each([
    ['พรเจริญ', '38180'],
    ['ศรีวิไล', '38210'],
  ])('gives บึงกาฬ %s the postcode %s', (district, postcode) => {
    const postcodes = rowsOf('บึงกาฬ', district).map((row) => row.postcode)
    expect(new Set(postcodes)).toEqual(new Set([postcode]))
  })

  it('has normalised names, as the search expects', () => {
    const names = rows.flatMap((row) => [row.subdistrict, row.district, row.province])
    expect(names.filter((name) => normalizeThai(name) !== name)).toEqual([])
  })

  it('is searched in less than 5 ms', () => {
    const queries = ['ใ', 'ในเมือง', 'เมือง ขอนแก่น', '40', 'ไม่มีที่นี่', 'บาง']
    const milliseconds = queries.map((query) => {
      const runs = Array.from({ length: 9 }, () => {
        const start = performance.now()
        searchAddresses(rows, query, 20)
        return performance.now() - start
      })
      // The fastest run is the one least disturbed by other programs.
      return Math.min(...runs)
    })
    expect(Math.max(...milliseconds)).toBeLessThan(5)
  })
})
