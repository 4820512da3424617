import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdayNames } from './employee.ts'
import { type ExamLicence, examLicenceOrder } from './licence-types.ts'
import { addDays, day } from './thai-date.ts'
import {
  type EmployeeLicence,
  isRefused,
  licenceProblem,
  openingProblem,
  pastStartProblem,
  placeProblem,
  timetableChecks,
  vehicleProblems,
  weekdayNameOf,
  workingTimeProblem,
} from './timetable.ts'

/** A Monday. */
const monday = day('2026-11-23')
const slot = (start: string, end: string, on = monday) => ({
  day: on,
  start,
  end,
})
const anyDay = fc.integer({ min: 0, max: 4000 }).map((n) => addDays(day('2024-01-01'), n))
const types = fc.subarray([...examLicenceOrder], { minLength: 1 })

describe('weekdayNameOf', () => {
  it.each(weekdayNames.map((name, n) => [addDays(monday, n), name] as const))(
    '%s is %s',
    (on, name) => {
      expect(weekdayNameOf(on)).toBe(name)
    },
  )

  it('repeats after seven days', () => {
    fc.assert(fc.property(anyDay, (on) => weekdayNameOf(addDays(on, 7)) === weekdayNameOf(on)))
  })
})

describe('openingProblem', () => {
  const hours = {
    weekday: 'monday',
    opens: '08:30',
    closes: '17:00',
  } as const
  const branch = { name: 'สาขาอุดรธานี', openingHours: [hours], holiday: null }

  it.each([
    ['08:30', '17:00', null],
    ['09:00', '12:00', null],
    ['08:29', '12:00', 'contradicts'],
    ['09:00', '17:01', 'contradicts'],
    ['16:00', '09:00', 'contradicts'],
    ['22:00', '08:00', 'contradicts'],
  ])('from %s to %s: %s', (start, end, basis) => {
    expect(openingProblem(branch, slot(start, end))?.basis ?? null).toBe(basis)
  })

  it('names the hours, the closed weekday or the holiday', () => {
    expect(openingProblem(branch, slot('07:00', '09:00'))).toEqual({
      code: 'OUTSIDE_WORKING_TIME',
      basis: 'contradicts',
      message: 'สาขาอุดรธานี เปิดทำการวันจันทร์ 08:30–17:00 น.',
    })
    const tuesday = slot('09:00', '12:00', addDays(monday, 1))
    expect(openingProblem(branch, tuesday)?.message).toBe('สาขาอุดรธานี ปิดทำการวันอังคาร')
    const closed = { ...branch, holiday: 'วันสงกรานต์' }
    expect(openingProblem(closed, slot('09:00', '12:00'))?.message).toBe(
      'สาขาอุดรธานี หยุดวันที่ 23/11/2569 (วันสงกรานต์)',
    )
  })

  it('only warns without hours, but a holiday still contradicts', () => {
    const unknown = { ...branch, openingHours: null }
    expect(openingProblem(unknown, slot('03:00', '04:00'))?.basis).toBe('missing')
    const closed = { ...unknown, holiday: 'วันสงกรานต์' }
    expect(openingProblem(closed, slot('09:00', '12:00'))?.basis).toBe('contradicts')
  })
})

describe('workingTimeProblem', () => {
  const works = {
    name: 'นายมานะ ใจดี',
    status: 'working',
    isActive: true,
    endDate: null,
    daysOff: [],
    leave: null,
  } as const
  const leave = { start: monday, end: addDays(monday, 2) }

  it.each([
    [{}, null],
    [{ status: 'probation' } as const, null],
    [{ endDate: monday }, null],
    [{ endDate: addDays(monday, -1) }, 'นายมานะ ใจดี พ้นสภาพแล้ว'],
    [{ status: 'resigned', isActive: false } as const, 'นายมานะ ใจดี พ้นสภาพแล้ว'],
    [{ isActive: false }, 'นายมานะ ใจดี ถูกปิดใช้งาน'],
    [{ daysOff: ['tuesday'] } as const, null],
    [{ daysOff: ['monday'] } as const, 'นายมานะ ใจดี หยุดประจำสัปดาห์วันจันทร์'],
    [{ leave }, 'นายมานะ ใจดี ลา 23 – 25 พ.ย. 2569'],
  ])('of %j is %s', (facts, message) => {
    const problem = workingTimeProblem({ ...works, ...facts }, monday)
    expect(problem?.message ?? null).toBe(message)
    expect(problem?.basis ?? 'contradicts').toBe('contradicts')
  })
})

