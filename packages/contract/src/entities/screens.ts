/** The dropdowns of the screens: one endpoint per screen, with the paths of the former system. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { otherFee } from './fees.ts'
import { exams } from './exams.ts'
import { promotion } from './promotion.ts'
import { baht, dataOf, id, option } from '../wire.ts'

/** The dropdowns of the registration screen; other screens get some of these lists. */
const registerLists = z.object({
  branch: z.array(option),
  course: z.array(
    z.object({
      course_id: id,
      name: z.string(),
      price: baht,
      type: z.string(),
      branch_id: id.nullable(),
      exams,
    }),
  ),
  other_fee: z.array(
    z.object({
      other_fee_id: id,
      name: z.string(),
      price: baht,
      branch_id: id.nullable(),
      kind: otherFee.row.shape.kind,
      exam_use: otherFee.row.shape.exam_use,
      exams,
    }),
  ),
  request_fee: z.array(
    z.object({ request_fee_id: id, name: z.string(), price: baht, branch_id: id.nullable() }),
  ),
  status: z.array(option),
  type: z.array(option),
  user: z.array(option),
  pay_type: z.array(option),
  /** The promotions that can be used today in the requested branch, by default that of the caller. */
  promotion: z.array(
    z.object({
      promotion_id: id,
      code: z.string(),
      name: z.string(),
      type: promotion.row.shape.type,
      type_discount: promotion.row.shape.type_discount,
      /** Percent or baht, depending on `type_discount`. */
      value: z.number(),
    }),
  ),
  category: z.array(option),
  /** Whether the requested branch, by default that of the caller, has a PromptPay id. */
  promptpay: z.boolean(),
})

const screenLists = <Screen extends string>(screen: Screen) =>
  endpoint({
    method: 'GET',
    path: `application/getfor${screen}`,
    access: 'signed-in',
    summary: `Dropdowns of the ${screen} screen; only the lists it needs are present`,
    input: z.strictObject({ branch: z.string().max(20).optional() }),
    output: dataOf(registerLists.partial()),
  })

export const screens = {
  register: screenLists('register'),
  overdue: screenLists('overdue'),
  paymentHistory: screenLists('paymentHistory'),
  payrollList: screenLists('payrollList'),
  payrollManage: screenLists('payrollManage'),
  evaluateManage: screenLists('evaluateManage'),
  manageBranch: screenLists('manageBranch'),
  manageCourse: screenLists('manageCourse'),
  manageDiscount: screenLists('manageDiscount'),
  managePayType: screenLists('managePayType'),
  manageOther: screenLists('manageOther'),
  manageExpenses: screenLists('manageExpenses'),
  manageExam: screenLists('manageExam'),
  manageVehicleCheck: screenLists('manageVehicleCheck'),
  manageVehicleDetail: screenLists('manageVehicleDetail'),
  outstandingBalance: screenLists('outstandingBalance'),
  permission: screenLists('permission'),
}
