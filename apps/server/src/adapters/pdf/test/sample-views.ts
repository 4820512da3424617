/** Sample documents of a fictional school, for tests and for visual checks. */

import { satang, sumSatang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import type {
  ApplicationFormView,
  ClosingView,
  Print,
  ReceiptLineView,
  ReceiptView,
  RefundView,
  SchoolView,
} from '../view.ts'

export const original: Print = { mark: 'original', printedAt: '2026-11-21T01:26:00.000Z' }
export const copy: Print = { mark: 'copy', printedAt: '2026-12-01T03:00:00.000Z' }
/** The print of a form whose application is open. */
export const current: Print = { mark: 'current', printedAt: '2026-12-01T03:00:00.000Z' }
export const voided: Print = {
  mark: 'void',
  printedAt: '2026-11-22T03:00:00.000Z',
  voidedAt: '2026-11-22T02:00:00.000Z',
}

const school: SchoolView = {
  name: 'โรงเรียนสอนขับรถขับดี',
  branch_name: 'สาขาบ้านไผ่',
  branch_no: '00001',
  address: '99/12 หมู่ที่ 3 ถนนมิตรภาพ ตำบลในเมือง อำเภอบ้านไผ่ จังหวัดขอนแก่น 40110',
  phone: '043224000',
  tax_id: '0405561012345',
}

interface SampleLine {
  name: string
  detail?: string
  costBaht: number
  discountBaht?: number
  /** Paid by earlier receipts. */
  paidBeforeBaht?: number
  /** Paid by this receipt. */
  paidBaht: number
}

/** A line of a receipt. */
export function receiptLine({
  name,
  detail,
  costBaht,
  discountBaht = 0,
  paidBeforeBaht = 0,
  paidBaht,
}: SampleLine): ReceiptLineView {
  return {
    name,
    ...(detail !== undefined && { detail }),
    cost: satang(costBaht * 100),
    discount: satang(discountBaht * 100),
    paid_before: satang(paidBeforeBaht * 100),
    paid_now: satang(paidBaht * 100),
    balance: satang((costBaht - discountBaht - paidBeforeBaht - paidBaht) * 100),
  }
}

const lines = [
  receiptLine({
    name: 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
    detail: 'รหัสส่วนลด SONGKRAN · วันสอบ 28 พ.ย. 2569 เวลา 09:00 น.',
    costBaht: 6000,
    discountBaht: 900,
    paidBaht: 3000,
  }),
  receiptLine({ name: 'ค่าสอบภาคปฏิบัติ รถยนต์ ครั้งแรก', costBaht: 1000, paidBaht: 1000 }),
  receiptLine({ name: 'ค่าใบรับรองแพทย์', costBaht: 200, paidBaht: 200 }),
  receiptLine({
    name: 'ค่าคู่มือ/หนังสือเรียน',
    costBaht: 150,
    discountBaht: 20,
    paidBaht: 130,
  }),
]

export function receiptView(changes: Partial<ReceiptView> = {}): ReceiptView {
  const receiptLines = changes.lines ?? lines
  const sum = (pick: (line: ReceiptLineView) => ReceiptLineView['cost']) =>
    sumSatang(receiptLines.map(pick))
  const total = sum((line) => line.cost)
  const discount = sum((line) => line.discount)
  return {
    school,
    number: 'RE-BPI-6911-0042',
    issued_at: '2026-11-21T01:26:00.000Z',
    day: day('2026-11-21'),
    application_code: 'AP-BPI-6911-0017',
    payer: {
      name: 'นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง',
      idcard: '1-1000-xxxxx-01-6',
      address: '123/45 หมู่ที่ 7 ซอยรุ่งเรือง 3 ถนนแจ้งสนิท ตำบลในเมือง อำเภอบ้านไผ่ จังหวัดขอนแก่น 40110',
      phone: '0812345678',
    },
    lines: receiptLines,
    pay_type: 'cash',
    totals: {
      total,
      discount,
      net: satang(total - discount),
      paid_before: sum((line) => line.paid_before),
      paid_now: sum((line) => line.paid_now),
      balance: sum((line) => line.balance),
    },
    cashier: 'นายก้องเกียรติ ชัยชำนาญ',
    promptpay_id: '0405561012345',
    ...changes,
  }
}

export function applicationFormView(
  changes: Partial<ApplicationFormView> = {},
): ApplicationFormView {
  const { payer } = receiptView()
  return {
    school,
    kind: 'course',
    status: 'outstanding',
    number: 'AP-BPI-6911-0017',
    issued_at: '2026-11-21T01:26:00.000Z',
    day: day('2026-11-21'),
    customer: { ...payer, birthday: day('2002-02-28'), line: 'sirin.tip' },
    lines: [
      {
        name: 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
        exam_date: day('2026-11-28'),
        promotion_code: 'SONGKRAN',
        cost: satang(600_000),
        discount: satang(90_000),
        net: satang(510_000),
        paid: satang(300_000),
        balance: satang(210_000),
      },
      {
        name: 'ค่าใบรับรองแพทย์',
        cost: satang(20_000),
        discount: satang(0),
        net: satang(20_000),
        paid: satang(20_000),
        balance: satang(0),
      },
    ],
    totals: {
      total: satang(620_000),
      discount: satang(90_000),
      net: satang(530_000),
      paid: satang(320_000),
      refunded: satang(0),
      balance: satang(210_000),
    },
    documents: ['สำเนาบัตรประชาชน', 'ใบรับรองแพทย์', 'รูปถ่าย 1 นิ้ว'],
    privacy_notice_at: '2026-11-21T01:20:00.000Z',
    registrar: 'นายก้องเกียรติ ชัยชำนาญ',
    promptpay_id: '0405561012345',
    ...changes,
  }
}

export function refundView(changes: Partial<RefundView> = {}): RefundView {
  return {
    school,
    number: 'RF-BPI-6911-0003',
    issued_at: '2026-11-21T04:00:00.000Z',
    day: day('2026-11-21'),
    application_code: 'AP-BPI-6911-0017',
    payee: receiptView().payer,
    lines: [
      {
        name: 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
        detail: 'รหัสส่วนลด SONGKRAN · วันสอบ 28 พ.ย. 2569',
        net: satang(510_000),
        paid: satang(300_000),
        refunded: satang(230_075),
      },
      {
        name: 'ค่าใบรับรองแพทย์',
        net: satang(20_000),
        paid: satang(20_000),
        refunded: satang(20_000),
      },
    ],
    pay_type: 'transfer',
    paid_before: satang(320_000),
    value: satang(250_075),
    kept: satang(69_925),
    note: 'ย้ายที่อยู่ไปต่างจังหวัด เรียนต่อไม่ได้',
    receipts: ['RE-BPI-6911-0017', 'RE-BPI-6911-0018'],
    account: {
      bank: 'ธนาคารกสิกรไทย',
      account: '1234567890',
      name: 'นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง',
    },
    approver: 'นางวิภา รุ่งเรือง',
    cashier: 'นายก้องเกียรติ ชัยชำนาญ',
    ...changes,
  }
}

type Movement = ClosingView['movements'][number]

export function movement(n: number, changes: Partial<Movement> = {}): Movement {
  return {
    number: `RE-BPI-6911-${String(n).padStart(4, '0')}`,
    application_code: `AP-BPI-6911-${String(n).padStart(4, '0')}`,
    customer: 'ศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง',
    at: '2026-11-21T01:26:00.000Z',
    user: 'ก้องเกียรติ ชัยชำนาญ',
    pay_type: 'cash',
    paid: satang(100_000),
    void: false,
    ...changes,
  }
}

/** The expected amounts are the sums of the movements; the counted cash is 20 baht less. */
export function closingView(changes: Partial<ClosingView> = {}): ClosingView {
  const movements = changes.movements ?? [
    movement(1, { paid: satang(433_000) }),
    movement(2, { paid: satang(150_050), pay_type: 'transfer' }),
    movement(3, { paid: satang(99_900), void: true }),
    movement(4, { paid: satang(-50_000), number: 'RF-BPI-6911-0001' }),
  ]
  const sum = (payType: Movement['pay_type']) =>
    sumSatang(
      movements.filter((row) => !row.void && row.pay_type === payType).map((row) => row.paid),
    )
  const expected = sum('cash')
  return {
    school,
    number: 'DC-BPI-6911-0021',
    issued_at: '2026-11-21T11:05:00.000Z',
    day: day('2026-11-21'),
    movements,
    expected_cash: expected,
    expected_transfer: sum('transfer'),
    counted_cash: satang(expected - 2_000),
    difference: satang(-2_000),
    denominations: [
      { value: satang(100_000), pieces: 3 },
      { value: satang(50_000), pieces: 1 },
      { value: satang(10_000), pieces: 3 },
      { value: satang(1_000), pieces: 1 },
    ],
    note: 'ทอนเงินผิด 20 บาท',
    cashier: 'นางสาวสมศรี ใจดี',
    ...changes,
  }
}
