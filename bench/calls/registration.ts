/** Test data: the registration of a new customer for one course, fully paid in cash. */
import type { Kysely } from 'kysely'
import type { DB } from '../../apps/server/src/db/types.ts'

let serial = 0

/** A customer with a new, valid ID number. */
export function newCustomer() {
  const digits = `1${String(Date.now()).slice(-6)}${String(++serial % 100_000).padStart(5, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (13 - i), 0)
  return {
    prefix: 'นาย',
    fname: 'ทดสอบ',
    sname: 'ความเร็ว',
    idcard: `${digits}${(11 - (sum % 11)) % 10}`,
    birthday: '1990-05-17',
    address: '99/1',
    moo: '4',
    subdistrict: 'ในเมือง',
    district: 'เมืองขอนแก่น',
    province: 'ขอนแก่น',
    postcode: '40000',
    phone_1: '0812345678',
  }
}

/** The body of `application/create`; amounts in baht. */
export async function registration(db: Kysely<DB>) {
  const course = await db
    .selectFrom('course')
    .select(['course_id', 'price'])
    .where('branch_id', 'is', null)
    .where('has_theory_exam', '=', true)
    .orderBy('course_id')
    .executeTakeFirstOrThrow()
  const price = course.price / 100
  return {
    type: 'course',
    customer: newCustomer(),
    course: [{ course_id: course.course_id, cost: price, paid: price, pay_type: 'cash' }],
  }
}
