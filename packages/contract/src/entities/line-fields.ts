/** The fields of a new line besides what is paid on it. */
import { normalizePromotionCode } from '@khapdee/domain/promotion'
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
  exam_date: optionalDay('วันสอบ'),
  /** The session of the exam day, if several have free seats. */
  exam_session_id: reference('exam_session', undefined, 'ไม่ระบุรอบ').nullable().optional(),
  /** The price shown to the clerk. The request is refused if the price has changed since. */
  cost: price,
  note: noteOf(500),
}
export const unpaidCourseLine = z.strictObject({ course_id: id, ...lineFields })
export const unpaidOtherFeeLine = z.strictObject({ other_fee_id: id, ...lineFields })
export const unpaidRequestFeeLine = z.strictObject({ request_fee_id: id, ...lineFields })
