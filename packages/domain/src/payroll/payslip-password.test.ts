import { expect, it } from 'vitest'
import { day } from '../thai-date.ts'
import { payslipPassword, payslipPasswords } from './payslip-password.ts'

const person = { birthday: day('1987-11-05'), idcard: '1101700230708' }

it('the password is formed from the day of birth in the Buddhist era, or from the ID number', () => {
  expect(payslipPassword('none', person)).toEqual({ password: null })
  expect(payslipPassword('birthday', person)).toEqual({ password: '05112530' })
  expect(payslipPassword('idcard', person)).toEqual({ password: '1101700230708' })
})

it('the password is refused if the employee lacks the birthday or the ID number from which it is formed', () => {
  const nothing = { birthday: null, idcard: '' }
  expect(payslipPassword('none', nothing)).toEqual({ password: null })
  for (const kind of ['birthday', 'idcard'] as const)
    expect(payslipPassword(kind, nothing)).toEqual({
      missing: `ยังไม่มี${payslipPasswords[kind].label}ของพนักงาน จึงล็อกสลิปเงินเดือนไม่ได้`,
    })
})
