/** Courses a customer can apply for. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { dataOf, id, multilineText, positiveBaht, requiredText } from '../wire.ts'

const hours = z
  .int({ error: messages.number })
  .min(0, { error: messages.number })
  .max(999, { error: messages.number })
  .default(0)

const plain = crud({
  entity: entities.course,
  fields: {
    name: requiredText('ชื่อหลักสูตร'),
    /** Licence class the course is for; any text, the usual ones come from `course/type`. */
    type: requiredText('ประเภท', 100),
    price: positiveBaht,
    /** Null: every branch offers it. */
    branch_id: id.nullable().default(null),
    theory_hours: hours,
    practice_hours: hours,
    has_theory_exam: z.boolean().default(false),
    has_practice_exam: z.boolean().default(false),
    min_age: z
      .int({ error: messages.number })
      .min(0, { error: messages.number })
      .max(99, { error: messages.number })
      .nullable()
      .default(null),
    detail: multilineText().default(''),
    is_activate: z.boolean().default(true),
  },
})

export const course = {
  ...plain,
  type: endpoint({
    method: 'GET',
    path: 'course/type',
    access: 'course.view',
    summary: 'The course types in use, with the usual licence classes first',
    input: z.strictObject({}),
    output: dataOf(z.array(z.string())),
  }),
}
