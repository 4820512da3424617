import type { InputOf } from '@khapdee/contract/endpoint'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import { satang } from '@khapdee/domain/money'
import type { Insertable, Kysely } from 'kysely'
import type { DB, OtherFee, RequestFee } from '../../src/db/types.ts'

/** Inserts an other fee; by default of all branches, for 100 baht. @param values price in satang */
export const makeOtherFee = (db: Kysely<DB>, values: Partial<Insertable<OtherFee>> = {}) =>
  db
    .insertInto('other_fee')
    .values({ name: 'ค่าใช้จ่ายทดสอบ', price: 10_000, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Inserts a request fee; by default of all branches, for 100 baht. @param values price in satang */
export const makeRequestFee = (db: Kysely<DB>, values: Partial<Insertable<RequestFee>> = {}) =>
  db
    .insertInto('request_fee')
    .values({ name: 'ค่าคำขอทดสอบ', price: 10_000, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A fee that is sold for an exam right, paid in cash, by default in full. Amounts are in satang. */
export const soldFee = (
  other_fee_id: number,
  cost: number,
  paid = cost,
): InputOf<typeof examBooking.retake>['fee'] => ({
  other_fee_id,
  cost: satang(cost),
  paid: satang(paid),
  pay_type: 'cash',
  bank_reference: '',
  cash_received: null,
})
