import { describe, expect, it } from 'vitest'
import {
  type CompactAddresses,
  districtLabel,
  expandAddresses,
  searchAddresses,
} from './address.ts'

const compact: CompactAddresses = {
  กรุงเทพมหานคร: {
    คลองเตย: { '10110': ['คลองตัน', 'คลองเตย', 'พระโขนง'], '10260': ['พระโขนง'] },
    พระโขนง: { '10260': ['บางจาก', 'พระโขนงใต้'] },
  },
  ขอนแก่น: {
    เมืองขอนแก่น: { '40000': ['ในเมือง', 'บ้านทุ่ม'] },
    น้ำพอง: { '40140': ['น้ำพอง', 'ม่วงหวาน'] },
  },
  ยโสธร: { เมืองยโสธร: { '35000': ['ในเมือง'] } },
}
const table = expandAddresses(compact)

const find = (query: string, limit = 20) =>
  searchAddresses(table, query, limit).map((row) => Object.values(row).join(' '))

it('expands the table to one row per subdistrict and postcode', () => {
  expect(table).toHaveLength(11)
  expect(table[3]).toEqual({
    subdistrict: 'พระโขนง',
    district: 'คลองเตย',
    province: 'กรุงเทพมหานคร',
    postcode: '10260',
  })
})

describe('searchAddresses', () => {
  it('ranks subdistricts before districts, and prefixes before other matches', () => {
    expect(find('พระโขนง')).toEqual([
      'พระโขนง คลองเตย กรุงเทพมหานคร 10110',
      'พระโขนง คลองเตย กรุงเทพมหานคร 10260',
      'พระโขนงใต้ พระโขนง กรุงเทพมหานคร 10260',
      'บางจาก พระโขนง กรุงเทพมหานคร 10260',
    ])
    expect(find('เมือง').at(-1)).toBe('ในเมือง เมืองยโสธร ยโสธร 35000')
    expect(find('จาก')).toEqual(['บางจาก พระโขนง กรุงเทพมหานคร 10260'])
  })

  it('matches the start of a postcode, also in Thai digits', () => {
    expect(find('๔๐๑')).toEqual(['น้ำพอง น้ำพอง ขอนแก่น 40140', 'ม่วงหวาน น้ำพอง ขอนแก่น 40140'])
    expect(find('0140')).toEqual([])
  })

  it('narrows the result by further words', () => {
    expect(find('ในเมือง  ขอนแก่น')).toEqual(['ในเมือง เมืองขอนแก่น ขอนแก่น 40000'])
    expect(find('ในเมือง 35')).toEqual(['ในเมือง เมืองยโสธร ยโสธร 35000'])
    expect(find('ในเมือง กระบี่')).toEqual([])
  })

  it('lists the rows of the near province first, but only among rows of equal rank', () => {
    const near = (query: string, province: string) =>
      searchAddresses(table, query, 20, province).map((row) => row.province)
    expect(near('ในเมือง', 'ยโสธร')).toEqual(['ยโสธร', 'ขอนแก่น'])
    expect(near('ในเมือง', 'ขอนแก่น')).toEqual(['ขอนแก่น', 'ยโสธร'])
    expect(searchAddresses(table, 'เมือง', 20, 'ยโสธร').at(0)?.province).toBe('ยโสธร')
    expect(near('น้ำพอง', 'ยโสธร')).toEqual(['ขอนแก่น', 'ขอนแก่น'])
  })

  it('matches other encodings of the same Thai letters', () => {
    expect(find('น\u0E4D\u0E49\u0E32พอง')).toHaveLength(2)
  })

  it('returns at most the limit, and nothing for an empty query', () => {
    expect(find('พระโขนง', 1)).toEqual(['พระโขนง คลองเตย กรุงเทพมหานคร 10110'])
    expect(find('  ')).toEqual([])
    expect(find('ไม่มี')).toEqual([])
  })
})

it('labels subdistrict and district as แขวง and เขต in Bangkok only', () => {
  expect(districtLabel('กรุงเทพมหานคร')).toEqual({ subdistrict: 'แขวง', district: 'เขต' })
  expect(districtLabel('ขอนแก่น')).toEqual({ subdistrict: 'ตำบล', district: 'อำเภอ' })
})
