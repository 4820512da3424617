import { branch } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { describe, expect, it } from 'vitest'
import { blankValues, valuesOf } from './form-values.ts'

describe('an empty form', () => {
  it('has the defaults of the schema, empty text and missing figures', () => {
    expect(blankValues(course.fields)).toEqual({
      name: '',
      type: '',
      price: null,
      branch_id: null,
      theory_hours: 0,
      practice_hours: 0,
      has_theory_exam: false,
      has_practice_exam: false,
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

describe('the form of a record', () => {
  it('takes what may be written, the id and the version, and shows null as empty text', () => {
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
