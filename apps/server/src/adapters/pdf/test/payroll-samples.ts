/** Sample payslips and certificates of withheld tax of a fictional school, for tests and for visual checks. */

import { satang, zeroSatang } from '@khapdee/domain/money'
import { month } from '@khapdee/domain/payroll/month'
import { day } from '@khapdee/domain/thai-date'
import type { PayslipLineView, PayslipView, TaxCertificateView } from '../payroll-view.ts'
import { receiptView } from './sample-views.ts'

const { school } = receiptView()

export function taxCertificateView(changes: Partial<TaxCertificateView> = {}): TaxCertificateView {
  return {
    school,
    number: 'WT-BPI-6912-0003',
    issued_at: '2026-12-31T03:00:00.000Z',
    day: day('2026-12-31'),
    payee: {
      name: 'นายก้องเกียรติ ชัยชำนาญ',
      tax_id: '1101700230708',
      address: '45 หมู่ที่ 7 ตำบลในเมือง อำเภอบ้านไผ่ จังหวัดขอนแก่น 40110',
    },
    return: 'pnd1a',
    rows: [
      {
        kind: 'salary',
        detail: '',
        paid_on: '2569',
        paid: satang(36_000_000),
        tax: satang(197_500),
      },
    ],
    social_security: satang(1_050_000),
    provident_fund: zeroSatang,
    condition: 'withheld',
    issuer: 'สมศรี ใจดี',
    ...changes,
  }
}

export const payslipLine = (name: string, amount: number, detail = ''): PayslipLineView => ({
  name,
  detail,
  amount: satang(amount),
})

export function payslipView(changes: Partial<PayslipView> = {}): PayslipView {
  return {
    school,
    number: 'PS-BPI-6911-0003',
    issued_at: '2026-11-30T03:00:00.000Z',
    revision: 0,
    month: month('2026-11'),
    pay_date: day('2026-11-30'),
    employee: {
      name: 'นายก้องเกียรติ ชัยชำนาญ',
      idcard: '1-1017-xxxxx-70-8',
      position: 'ครูฝึกภาคปฏิบัติ',
      department: 'ฝ่ายการสอน',
    },
    pay_type: 'transfer',
    account: { bank: 'กสิกรไทย', number: '012-3-45678-9' },
    income: [
      payslipLine('เงินเดือน', 3_000_000),
      payslipLine('ค่าตำแหน่ง', 150_000),
      payslipLine('ค่าล่วงเวลา (OT 1.5)', 28_125, '3 ชั่วโมง × 93.75'),
      payslipLine('ค่าคุมสอบ', 60_000, '4 ครั้ง × 150.00'),
    ],
    deduction: [
      payslipLine('ภาษีหัก ณ ที่จ่าย', 16_458),
      payslipLine('ประกันสังคม', 87_500),
      payslipLine('กองทุนสงเคราะห์ลูกจ้าง', 7_875),
    ],
    year_to_date: {
      income: satang(34_123_456),
      tax: satang(181_038),
      social_security: satang(962_500),
      provident_fund: zeroSatang,
      employee_welfare: satang(15_750),
    },
    ...changes,
  }
}
