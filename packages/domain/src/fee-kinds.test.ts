import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Exam, allExams, examName, licencesOf, sortedExams, withLicences } from './exams.ts'
import {
  type ExamUse,
  type FeeKind,
  examUses,
  feeKinds,
  feeProblem,
  fitsApplication,
  proposeFee,
} from './fee-kinds.ts'
import { licenceOf } from './licence-types.ts'
import { applicationKinds, type ApplicationKind } from './application/status.ts'

const exam = (kind: Exam['kind'], licence_type: Exam['licence_type']): Exam => ({
  kind,
  licence_type,
})

describe('licenceOf', () => {
  it.each([
    ['รถยนต์', 'car'],
    ['รถจักรยานยนต์', 'motorcycle'],
    ['รถจักรยานยนต์ขนาดใหญ่ (Big Bike)', 'bigbike'],
    ['รถบรรทุก ชนิดที่ 2 (บ.2/ท.2)', 'truck2'],
    ['รถลากจูง ชนิดที่ 3 (บ.3/ท.3)', 'truck3'],
    ['วัตถุอันตราย ชนิดที่ 4 (บ.4/ท.4)', 'truck4'],
    ['อบรม / หลักสูตรพิเศษ', 'any'],
    ['', 'any'],
  ])('of %s is %s', (text, licence) => {
    expect(licenceOf(text)).toBe(licence)
  })
})

describe('lists of exams', () => {
  const exams = fc.array(fc.constantFrom(...allExams))

  it('contain every exam once, theory first, in one order', () => {
    fc.assert(
      fc.property(exams, (given) => {
        const sorted = sortedExams(given)
        expect(new Set(sorted.map(examName))).toEqual(new Set(given.map(examName)))
        expect(sortedExams([...sorted, ...given].toReversed())).toEqual(sorted)
        expect(new Set(sorted.map(examName)).size).toBe(sorted.length)
      }),
    )
  })

  it('keep the exams of the other kind when the licence types of one kind change', () => {
    fc.assert(
      fc.property(exams, exams, (given, others) => {
        const licences = licencesOf(others, 'practice')
        const changed = withLicences(given, 'practice', licences)
        expect(licencesOf(changed, 'practice')).toEqual(licences)
        expect(licencesOf(changed, 'theory')).toEqual(licencesOf(given, 'theory'))
      }),
    )
  })

  it('name an exam by kind and licence type', () => {
    expect(examName(exam('practice', 'car'))).toBe('ภาคปฏิบัติ รถยนต์')
    expect(examName(exam('theory', 'any'))).toBe('ภาคทฤษฎี ทุกประเภท')
  })
})

describe('proposeFee', () => {
  it.each<[name: string, kind: FeeKind, use: ExamUse | null, exams: Exam[]]>([
    ['ค่าสอบภาคทฤษฎี (e-Exam) ครั้งแรก', 'exam', 'first', [exam('theory', 'any')]],
    ['ค่าสอบภาคปฏิบัติ รถยนต์ ครั้งแรก', 'exam', 'first', [exam('practice', 'car')]],
    ['ค่าสอบภาคปฏิบัติ รถจักรยานยนต์ ครั้งแรก', 'exam', 'first', [exam('practice', 'motorcycle')]],
    ['ค่าสมัครสอบ รถยนต์', 'exam', 'first', [exam('theory', 'car'), exam('practice', 'car')]],
    ['ค่าสอบแก้ตัว ภาคทฤษฎี', 'exam', 'retake', []],
    ['ค่าเช่ารถสอบ รถยนต์', 'exam', 'rental', []],
    ['ค่าเลื่อนวันสอบ (แจ้งน้อยกว่า 3 วันทำการ)', 'exam', 'move', []],
    ['ค่าต่ออายุสิทธิ์สอบ 90 วัน', 'exam', 'extend', []],
    ['ตรวจสภาพรถยนต์ น้ำหนักไม่เกิน 2,000 กก.', 'vehicle_check', null, []],
    ['พ.ร.บ. รถจักรยานยนต์ 76–125 ซีซี', 'vehicle_check', null, []],
    ['บริการต่อภาษีรถประจำปี', 'vehicle_check', null, []],
    ['ค่าทดสอบสมรรถภาพร่างกาย', 'general', null, []],
    ['ค่ารับ–ส่งสอบ', 'general', null, []],
    ['ค่าฝึกเพิ่มรายชั่วโมง รถยนต์', 'general', null, []],
  ])('proposes for %s the kind %s and the use %s', (name, kind, exam_use, exams) => {
    expect(proposeFee(name)).toEqual({ kind, exam_use, exams })
  })

  it('never proposes a contradiction', () => {
    const words = ['ค่าสอบ', 'ทฤษฎี', 'แก้ตัว', 'เลื่อน', 'สิทธิ์', 'ต่ออายุ', 'ตรวจสภาพ', 'รถยนต์', 'x']
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string())), (parts) => {
        expect(feeProblem(proposeFee(parts.join(' ')))).toBeNull()
      }),
    )
  })
})

describe('feeProblem', () => {
  const exams = [exam('theory', 'car')]
  it.each<[string | null, FeeKind, ExamUse | null, Exam[]]>([
    [null, 'general', null, []],
    [null, 'vehicle_check', null, []],
    [null, 'exam', 'first', exams],
    [null, 'exam', 'retake', []],
    ['exam_use_missing', 'exam', null, []],
    ['exam_use_unexpected', 'general', 'first', exams],
    ['exams_missing', 'exam', 'first', []],
    ['exams_unexpected', 'exam', 'move', exams],
    ['exams_unexpected', 'general', null, exams],
  ])('is %s for %s, %s', (problem, kind, exam_use, given) => {
    expect(feeProblem({ kind, exam_use, exams: given })).toBe(problem)
  })

  it('is null exactly when an exam fee has a use and only a first exam has exams', () => {
    const kinds = fc.constantFrom(...(Object.keys(feeKinds) as FeeKind[]))
    const uses = fc.option(fc.constantFrom(...(Object.keys(examUses) as ExamUse[])))
    fc.assert(
      fc.property(kinds, uses, fc.subarray([...allExams]), (kind, exam_use, given) => {
        const fits =
          (kind === 'exam') === (exam_use !== null) && (exam_use === 'first') === given.length > 0
        expect(feeProblem({ kind, exam_use, exams: given }) === null).toBe(fits)
      }),
    )
  })
})

describe('fitsApplication', () => {
  const fees = (application: ApplicationKind) =>
    (Object.keys(feeKinds) as FeeKind[]).filter((kind) =>
      fitsApplication(application, 'other_fee', kind),
    )

  it.each<[ApplicationKind, FeeKind[]]>([
    ['course', ['exam', 'general']],
    ['exam', ['exam', 'general']],
    ['vehicle_check', ['vehicle_check', 'general']],
    ['other_fee', ['exam', 'vehicle_check', 'general']],
    ['request_fee', []],
  ])('accepts in %s the fees %j', (application, expected) => {
    expect(fees(application)).toEqual(expected)
  })

  it('accepts request fees in their own applications only', () => {
    const kinds = Object.keys(applicationKinds) as ApplicationKind[]
    expect(kinds.filter((kind) => fitsApplication(kind, 'request_fee', null))).toEqual([
      'request_fee',
    ])
  })

  it('accepts courses in applications for courses and exams only', () => {
    const kinds = Object.keys(applicationKinds) as ApplicationKind[]
    expect(kinds.filter((kind) => fitsApplication(kind, 'course', null))).toEqual([
      'course',
      'exam',
    ])
  })
})
