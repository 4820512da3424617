import { describe, expect, it } from 'vitest'
import { latinOfThaiKeys, readDeskKey } from './desk-text.ts'

describe('readDeskKey', () => {
  it.each([
    ['7K2M-9QXD-31VZ', { code: '7K2M9QXD31VZ' }],
    ['1-1000-12345-67-8', { idcard: '1100012345678' }],
    ['aa1234567', { passport: 'AA1234567' }],
    ['สมหญิง', null],
    ['somying', null],
    ['0812', null],
    ['', null],
  ])('reads %j as %j', (text, key) => {
    expect(readDeskKey(text)).toEqual(key)
  })
})

describe('latinOfThaiKeys', () => {
  it.each([
    ['ๅๅจจจๅ/-ภถุึค', '1100012345678'],
    ['ึษ/?', '7K2M'],
    ['7K2M', '7K2M'],
  ])('reads %j as %j', (thai, latin) => {
    expect(latinOfThaiKeys(thai)).toBe(latin)
  })

  it('reads every digit and capital letter', () => {
    const thai = 'จๅ/-ภถุึคตฤฺฉฏฎโฌ็ณ๋ษศ?์ฯญ๐ฑฆธ๊ฮ")ํ('
    expect(latinOfThaiKeys(thai)).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  })
})
