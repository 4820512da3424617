/** Sample documents of the books of a fictional school, for tests and for visual checks. */

import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import type { ReportView, VoucherView } from '../account-view.ts'
import { receiptView } from './sample-views.ts'

const { school } = receiptView()

export function voucherView(changes: Partial<VoucherView> = {}): VoucherView {
  return {
    school,
    side: 'expenses',
    number: 'PV-BPI-6911-0042',
    issued_at: '2026-11-21T01:26:00.000Z',
    day: day('2026-11-20'),
    item: 'ค่าซ่อมบำรุงรถ',
    group: 'ค่าใช้จ่ายยานพาหนะ',
    detail: 'เปลี่ยนผ้าเบรกหน้า–หลัง และน้ำมันเครื่อง',
    value: satang(535_000),
    wht_value: satang(15_000),
    pay_type: 'transfer',
    paid_through: 'กสิกรไทย รับโอน บ้านไผ่',
    payee: 'บริษัท ศูนย์บริการรถยนต์ขอนแก่น จำกัด',
    payee_tax_id: '0405561098765',
    document_no: 'INV-2569/0871',
    vehicle: 'กข 1234 ขอนแก่น',
    mile: 128_450,
    employee: 'ก้องเกียรติ ชัยชำนาญ',
    is_pass_through: false,
    attachments: 2,
    recorded_by: 'สมศรี ใจดี',
    version: 1,
    ...changes,
  }
}

const amounts = [1_234_567_89, -45_000, 0, 98_765_43]

export function reportView(changes: Partial<ReportView> = {}): ReportView {
  return {
    school,
    issued_at: '2026-11-21T01:26:00.000Z',
    title: 'รายงานรายรับ–รายจ่าย',
    english_title: 'INCOME AND EXPENSES',
    facts: [
      ['สาขา', 'สาขาบ้านไผ่'],
      ['ช่วงวันที่', '1 – 30 พ.ย. 2569'],
    ],
    tables: [
      {
        title: 'แยกตามหมวด',
        columns: [
          { title: 'หมวด', kind: 'text' },
          { title: 'จำนวน', kind: 'count' },
          ...['เงินสด', 'โอนเงิน', 'ไม่ระบุ', 'รวม'].map((title) => ({
            title,
            kind: 'money' as const,
          })),
        ],
        rows: [
          { level: 'heading', cells: ['รายรับ', null, null, null, null, null] },
          ...['หลักสูตร', 'ค่าสอบ', 'สินค้าและบริการอื่น'].map((name, i) => ({
            level: 'row' as const,
            cells: [
              name,
              { count: 1200 * (i + 1) },
              ...amounts.map((amount) => ({ satang: satang(amount) })),
            ],
          })),
          {
            level: 'sum',
            cells: [
              'รวมรายรับ',
              { count: 7200 },
              ...amounts.map((amount) => ({ satang: satang(3 * amount) })),
            ],
          },
        ],
      },
    ],
    notes: ['รายรับแทนไม่นับเป็นรายรับหรือรายจ่าย'],
    printed_by: 'สมศรี ใจดี',
    ...changes,
  }
}
