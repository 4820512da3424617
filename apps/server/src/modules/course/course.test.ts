import { application } from '@khapdee/contract/entities/application'
import { course } from '@khapdee/contract/entities/course'
import { licenceTypes } from '@khapdee/domain/licence-types'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { makeCourse } from '../../../test/make/course.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const types = async (as: string) => (await test.call(course.type, {}, as)).data

describe('course/type', () => {
  it('returns the standard licence classes first, then other stored types', async () => {
    expect(await types('admin')).toEqual([...licenceTypes])
    await makeCourse(test.db, { type: 'รถแทรกเตอร์' })
    expect(await types('admin')).toEqual([...licenceTypes, 'รถแทรกเตอร์'])
    const { filter } = (await test.call(course.gettable, {}, 'admin')).answer
    expect(filter['type']?.map(({ value }) => value)).toEqual(['all', ...(await types('admin'))])
  })

  it('omits types of deleted courses and of other branches', async () => {
    await makeCourse(test.db, { type: 'รถไฟบ้านไผ่', branch_id: test.school.branch.BPI })
    await makeCourse(test.db, { type: 'เรือ', is_delete: true })
    expect(await types('manager.bpi')).toContain('รถไฟบ้านไผ่')
    expect(await types('manager.kkn')).not.toContain('รถไฟบ้านไผ่')
    expect(await types('manager.bpi')).not.toContain('เรือ')
  })
})

describe('course/delete', () => {
  const register = async (course_id: number, paid: number) => {
    const line = { course_id, ...lineInput(100_000, { paid: satang(paid) }) }
    const input = applicationInput(test.school, { course: [line] })
    return (await test.call(application.create, input, 'registrar.kkn')).data
  }

  it('refuses while an application with a balance has the course', async () => {
    const { course_id, version } = await makeCourse(test.db)
    const { application_id, application_code } = await register(course_id, 0)
    const other = await register(course_id, 40_000)
    await register(course_id, 100_000)
    const answer = await test.call(course.delete, { course_id, version }, 'admin')
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(answer.body.message).toBe(
      `ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: ใบสมัครที่ค้างชำระ 2 รายการ (${application_code}, ${other.application_code})`,
    )
    expect((await test.call(course.get, { course_id }, 'admin')).status).toBe(200)
    await test.db
      .updateTable('application')
      .set({ is_delete: true })
      .where('application_id', '>=', application_id)
      .execute()
    expect((await test.call(course.delete, { course_id, version }, 'admin')).status).toBe(200)
  })

  it('lists at most five applications that use the course, none of another branch', async () => {
    const { course_id, version } = await makeCourse(test.db)
    const codes: string[] = []
    for (let n = 0; n < 6; n++) codes.push((await register(course_id, 0)).application_code)
    const refusal = async (as: string) =>
      (await test.call(course.delete, { course_id, version }, as)).body.message
    expect(await refusal('admin')).toBe(
      `ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: ใบสมัครที่ค้างชำระ 6 รายการ (${codes.slice(0, 5).join(', ')} และอื่น ๆ)`,
    )
    await test.db
      .updateTable('course')
      .set({ branch_id: test.school.branch.BPI })
      .where('course_id', '=', course_id)
      .execute()
    expect(await refusal('manager.bpi')).toBe('ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: ใบสมัครที่ค้างชำระ 6 รายการ')
  })

  it('deletes a fully paid course, whose name stays on applications', async () => {
    const { course_id, version } = await makeCourse(test.db, { name: 'หลักสูตรเก่า' })
    const { application_id } = await register(course_id, 100_000)
    expect((await test.call(course.delete, { course_id, version }, 'admin')).status).toBe(200)
    const shown = await test.call(application.get, { application_id }, 'registrar.kkn')
    expect(shown.data.course).toMatchObject([{ course_name: 'หลักสูตรเก่า' }])
  })
})
