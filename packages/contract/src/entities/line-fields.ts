/** The fields of a new line without its payment. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { normalizePromotionCode } from '@khapdee/domain/promotion'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { id, noteOf, optionalDay, price, promotionCodeTitle, reference } from '../wire.ts'

/** The fields of a new line of any kind besides its item. */
export const lineFields = {
  promotion_code: labelled(
    z.string().overwrite(normalizePromotionCode).max(30, { error: messages.invalid }),
    promotionCodeTitle,
  ).default(''),
  exam_date: optionalDay(fieldTitles.examDay),
  /** The session of the exam day, if several have free seats. */
  exam_session_id: reference('exam_session', undefined, headings.noSession).nullable().optional(),
  /** The price shown to the clerk. The request is refused if the price has changed meanwhile. */
  cost: price,
  note: noteOf(500),
}
/** The exam right for which the fee of a retake, an extension or a move is paid. */
const rightField = { right_id: reference('exam_right').nullable().optional() }
export const otherFeeFields = { ...lineFields, ...rightField }
export const unpaidCourseLine = z.strictObject({ course_id: id, ...lineFields })
export const unpaidOtherFeeLine = z.strictObject({ other_fee_id: id, ...otherFeeFields })
export const unpaidRequestFeeLine = z.strictObject({ request_fee_id: id, ...lineFields })
