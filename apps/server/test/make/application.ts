import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { satang } from '@khapdee/domain/money'
import { customerInput } from './customer.ts'
import type { TestSchool } from './school.ts'

export type ApplicationInput = InputOf<typeof application.create>
type LineInput = Omit<ApplicationInput['course'][number], 'course_id'>

/** The fields that all kinds of lines have; unpaid by default. @param cost in satang */
export const lineInput = (cost: number, values: Partial<LineInput> = {}): LineInput => ({
  cost: satang(cost),
  ...(values.payments === undefined && { paid: satang(0), pay_type: 'cash' }),
  promotion_code: '',
  exam_date: null,
  note: '',
  ...values,
})

/** The vehicle of a vehicle check: a plate only, by default. */
export const vehicleInput = (
  values: Partial<NonNullable<ApplicationInput['vehicle']>> = {},
): NonNullable<ApplicationInput['vehicle']> => ({
  plate: '1กข 1234',
  plate_province: 'ขอนแก่น',
  vehicle_type: '',
  brand: '',
  first_registration: null,
  mileage: null,
  chassis_number: '',
  ...values,
})

/** The input of an application; by default a new customer pays the car course of 6,000 baht in cash. */
export const applicationInput = (
  { course }: TestSchool,
  values: Partial<ApplicationInput> = {},
): ApplicationInput => ({
  type: 'course',
  customer: customerInput(),
  course: [{ course_id: course.car, ...lineInput(600_000, { paid: satang(600_000) }) }],
  other_fee: [],
  request_fee: [],
  bank_reference: '',
  cash_received: null,
  due_date: null,
  note: '',
  ...values,
})
