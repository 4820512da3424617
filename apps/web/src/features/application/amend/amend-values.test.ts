import { satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anApplication } from '../../../../test/records.ts'
import { applicationKindConfigs } from '../kinds.ts'
import { blankLine, isBlankLine, type LineValues } from '../line-values.ts'
import {
  actionsOf,
  amendFormPath,
  amendPreview,
  amendProblems,
  type AmendValues,
  blankAmendment,
  requiresAmendReason,
  toAmendInput,
  wholeFormProblem,
} from './amend-values.ts'

type Detail = Parameters<typeof blankAmendment>[0]

const [line] = anApplication.course
/** A paid course and an unpaid fee; amounts in satang. */
const detail = {
  ...anApplication,
  course: [{ ...line, cost: 500_000, net: 500_000, paid: 200_000, balance: 300_000 }],
  other_fee: [
    {
      ...line,
      line_id: 22,
      other_fee_id: 6,
      other_fee_name: 'คู่มือ',
      cost: 20_000,
      net: 20_000,
      paid: 0,
      balance: 20_000,
    },
  ],
} as unknown as Detail
const blank = blankAmendment(detail)

const sold = (
  item_id: number | null,
  name = 'รายการ',
  cost: number | null = 10_000,
): LineValues => ({
  ...blankLine(),
  item_id,
  name,
  cost: cost === null ? null : satang(cost),
})
const withActions = (...actions: AmendValues['stored'][number]['action'][]) =>
  blank.stored.map(({ line_id }, i) => ({ line_id, action: actions[i] ?? ('keep' as const) }))
const problems = (change: Partial<AmendValues>) =>
  amendProblems({ ...blank, ...change }, detail, applicationKindConfigs.course)

describe('the input of an amendment', () => {
  it('contains the application with the version that the user saw, and nothing else without a change', () => {
    expect(toAmendInput(blank, detail)).toEqual({
      application_id: 11,
      version: 1,
      add: { course: [], other_fee: [], request_fee: [] },
      remove: [],
      replace: [],
      idcard: '',
      passport: '',
      note: '',
    })
  })

  it('has added, removed and replaced lines, without blank ones', () => {
    const values = {
      ...blank,
      stored: withActions('replace', 'remove'),
      replace: [sold(9, 'หลักสูตรใหม่', 650_000), blankLine()],
      other_fee: [blankLine(), sold(8)],
      customer_id: 5,
      idcard: '1100012345678',
      note: 'เปลี่ยนใจ',
    }
    const fields = { promotion_code: '', exam_date: null, note: '' }
    expect(toAmendInput(values, detail)).toMatchObject({
      add: { course: [], other_fee: [{ other_fee_id: 8, cost: 10_000, ...fields }] },
      remove: [22],
      replace: [{ line_id: 21, by: { course_id: 9, cost: 650_000, ...fields } }],
      customer_id: 5,
      idcard: '1100012345678',
      note: 'เปลี่ยนใจ',
    })
  })

  it('contains the ID numbers by which the new customer was found', () => {
    const values = { ...blank, passport: 'AB1234567' }
    expect(toAmendInput(values, detail)).toMatchObject({ passport: 'AB1234567' })
  })

  it('contains the vehicle of a check without one only when it was entered', () => {
    const check = { ...detail, type: 'vehicle_check', vehicle: null } as unknown as Detail
    const values = blankAmendment(check)
    expect(toAmendInput(values, check)).not.toHaveProperty('vehicle')
    const vehicle = { ...values.vehicle!, plate: '1กข 1234' }
    expect(toAmendInput({ ...values, vehicle }, check)).toMatchObject({ vehicle })
  })
})

