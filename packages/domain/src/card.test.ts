import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardFailure, cardMessage, cardNotes, type CardResult, cardToCustomer } from './card.ts'
import { type CardFailure, cardFailures, failureAnswer } from './card-failure.ts'
import { day } from './thai-date.ts'

const today = day('2026-11-21')

const card: CardResult = {
  result: 'ok',
  version: 0.8,
  nat_id: '1100000000016',
  title_th: 'น.ส.',
  fname_th: 'สมหญิง',
  mname_th: '',
  sname_th: 'ใจดี',
  birthdate: '1999-02-14',
  address_no: '123/45',
  address_moo: 'หมู่ที่ 6',
  address_trok: '',
  address_soi: '',
  address_road: 'ถนนมิตรภาพ',
  address_tumbol: 'ตำบลในเมือง',
  address_amphor: 'อำเภอเมืองขอนแก่น',
  address_provinice: 'จังหวัดขอนแก่น',
}

describe('cardToCustomer', () => {
  it('fills all fields of the form', () => {
    expect(cardToCustomer(card, today)).toEqual({
      prefix: 'นางสาว',
      fname: 'สมหญิง',
      sname: 'ใจดี',
      name: 'สมหญิง ใจดี',
      idcard: '1100000000016',
      birthday: '1999-02-14',
      address: '123/45',
      moo: '6',
      soi: '',
      street: 'มิตรภาพ',
      subdistrict: 'ในเมือง',
      district: 'เมืองขอนแก่น',
      province: 'ขอนแก่น',
      is_foreigner: false,
    })
  })

  it('returns empty fields for an answer without card data', () => {
    expect(cardToCustomer({ result: 'ok' }, today)).toMatchObject({
      name: '',
      idcard: '',
      birthday: null,
      soi: '',
    })
  })

  it.each([
    ['ด.ช.', 'เด็กชาย'],
    ['ด.ญ.', 'เด็กหญิง'],
    ['นาย', 'นาย'],
    ['ว่าที่ ร.ต.', 'ว่าที่ ร.ต.'],
  ])('maps the title %s to %s', (title_th, prefix) => {
    expect(cardToCustomer({ ...card, title_th }, today).prefix).toBe(prefix)
  })

  it('inserts the middle name and normalises the texts', () => {
    const names = { fname_th: 'สม  ชาย\u200B', mname_th: 'จอห์น', sname_th: 'น\u0E4D\u0E49\u0E32ใจ' }
    expect(cardToCustomer({ ...card, ...names }, today)).toMatchObject({
      fname: 'สม ชาย',
      sname: 'น\u0E49\u0E33ใจ',
      name: 'สม ชาย จอห์น น\u0E49\u0E33ใจ',
    })
  })

  it.each([
    ['2542-02-14', '1999-02-14'],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-22', null],
    ['2569-12-31', null],
    ['1950-00-00', '1950-01-01'],
    ['2493-05-00', '1950-05-01'],
    ['1999-02-30', null],
    ['14/02/2542', null],
    ['', null],
  ])('parses the birthdate %j as %s', (birthdate, birthday) => {
    expect(cardToCustomer({ ...card, birthdate }, today).birthday).toBe(birthday)
  })

  it('removes address prefixes, including abbreviations and the words used in Bangkok', () => {
    const bangkok = {
      address_no: 'บ้านเลขที่ 9',
      address_moo: 'ม.2',
      address_trok: 'ตรอกจันทร์',
      address_road: 'ถ.สุขุมวิท',
      address_tumbol: 'แขวงคลองเตย',
      address_amphor: 'เขตคลองเตย',
      address_provinice: 'กรุงเทพฯ',
    }
    expect(cardToCustomer({ ...card, ...bangkok }, today)).toMatchObject({
      address: '9',
      moo: '2',
      soi: 'จันทร์',
      street: 'สุขุมวิท',
      subdistrict: 'คลองเตย',
      district: 'คลองเตย',
      province: 'กรุงเทพมหานคร',
    })
  })

  it('fills the form without control or replacement characters for any answer of a program', () => {
    const text = fc.string({
      unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    })
    fc.assert(
      fc.property(fc.record({ title_th: text, fname_th: text, address_no: text }), (texts) => {
        const {
          birthday: _birthday,
          is_foreigner: _isForeigner,
          ...filled
        } = cardToCustomer({ ...card, ...texts }, today)
        const values = Object.values(filled).join('')
        expect(values).not.toMatch(/[\p{C}\u{FFFD}]/u)
      }),
    )
  })

  it.each([
    ['ซอย 5', '5'],
    [' ', '3'],
  ])('uses the soi, or the trok where the soi is blank: %j', (address_soi, soi) => {
    const both = { ...card, address_soi, address_trok: 'ตรอก 3' }
    expect(cardToCustomer(both, today).soi).toBe(soi)
  })

  it.each(['หมู่ที่ 3', 'หมู่ ที่ 3', 'หมู่ 3', 'ม.3'])('reads the number of the village %j', (moo) =>
    expect(cardToCustomer({ ...card, address_moo: moo }, today).moo).toBe('3'),
  )

  it('removes invisible characters from texts', () => {
    const fname_th = 'สม\u{FFF9}ชาย\u{E0041}\u{FFFF}งาม'
    expect(cardToCustomer({ ...card, fname_th }, today).fname).toBe('สมชาย งาม')
  })
})

