/** Courses a customer can apply for. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { evaluationTypes } from '@khapdee/domain/evaluation'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { units } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import {
  active,
  branchOrAll,
  dataOf,
  detail,
  flag,
  price,
  requiredText,
  wholeNumber,
} from '../wire.ts'
import { exams } from './exams.ts'

const hours = (title: string) => wholeNumber(title, 999, units.hours).default(0)

const crudEndpoints = crud({
  entity: entities.course,
  fields: {
    name: requiredText('ชื่อหลักสูตร'),
    /** Licence class of the course: any text; `course/type` returns suggestions. */
    type: requiredText(fieldTitles.type, 100),
    price,
    branch_id: branchOrAll,
    theory_hours: hours(evaluationTypes.theory.label),
    practice_hours: hours(evaluationTypes.practice.label),
    exams,
    min_age: wholeNumber('อายุขั้นต่ำ', 99, 'ปี').nullable().default(null),
    detail,
    is_activate: active,
  },
  // Derived from `exams`.
  computedFields: {
    has_theory_exam: flag('มีสอบภาคทฤษฎี'),
    has_practice_exam: flag('มีสอบภาคปฏิบัติ'),
  },
})

export const course = {
  ...crudEndpoints,
  type: endpoint({
    method: 'GET',
    path: 'course/type',
    access: 'course.view',
    summary: 'The course types in use, with the standard licence classes first',
    input: z.strictObject({}),
    output: dataOf(z.array(z.string())),
  }),
}