describe('the paths of errors', () => {
  const lines = fc.array(
    fc
      .tuple(fc.boolean(), fc.integer({ min: 1, max: 1_000_000 }))
      .map(([isBlank, id]) => (isBlank ? blankLine() : sold(id))),
    { maxLength: 6 },
  )
  const actions = fc.array(fc.constantFrom('keep', 'remove', 'replace'), {
    minLength: 6,
    maxLength: 6,
  })

  it('lead from each sent line to the line of the form from which it was built', () => {
    fc.assert(
      fc.property(lines, lines, actions, (course, other_fee, chosen) => {
        const values: AmendValues = {
          ...blank,
          course,
          other_fee,
          stored: chosen.map((action, i) => ({ line_id: 100 + i, action })),
          replace: chosen.map((_, i) => sold(500 + i)),
        }
        const { add, remove, replace } = toAmendInput(values, detail)
        expect(add.course.map((_, i) => amendFormPath(`add.course.${i}.cost`, values))).toEqual(
          course.flatMap((sent, i) => (isBlankLine(sent) ? [] : [`course.${i}.cost`])),
        )
        expect(
          add.other_fee.map((_, i) => amendFormPath(`add.other_fee.${i}.other_fee_id`, values)),
        ).toEqual(
          other_fee.flatMap((sent, i) => (isBlankLine(sent) ? [] : [`other_fee.${i}.item_id`])),
        )
        for (const [i, line_id] of remove.entries()) {
          expect(amendFormPath(`remove.${i}`, values)).toBe(`stored.${line_id - 100}.action`)
        }
        for (const [i, { line_id, by }] of replace.entries()) {
          expect(by.course_id).toBe(line_id + 400)
          const index = line_id - 100
          expect(amendFormPath(`replace.${i}.by.course_id`, values)).toBe(
            `replace.${index}.item_id`,
          )
          expect(amendFormPath(`replace.${i}.by.cost`, values)).toBe(`replace.${index}.cost`)
          expect(amendFormPath(`replace.${i}.line_id`, values)).toBe(`stored.${index}.action`)
        }
      }),
    )
  })

  it('are unchanged for fields of the whole form', () => {
    expect(amendFormPath('note', blank)).toBe('note')
    expect(amendFormPath('vehicle.plate', blank)).toBe('vehicle.plate')
  })
})

describe('the problems of an amendment', () => {
  it('are none for a fee that is added', () => {
    expect(problems({ other_fee: [sold(8)] })).toEqual([])
  })

  it('are at the line for a missing item or a missing new course', () => {
    expect(problems({ other_fee: [blankLine(), sold(null, 'คู่')] })[0]).toEqual([
      'other_fee.1.item_id',
      'กรุณาเลือกสินค้าและบริการอื่น',
    ])
    const found = problems({ stored: withActions('replace'), note: 'เปลี่ยนใจ' })
    expect(found).toContainEqual(['replace.0.item_id', 'กรุณาเลือกหลักสูตร'])
  })

  it('contain a missing reason only for removed and replaced lines', () => {
    const removal = { stored: withActions('keep', 'remove') }
    expect(requiresAmendReason({ ...blank, ...removal }, detail)).toBe(true)
    expect(requiresAmendReason({ ...blank, other_fee: [sold(8)] }, detail)).toBe(false)
    expect(problems(removal)).toEqual([['note', 'กรุณาระบุเหตุผลการแก้ไข']])
    expect(problems({ ...removal, note: '  ' })).toEqual([['note', 'กรุณาระบุเหตุผลการแก้ไข']])
    expect(problems({ ...removal, note: 'ไม่เอาแล้ว' })).toEqual([])
  })

  it('are at the new course when the paid amount exceeds its price', () => {
    const change = { stored: withActions('replace'), note: 'เปลี่ยนใจ' }
    expect(problems({ ...change, replace: [sold(9, 'สั้น', 150_000), blankLine()] })).toEqual([
      ['replace.0.item_id', 'ชำระแล้วเกินราคาหลักสูตรใหม่ 500.00 บาท กรุณาคืนเงินส่วนเกินก่อน'],
    ])
  })

  it('are shown for the whole form when nothing changes', () => {
    expect(wholeFormProblem(blank, detail)).toMatch(/^ยังไม่มีการแก้ไข/)
    expect(problems({})).toEqual([['stored', wholeFormProblem(blank, detail)]])
    expect(wholeFormProblem({ ...blank, stored: withActions('keep', 'remove') }, detail)).toBeNull()
  })
})

describe('a stored line', () => {
  const [course, fee] = [
    { ...detail.course[0], kind: 'course' },
    { ...detail.other_fee[0], kind: 'other_fee' },
  ] as unknown as Parameters<typeof actionsOf>[0][]

  it.each([
    ['a paid course may be replaced', course, ['keep', 'replace']],
    ['an unpaid fee may be removed', fee, ['keep', 'remove']],
    ['nothing changes while a refund of it waits', { ...fee, refund_pending: true }, ['keep']],
  ])('%s', (_, stored, expected) => {
    expect(actionsOf(stored as typeof course & {})).toEqual(expected)
  })

  it('does not count in the totals after it is removed, and moves its paid amount to its replacement', () => {
    const values = {
      ...blank,
      stored: withActions('replace', 'remove'),
      replace: [sold(9, 'หลักสูตรใหม่', 650_000), blankLine()],
    }
    const { before, after } = amendPreview(values, detail)
    expect(before).toMatchObject({ net: 520_000, paid: 200_000, balance: 320_000 })
    expect(after).toMatchObject({ net: 650_000, paid: 200_000, balance: 450_000 })
  })
})
