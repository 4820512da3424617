/** Items of score sheets and questionnaires. Source: product specification, section 6. */
import { evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud, dropdowns } from '../crud.ts'
import {
  active,
  branchOrAll,
  oneOf,
  reference,
  requiredOneOf,
  requiredText,
  wholeNumber,
} from '../wire.ts'

export const evaluation = {
  ...crud({
    entity: entities.evaluate,
    fields: {
      title: requiredText('หัวข้อประเมิน'),
      type: requiredOneOf(fieldTitles.type, evaluationTypes),
      /** Any text; `evaluate/list` returns suggestions. */
      category: requiredText(fieldTitles.category, 100),
      scale: oneOf('การให้คะแนน', evaluationScales).default('pass_fail'),
      /** Limits the item to one course. Null here and in `other_fee_id` means all courses and fees. */
      course_id: reference('course').nullable().default(null),
      /** Limits the item to one other fee. */
      other_fee_id: reference('other_fee').nullable().default(null),
      branch_id: branchOrAll,
      /** Position on the sheet, ascending. */
      sort: wholeNumber(headings.position, 9999).default(0),
      is_activate: active,
    },
    computedFields: {
      course_name: z.string().nullable(),
      other_fee_name: z.string().nullable(),
    },
  }),
  list: dropdowns(entities.evaluate),
}
