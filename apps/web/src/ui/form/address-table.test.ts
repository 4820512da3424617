import { describe, expect, it } from 'vitest'
import { loadAddresses, postcodeOf } from './address-table.ts'

describe('postcodeOf', () => {
  const place = { subdistrict: 'ในเมือง', district: 'เมืองขอนแก่น', province: 'ขอนแก่น' }

  it('finds the postcode of a place in the bundled table', async () => {
    expect(postcodeOf(await loadAddresses(), place)).toBe('40000')
  })

  it('gives none for an unknown place, or one that has several', () => {
    const rows = [
      { ...place, postcode: '40000' },
      { ...place, postcode: '40002' },
    ]
    expect(postcodeOf(rows, place)).toBe('')
    expect(postcodeOf(rows, { ...place, subdistrict: 'ท่าพระ' })).toBe('')
  })
})
