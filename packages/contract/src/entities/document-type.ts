/**
 * Types of documents that customers bring for applications. Source: product specification, sections
 * 4b and 4c.
 */
import { documentConditions } from '@khapdee/domain/application/required-document'
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { active, branchOrAll, days, detail, oneOf, reference, requiredText } from '../wire.ts'

/** Shown for a type that is limited to no course and no fee. */
export const everyCourse = 'ทุกหลักสูตร'

export const documentType = crud({
  entity: entities.document_type,
  fields: {
    name: requiredText('ชื่อเอกสาร'),
    condition: oneOf('ใช้กับผู้สมัคร', documentConditions).default('everyone'),
    /** For how many days after its date the document is accepted; 0 for any number. */
    valid_days: days('อายุเอกสาร', 0, 3650).default(0),
    /** The course or the fee that requires it; null in all three means every course. */
    course_id: reference('course', undefined, everyCourse).nullable().default(null),
    other_fee_id: reference('other_fee').nullable().default(null),
    request_fee_id: reference('request_fee').nullable().default(null),
    branch_id: branchOrAll,
    detail,
    is_activate: active,
  },
  computedFields: {
    course_name: z.string().nullable(),
    other_fee_name: z.string().nullable(),
    request_fee_name: z.string().nullable(),
  },
})
