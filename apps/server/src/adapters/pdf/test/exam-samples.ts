/** Sample documents of exams of a fictional school, for tests and for visual checks. */

import { day } from '@khapdee/domain/thai-date'
import type {
  CertificateView,
  ExamResultsView,
  ExamRosterView,
  ExamSlipView,
  SessionView,
} from '../exam-view.ts'
import { receiptView } from './sample-views.ts'

const { school, payer } = receiptView()
const longName = 'นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง'

export function examSlipView(changes: Partial<ExamSlipView> = {}): ExamSlipView {
  return {
    school,
    size: 'A5',
    code: '7F3A90C2B41D',
    application_code: 'AP-BPI-6911-0017',
    issued_at: '2026-11-21T01:26:00.000Z',
    candidate: { ...payer, address: '' },
    exam: 'ภาคปฏิบัติ รถจักรยานยนต์ขนาดใหญ่ (Big Bike)',
    item: 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
    exam_date: day('2026-11-28'),
    time: '09:00–11:00 น.',
    place: 'ห้องเรียน 1 · สาขาบ้านไผ่',
    bring: ['บัตรประจำตัวประชาชนตัวจริง', 'ใบรับรองแพทย์', 'รูปถ่าย 1 นิ้ว'],
    last_day: day('2027-02-19'),
    notices: [
      'ลงทะเบียนเข้าสอบได้ถึงเวลา 09:30 น.',
      'เปลี่ยนวันสอบได้อีก 2 ครั้ง',
      'ค้างชำระ 1,234.50 บาท กรุณาชำระก่อนวันสอบ',
    ],
    ...changes,
  }
}

const session: SessionView = {
  school,
  issued_at: '2026-11-28T01:26:00.000Z',
  kind: 'theory',
  licences: 'รถยนต์, รถจักรยานยนต์',
  day: day('2026-11-28'),
  time: '09:00–11:00 น.',
  place: 'ห้องเรียน 1 · สาขาบ้านไผ่',
  vehicles: 'กข 1234 ขอนแก่น',
  note: 'นำใบรับรองแพทย์ฉบับจริงมาด้วย',
  panel: [
    { name: 'ก้องเกียรติ ชัยชำนาญ', role: 'chair' },
    { name: 'สมศรี ใจดี', role: 'committee' },
    { name: 'วิภา รุ่งเรือง', role: 'committee' },
    { name: 'ธนพัฒน์ ศรีสุวรรณกุลชัยพัฒนา', role: 'examiner' },
  ],
}

export const verifyUrl = 'https://khapdee.example/verify/5dMz0FQm3qJ7xQk1uB2c9Yd4LwTnVr8a'

export function certificateView(changes: Partial<CertificateView> = {}): CertificateView {
  return {
    school,
    number: 'CT-BPI-6911-0007',
    issued_at: '2026-11-28T05:00:00.000Z',
    day: day('2026-11-28'),
    holder: longName,
    idcard: '1-1000-xxxxx-01-6',
    application_code: 'AP-BPI-6911-0017',
    item: 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
    is_course: true,
    exams: [
      { name: 'ภาคทฤษฎี รถยนต์', passed_on: day('2026-11-21') },
      { name: 'ภาคปฏิบัติ รถยนต์', passed_on: day('2026-11-28') },
    ],
    issuer: 'นายก้องเกียรติ ชัยชำนาญ',
    ...changes,
  }
}

const applicationCode = (n: number) => `AP-BPI-6911-${String(n).padStart(4, '0')}`

type RosterCandidate = ExamRosterView['candidates'][number]

const rosterCandidate = (n: number): RosterCandidate => ({
  position: n,
  name: n % 4 === 0 ? longName : 'นายสมชาย ใจดี',
  application_code: applicationCode(n),
  idcard: n % 2 === 0 ? '1100000000016' : '1-1000-xxxxx-01-6',
  phone: '0812345678',
  licence: n % 3 === 0 ? 'รถจักรยานยนต์ขนาดใหญ่ (Big Bike)' : 'รถยนต์',
  paid: n % 5 !== 0,
  missing_documents: n % 7 === 0 ? 2 : 0,
})

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** @param count number of candidates */
export const examRosterView = (
  count = 3,
  changes: Partial<ExamRosterView> = {},
): ExamRosterView => ({
  ...session,
  capacity: 40,
  candidates: numbers(count).map(rosterCandidate),
  ...changes,
})

const resultOf = (
  n: number,
): Pick<ExamResultsView['candidates'][number], 'result' | 'score' | 'note'> =>
  [
    { result: 'pass' as const, score: 48, note: '' },
    { result: 'fail' as const, score: 40, note: 'สอบแก้ตัว' },
    { result: 'absent' as const, score: null, note: '' },
    { result: 'incomplete' as const, score: 12, note: 'ขอออกก่อนหมดเวลา' },
    { result: null, score: null, note: '' },
  ][n % 5] ?? { result: null, score: null, note: '' }

/** @param count number of candidates */
export const examResultsView = (
  count = 5,
  changes: Partial<ExamResultsView> = {},
): ExamResultsView => ({
  ...session,
  full_mark: 50,
  candidates: numbers(count).map((n) => {
    const { name, application_code, licence } = rosterCandidate(n)
    const result = resultOf(n - 1)
    const full_mark = result.score === null ? null : 50
    return { name, application_code, licence, ...result, full_mark }
  }),
  ...changes,
})
