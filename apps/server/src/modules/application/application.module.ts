/** Applications: registering, listing, reading, printing. */
import { application } from '@khapdee/contract/entities/application'
import { formatBaht } from '@khapdee/domain/money'
import { type Command, command } from '../../kernel/command.ts'
import { invalid } from '../../kernel/errors.ts'
import { create } from './create-application.ts'
import { get } from './get-application.ts'
import { gettable } from './list-applications.ts'
import { pdf, pdfpayment } from './print-application.ts'
import { checkPromotion } from './promotions.ts'
import { screenCommands } from './screen-lists.ts'

const checkpromotion = command(
  application.checkpromotion,
  async (ctx, { promotion_code, course_id, other_fee_id, request_fee_id, branch_id, cost }) => {
    const kind =
      course_id !== undefined
        ? 'course'
        : other_fee_id !== undefined
          ? 'other_fee'
          : request_fee_id !== undefined
            ? 'request_fee'
            : null
    if (kind === null) throw invalid([{ path: 'course_id', message: 'กรุณาเลือกรายการก่อน' }])
    const branchId = branch_id ?? ctx.actor.branch_id
    ctx.scope.assertWritable(branchId)
    const found = await checkPromotion(ctx, promotion_code, { kind, cost }, branchId)
    return { message: `ใช้รหัสส่วนลดแล้ว ลด ${formatBaht(found.discount)} บาท`, data: found }
  },
  { reads: true },
)

export const applicationCommands: Command[] = [
  create,
  gettable,
  get,
  checkpromotion,
  pdf,
  pdfpayment,
  ...screenCommands,
]
