import { branch } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { promotion } from '@khapdee/contract/entities/promotion'
import { role } from '@khapdee/contract/entities/role'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { describe, expect, it } from 'vitest'
import { blankValues, valuesOf } from './use-entity-form.ts'

describe('the values of an empty form', () => {
  it("are the schema's defaults, empty texts and null numbers", () => {
    expect(blankValues(course.fields)).toEqual({
      name: '',
      type: '',
      price: null,
      branch_id: null,
      theory_hours: 0,
      practice_hours: 0,
      exams: [],
      min_age: null,
      detail: '',
      is_activate: true,
    })
    expect(blankValues(branch.fields)).toMatchObject({
      code: '',
      parent_id: null,
      settings: { exam_right_days: 90, receipt_size: 'A4' },
    })
  })
})

describe("the values of a record's form", () => {
  it('are the writable values, the id and the version, with empty text for null', () => {
    const record = {
      course_id: 3,
      version: 2,
      name: 'ก',
      detail: null,
      branch_name: 'ข',
      min_age: 18,
    }
    const values = valuesOf(course.update.input, record)
    expect(values).toMatchObject({ course_id: 3, version: 2, name: 'ก', detail: '', min_age: 18 })
    expect(values).not.toHaveProperty('branch_name')
  })
})

const masterData = [branch, course, promotion, otherFee, requestFee]
const entities = [...masterData, expenseItem, evaluation, vehicle, role]

describe.each(entities)('the form of $resource', ({ update }) => {
  it('has empty text in each text field for which the record has null', () => {
    const blank = blankValues(update.input)
    const texts = Object.keys(blank).filter((name) => blank[name] === '')
    expect(texts.length).toBeGreaterThan(0)
    const recordOfNulls = Object.fromEntries(Object.keys(blank).map((name) => [name, null]))
    expect(valuesOf(update.input, recordOfNulls)).toMatchObject(
      Object.fromEntries(texts.map((name) => [name, ''])),
    )
  })
})