describe('cardMessage', () => {
  it.each<[CardResult | null, string]>([
    [card, 'อ่านบัตรสำเร็จ'],
    [
      { ...card, nat_id: '1100000000017' },
      'เลขประจำตัวประชาชนในบัตรไม่ถูกต้อง กรุณาลองใหม่ หรือกรอกข้อมูลเอง',
    ],
    [
      // Numbers of citizens do not begin with 9.
      { ...card, nat_id: '9000000000004' },
      'เลขประจำตัวประชาชนในบัตรไม่ถูกต้อง กรุณาลองใหม่ หรือกรอกข้อมูลเอง',
    ],
    [{ result: 'ok' }, 'เลขประจำตัวประชาชนในบัตรไม่ถูกต้อง กรุณาลองใหม่ หรือกรอกข้อมูลเอง'],
    [
      { result: 'read initiate failed', ecode: 256, devices: ['a', 'b'] },
      'มีเครื่องอ่านบัตรเชื่อมต่อหลายเครื่อง กรุณาถอดให้เหลือ 1 เครื่อง',
    ],
    [
      { result: 'read initiate failed', ecode: 256, devices: ['a'] },
      'กรุณาตรวจสอบว่าเสียบบัตรถูกด้านหรือไม่ หรือเช็ดทำความสะอาดชิปแล้วลองอีกครั้ง',
    ],
    [{ result: 'read initiate failed', ecode: '1' }, 'ไม่ใช่บัตรประชาชน หรือเป็นรุ่นที่ไม่รองรับ'],
    [{ result: 'read initiate failed' }, 'อ่านข้อมูลบัตรไม่สำเร็จ กรุณาลองใหม่'],
    [{ result: 'error phrasing data', ecode: 'Input string' }, 'อ่านข้อมูลบัตรไม่สำเร็จ กรุณาลองใหม่'],
    [
      { result: 'error at read', ecode: 'Could not find any Smartcard reader.' },
      'ไม่พบเครื่องอ่านบัตรประชาชน',
    ],
    [{ result: 'error at read', ecode: 'No card' }, 'ไม่พบบัตรประชาชน กรุณาเสียบบัตร'],
    [{ result: 'something new' }, 'อ่านข้อมูลบัตรไม่สำเร็จ กรุณาลองใหม่'],
    [null, 'ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้'],
  ])('maps the answer %j to the message %j', (result, message) => {
    expect(cardMessage(result)).toBe(message)
  })
})

describe('cardFailure', () => {
  it.each(['6000000000018', '0123456789016', '7000000000016', '6000000000017'])(
    'refuses the card of a person without Thai nationality: %s',
    (nat_id) => expect(cardFailure({ ...card, nat_id })).toBe('FOREIGNER'),
  )

  it.each(['1100000000016', '3409900000014', '8000000000014'])(
    'accepts the card of a national: %s',
    (nat_id) => expect(cardFailure({ ...card, nat_id })).toBeNull(),
  )

  it.each(Object.keys(cardFailures) as CardFailure[])(
    'recognises the answer of our own program for %s',
    (code) => {
      expect(cardFailure(failureAnswer(code))).toBe(code)
      expect(cardMessage(failureAnswer(code))).toBe(cardFailures[code].message)
    },
  )

  it.each<CardFailure>(['NO_READER', 'NO_CARD', 'MUTE', 'WRONG_CARD'])(
    'recognises %s also without a code, as DLTNatID answers',
    (code) => {
      const { result, ecode } = cardFailures[code]
      expect(cardFailure({ result, ecode })).toBe(code)
    },
  )
})

describe('cardNotes', () => {
  it.each([
    [{ birthdate: '1950-00-00' }, ['บัตรไม่ระบุวันเกิดครบถ้วน กรุณาตรวจสอบวันเกิด']],
    [{ birthdate: '1950-05-00' }, ['บัตรไม่ระบุวันเกิดครบถ้วน กรุณาตรวจสอบวันเกิด']],
    [{ issue_expire: '2026-11-20' }, ['บัตรหมดอายุแล้ว (20/11/2569)']],
    [{ issue_expire: '2026-11-21' }, []],
    [{ issue_expire: '2569-11-20' }, ['บัตรหมดอายุแล้ว (20/11/2569)']],
    [{ issue_expire: '2567-02-29' }, ['บัตรหมดอายุแล้ว (29/02/2567)']],
    [{ issue_expire: '2578-11-20' }, []],
    [{ issue_expire: '9999-12-31' }, []],
    [{ issue_expire: '9456-12-31' }, []],
    [{ issue_expire: '99999999' }, []],
    [{}, []],
  ])('of %j are %j', (fields, notes) => {
    expect(cardNotes({ ...card, ...fields }, today)).toEqual(notes)
  })
})
