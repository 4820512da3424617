import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardToCustomer } from './card.ts'
import { chipAddress, chipDay, chipName, chipText, lifelongExpiry } from './card-chip.ts'
import { day, isDay } from './thai-date.ts'
import { encodeTis620 } from './tis-620.ts'

const field = (text: string, length = 100) => {
  const bytes = new Uint8Array(length).fill(0x20)
  bytes.set(encodeTis620(text))
  return bytes
}
/** A part of a field: Thai letters, as on cards. */
const part = fc.stringMatching(/^[กขคงจ]{0,6}$/)

describe('chipText', () => {
  it('reads Thai and drops padding and garbage', () => {
    const bytes = field('น้ำใจ#กรุงเทพมหานคร')
    bytes.set([0, 0, 0xff, 0xff], 96)
    expect(chipText(bytes)).toBe('น้ำใจ#กรุงเทพมหานคร')
  })

  it('reads any bytes without control characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        expect(chipText(bytes)).not.toMatch(/[\p{Cc}\uFFFD]/u)
      }),
    )
  })
})

describe('chipName', () => {
  it('returns the four parts that the chip has', () => {
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), ([title, fname, mname, sname]) => {
        const text = chipText(field([title, fname, mname, sname].join('#')))
        expect(chipName(text)).toEqual({ title, fname, mname, sname })
      }),
    )
  })

  it('returns empty parts for an empty field', () => {
    expect(chipName(chipText(field('')))).toEqual({ title: '', fname: '', mname: '', sname: '' })
  })
})

describe('chipAddress', () => {
  it('returns the eight parts that the chip has', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
        expect(Object.values(chipAddress(chipText(field(parts.join('#')))))).toEqual(parts)
      }),
    )
  })

  it('returns empty parts where a field ends early', () => {
    expect(chipAddress('9#หมู่ที่ 2')).toMatchObject({ no: '9', moo: 'หมู่ที่ 2', soi: '', province: '' })
  })

  it('fills the form with each part in its field', () => {
    const { no, moo, trok, soi, road, tumbol, amphor, province } = chipAddress(
      '140/44#หมู่ที่ 7##ซอยน้ำผึ้ง#ถนนวิชิตสงคราม#ตำบลกะทู้#อำเภอกะทู้#จังหวัดภูเก็ต',
    )
    const card = {
      result: 'ok',
      address_no: no,
      address_moo: moo,
      address_trok: trok,
      address_soi: soi,
      address_road: road,
      address_tumbol: tumbol,
      address_amphor: amphor,
      address_provinice: province,
    }
    expect(cardToCustomer(card, day('2026-11-21'))).toMatchObject({
      address: '140/44',
      moo: '7',
      soi: 'น้ำผึ้ง',
      street: 'วิชิตสงคราม',
      subdistrict: 'กะทู้',
      district: 'กะทู้',
      province: 'ภูเก็ต',
    })
  })
})

describe('chipDay', () => {
  it('converts each day of the Buddhist Era', () => {
    const range = { min: new Date('1880-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const iso = date.toISOString().slice(0, 10)
        const chip = `${Number(iso.slice(0, 4)) + 543}${iso.slice(5, 7)}${iso.slice(8)}`
        expect(chipDay(chip)).toBe(iso)
      }),
    )
  })

  it('returns a day, a day with unknown parts, or nothing for any eight digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{8}$/), (text) => {
        const found = chipDay(text)
        expect(found === '' || isDay(found.replaceAll('-00', '-01'))).toBe(true)
      }),
    )
  })

  it.each([
    ['25430229', '2000-02-29'],
    ['25440229', ''],
    ['24800000', '1937-00-00'],
    ['24800500', '1937-05-00'],
    ['99999999', lifelongExpiry],
    ['00000000', ''],
    ['2533041', ''],
    ['', ''],
    ['2533 415', ''],
  ])('converts %j to %j', (text, expected) => expect(chipDay(text)).toBe(expected))
})
