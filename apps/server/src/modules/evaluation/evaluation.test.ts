import { evaluation } from '@khapdee/contract/entities/evaluation'
import { screens } from '@khapdee/contract/entities/screens'
import { evaluationCategories } from '@khapdee/domain/evaluation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeCourse } from '../../../test/make/course.ts'
import { makeRecord } from '../../../test/make/record.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const body = {
  title: 'ขับซิกแซก',
  type: 'practice' as const,
  category: 'รถจักรยานยนต์',
}

describe('the course or fee of an evaluation', () => {
  it('is shown by name', async () => {
    const { course, otherFee } = test.school
    const made = await test.call(
      evaluation.create,
      { ...body, course_id: course.motorcycle, other_fee_id: otherFee.book },
      'admin',
    )
    expect(made.data).toMatchObject({
      course_name: 'รถจักรยานยนต์ พร้อมสอบ',
      other_fee_name: 'ค่าคู่มือ/หนังสือเรียน',
    })
  })

  it('must exist and be visible to the caller', async () => {
    const { branch, course, otherFee } = test.school
    for (const [path, values] of [
      ['course_id', { course_id: course.ofBpi }],
      ['course_id', { course_id: 999_999 }],
      ['other_fee_id', { other_fee_id: otherFee.ofBpi }],
    ] as const) {
      const input = { ...body, branch_id: branch.KKN, ...values }
      const answer = await test.call(evaluation.create, input, 'manager.kkn')
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
    }
  })

  it('can stay selected after its deletion, but cannot be newly selected', async () => {
    const { course_id } = await makeCourse(test.db)
    const { evaluate_id } = await makeRecord(test.db, 'evaluate', { course_id })
    const other = await makeRecord(test.db, 'evaluate')
    await test.db
      .updateTable('course')
      .set({ is_delete: true })
      .where('course_id', '=', course_id)
      .execute()
    const change = (id: number) =>
      test.call(evaluation.update, { ...body, evaluate_id: id, course_id, version: 1 }, 'admin')
    expect((await change(evaluate_id)).status).toBe(200)
    expect((await change(other.evaluate_id)).status).toBe(400)
  })
})

describe('the dropdowns of evaluations', () => {
  it('have the standard categories and those stored in the caller’s branches', async () => {
    await makeRecord(test.db, 'evaluate', { category: 'รถแทรกเตอร์' })
    await makeRecord(test.db, 'evaluate', { category: 'เรือ', branch_id: test.school.branch.BPI })
    const { data } = await test.call(evaluation.list, {}, 'examiner.kkn')
    const categories = data['category']?.map(({ value }) => value)
    expect(categories).toEqual(expect.arrayContaining([...evaluationCategories, 'รถแทรกเตอร์']))
    expect(categories).not.toContain('เรือ')
    expect(data['type']).toContainEqual({ value: 'satisfaction', name: 'ความพึงพอใจ' })
    expect(Object.keys(data).toSorted()).toEqual(['category', 'scale', 'status', 'type'])
  })

  it('have the courses and fees that an evaluation can be limited to', async () => {
    const { data } = await test.call(screens.evaluateManage, {}, 'manager.kkn')
    expect(Object.keys(data).toSorted()).toEqual(['course', 'other_fee'])
    expect(data.course?.map(({ course_id }) => course_id)).toContain(test.school.course.car)
    expect(data.other_fee?.length).toBeGreaterThan(0)
  })
})
