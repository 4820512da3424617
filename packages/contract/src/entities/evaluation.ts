/** What is marked on score sheets and questionnaires. Source: product specification, section 6. */
import { evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud, dropdowns } from '../crud.ts'
import { messages } from '../messages.ts'
import { id, oneOf, requiredText } from '../wire.ts'

export const evaluation = {
  ...crud({
    entity: entities.evaluate,
    fields: {
      title: requiredText('หัวข้อประเมิน'),
      type: oneOf(evaluationTypes, messages.select('ประเภท')),
      /** Any text; the usual ones come from `evaluate/list`. */
      category: requiredText('หมวดหมู่', 100),
      scale: oneOf(evaluationScales).default('pass_fail'),
      /** The only course it is for; null with `other_fee_id` null: for all. */
      course_id: id.nullable().default(null),
      /** The only other fee it is for. */
      other_fee_id: id.nullable().default(null),
      /** Null: every branch uses it. */
      branch_id: id.nullable().default(null),
      /** Place on the sheet, ascending. */
      sort: z
        .int({ error: messages.number })
        .min(0, { error: messages.number })
        .max(9999, { error: messages.number })
        .default(0),
      is_activate: z.boolean().default(true),
    },
    shown: {
      course_name: z.string().nullable(),
      other_fee_name: z.string().nullable(),
    },
  }),
  list: dropdowns(entities.evaluate),
}