describe('licenceProblem', () => {
  const licence = (values: Partial<EmployeeLicence> = {}): EmployeeLicence => ({
    kind: 'examiner',
    subject: 'practice',
    licence_types: ['car'],
    valid_until: null,
    ...values,
  })
  const need = (...licenceTypes: ExamLicence[]) =>
    ({ kind: 'examiner', subject: 'practice', licenceTypes }) as const
  const problemOf = (licences: EmployeeLicence[], ...wanted: ExamLicence[]) =>
    licenceProblem({ name: 'นายมานะ ใจดี', licences }, need(...wanted), monday)

  it('warns only while no licence of the kind is entered', () => {
    expect(problemOf([], 'car')?.basis).toBe('missing')
    expect(problemOf([licence({ kind: 'instructor' })], 'car')?.basis).toBe('missing')
    expect(problemOf([licence({ subject: 'theory' })], 'car')?.basis).toBe('contradicts')
  })

  it.each([
    [[licence()], ['car'], null],
    [[licence({ valid_until: monday })], ['car'], null],
    [[licence({ licence_types: ['any'] })], ['car', 'truck2'], null],
    [[licence()], ['any'], null],
    [[licence(), licence({ licence_types: ['motorcycle'] })], ['car', 'motorcycle'], null],
    [[licence()], ['car', 'motorcycle'], 'นายมานะ ใจดี ไม่มีใบอนุญาตผู้ทดสอบภาคปฏิบัติ รถจักรยานยนต์'],
    [
      [licence({ valid_until: addDays(monday, -1) })],
      ['car'],
      'ใบอนุญาตผู้ทดสอบภาคปฏิบัติของ นายมานะ ใจดี หมดอายุวันที่ 22/11/2569',
    ],
    [[licence({ valid_until: addDays(monday, -1) }), licence()], ['car'], null],
  ] as [EmployeeLicence[], ExamLicence[], string | null][])(
    'with %j for %j is %s',
    (licences, wanted, message) => {
      expect(problemOf(licences, ...wanted)?.message ?? null).toBe(message)
    },
  )

  it('is null with a further valid licence', () => {
    const licences = fc.array(
      fc.record({
        kind: fc.constantFrom('examiner', 'instructor'),
        subject: fc.constantFrom('theory', 'practice'),
        licence_types: types,
        valid_until: fc.option(anyDay),
      }),
    )
    fc.assert(
      fc.property(licences, types, types, (held, wanted, further) => {
        if (problemOf(held, ...wanted) !== null) return
        expect(problemOf([...held, licence({ licence_types: further })], ...wanted)).toBeNull()
      }),
    )
  })

  it('begins on the day after the last valid day', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (last, on) => {
        const problem = licenceProblem(
          { name: 'ก', licences: [licence({ valid_until: last })] },
          need('car'),
          on,
        )
        expect(problem !== null).toBe(on > last)
      }),
    )
  })
})

describe('vehicleProblems', () => {
  const later = addDays(monday, 30)
  const car = {
    name: '1กข 2481 ขอนแก่น',
    status: 'ready',
    licence_types: ['car'],
    noti_check: null,
    noti_tax: later,
    noti_compulsory: later,
  } as const
  const messages = (facts: object, ...wanted: ExamLicence[]) =>
    vehicleProblems({ ...car, ...facts }, wanted, monday).map(({ basis, message }) => [
      basis,
      message,
    ])

  it.each([
    [{}, ['car'], []],
    [{ noti_tax: monday }, ['car'], []],
    [{ status: 'repair' }, ['car'], [['contradicts', '1กข 2481 ขอนแก่น ซ่อมบำรุง']]],
    [{ status: 'retired' }, ['car'], [['contradicts', '1กข 2481 ขอนแก่น เลิกใช้งาน']]],
    [{}, ['car', 'motorcycle'], []],
    [{}, ['any'], []],
    [{}, ['motorcycle'], [['contradicts', '1กข 2481 ขอนแก่น ไม่ได้ใช้สำหรับรถจักรยานยนต์']]],
    [
      { noti_check: addDays(monday, -1), noti_tax: addDays(monday, -2) },
      ['car'],
      [
        ['contradicts', '1กข 2481 ขอนแก่น ครบกำหนดตรวจสภาพ 22/11/2569'],
        ['contradicts', '1กข 2481 ขอนแก่น ภาษีหมดอายุ 21/11/2569'],
      ],
    ],
    [
      { licence_types: [], noti_compulsory: null },
      ['car'],
      [['missing', 'ยังไม่ได้บันทึกข้อมูลของ 1กข 2481 ขอนแก่น (ประเภทใบอนุญาต, พ.ร.บ. หมดอายุ)']],
    ],
  ] as [object, ExamLicence[], string[][]][])('of %j for %j are %j', (facts, wanted, expected) => {
    expect(messages(facts, ...wanted)).toEqual(expected)
  })
})

it.each([
  ['2026-11-23', '08:59', true],
  ['2026-11-23', '09:00', false],
  ['2026-11-23', '09:01', false],
  ['2026-11-24', '00:00', false],
] as const)('a start on %s at %s is past at 09:00 of 2026-11-23: %s', (date, start, isPast) => {
  const problem = pastStartProblem({ day: day(date), start }, { day: monday, time: '09:00' })
  expect(problem !== null).toBe(isPast)
})

it('a closed place contradicts', () => {
  expect(placeProblem({ name: 'สนาม 1', isActive: true })).toBeNull()
  expect(placeProblem({ name: 'สนาม 1', isActive: false })).toMatchObject({
    code: 'NOT_READY',
    basis: 'contradicts',
  })
})

describe('isRefused', () => {
  const codes = Object.keys(timetableChecks) as (keyof typeof timetableChecks)[]
  const none = { strict_licences: false, strict_vehicles: false, strict_working_time: false }

  it.each(codes)(
    '%s: conflicts are refused always, missing data only in a strict branch',
    (code) => {
      const refused = (basis: 'contradicts' | 'missing', strictness = none) =>
        isRefused({ code, basis, message: '' }, strictness)
      expect(refused('contradicts')).toBe(true)
      expect(refused('missing')).toBe(false)
      expect(refused('missing', { ...none, [timetableChecks[code].setting]: true })).toBe(true)
    },
  )
})
