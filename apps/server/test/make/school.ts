/**
 * A small school for tests: two branches, users of every default role, and a catalogue. Ids are looked
 * up by name, so that tests do not depend on their order.
 */
import type { Exam } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { defaultRoles } from '@khapdee/domain/permissions'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/types.ts'
import { hash } from '@node-rs/argon2'
import { demoPassword } from '../../src/modules/user/passwords.ts'
import { makeCourse } from './course.ts'
import { makeOtherFee, makeRequestFee } from './fee.ts'
import { makePromotion } from './promotion.ts'

/** Roles for the whole school, which have one user; all other roles have one user per branch. */
const schoolWideRoles = new Set(['admin', 'owner', 'accountant', 'hr'])

const usernamesOf = (role: string) =>
  schoolWideRoles.has(role) ? [role] : [`${role}.kkn`, `${role}.bpi`]

/** The user names of all users; they sign in with the demo password. */
export const usernames = defaultRoles.flatMap(({ key }) => usernamesOf(key))

/**
 * The hash of the demo password with the lowest Argon2 cost, because every user of every test signs in. Shared by all schools;
 * the cost of real hashes is tested in user.test.ts.
 */
let passwordHash: Promise<string> | undefined

async function insertBranches(db: Kysely<DB>) {
  const insert = (code: string, name: string, tax_branch_no: string, promptpay_id: string) =>
    db
      .insertInto('branch')
      .values({
        code,
        name,
        tax_branch_no,
        promptpay_id,
        tax_id: '0405500000001',
        address: '1',
        subdistrict: 'ในเมือง',
        district: 'เมืองขอนแก่น',
        province: 'ขอนแก่น',
        postcode: '40000',
        phone_1: '043000901',
      })
      .returning('branch_id')
      .executeTakeFirstOrThrow()
  const { branch_id: KKN } = await insert('KKN', 'เมืองขอนแก่น', '00000', '0405500000001')
  const { branch_id: BPI } = await insert('BPI', 'บ้านไผ่', '00001', '')
  return { KKN, BPI }
}

async function insertUsers(db: Kysely<DB>, branch: { KKN: number; BPI: number }) {
  passwordHash ??= hash(demoPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const password_hash = await passwordHash
  const roles = await db
    .selectFrom('role')
    .select(['role_id', 'key', 'name'])
    .where('key', 'is not', null)
    .$narrowType<{ key: string }>()
    .execute()
  const rows = await db
    .insertInto('app_user')
    .values(
      roles.flatMap(({ role_id, key, name }) =>
        usernamesOf(key).map((username) => ({
          username,
          password_hash,
          role_id,
          branch_id: username.endsWith('.bpi') ? branch.BPI : branch.KKN,
          prefix: 'นาย',
          fname: name,
          sname: username.endsWith('.bpi') ? 'บ้านไผ่' : 'ขอนแก่น',
          position: name,
        })),
      ),
    )
    .returning(['username', 'user_id'])
    .execute()
  return new Map(rows.map(({ username, user_id }) => [username, user_id]))
}

export interface TestSchool {
  branch: { KKN: number; BPI: number }
  userId(username: string): number
  /** The id of a default role. */
  role(key: string): number
  course: Record<'car' | 'motorcycle' | 'lesson' | 'ofKkn' | 'ofBpi' | 'closed', number>
  otherFee: Record<'book' | 'medical' | 'ofBpi', number>
  requestFee: Record<'request' | 'licence' | 'copy', number>
  /** Codes: TEN (10 %), FRIEND (300 baht), ONCE (one use), APRIL (expired), BOOK (other fees only). */
  promotion: Record<'TEN' | 'FRIEND' | 'ONCE' | 'APRIL' | 'BOOK', number>
}

/** Prices in satang: a car course 6,000 baht, a motorcycle 2,500, a lesson 1,200. */
async function insertCatalogue(db: Kysely<DB>, { KKN, BPI }: TestSchool['branch']) {
  const examsOf = (licence_type: ExamLicence) => ({
    exams: JSON.stringify([
      { kind: 'theory', licence_type },
      { kind: 'practice', licence_type },
    ] satisfies Exam[]),
  })
  const course = async (values: Parameters<typeof makeCourse>[1]) =>
    (await makeCourse(db, values)).course_id
  const otherFee = async (values: Parameters<typeof makeOtherFee>[1]) =>
    (await makeOtherFee(db, values)).other_fee_id
  const requestFee = async (values: Parameters<typeof makeRequestFee>[1]) =>
    (await makeRequestFee(db, values)).request_fee_id
  const promotion = async (values: Parameters<typeof makePromotion>[1]) =>
    (await makePromotion(db, values)).promotion_id
  return {
    course: {
      car: await course({ name: 'รถยนต์ พร้อมสอบ', price: 600_000, min_age: 18, ...examsOf('car') }),
      motorcycle: await course({
        name: 'รถจักรยานยนต์ พร้อมสอบ',
        type: 'รถจักรยานยนต์',
        price: 250_000,
        min_age: 15,
        ...examsOf('motorcycle'),
      }),
      lesson: await course({ name: 'ทบทวนการขับรถยนต์', price: 120_000 }),
      ofKkn: await course({ name: 'เฉพาะขอนแก่น', price: 100_000, branch_id: KKN }),
      ofBpi: await course({ name: 'เฉพาะบ้านไผ่', price: 100_000, branch_id: BPI }),
      closed: await course({ name: 'ปิดแล้ว', price: 100_000, is_activate: false }),
    },
    otherFee: {
      book: await otherFee({ name: 'ค่าคู่มือ/หนังสือเรียน', price: 15_000 }),
      medical: await otherFee({ name: 'ค่าใบรับรองแพทย์', price: 20_000 }),
      ofBpi: await otherFee({ name: 'ค่ารับ–ส่งสอบ บ้านไผ่', price: 20_000, branch_id: BPI }),
    },
    requestFee: {
      request: await requestFee({ name: 'ค่าคำขอ', price: 500, is_state_fee: true }),
      licence: await requestFee({ name: 'ค่าใบอนุญาต', price: 20_000, is_state_fee: true }),
      copy: await requestFee({ name: 'คัดสำเนาใบเสร็จ / เอกสาร', price: 2000 }),
    },
    promotion: {
      TEN: await promotion({ code: 'TEN', type_discount: 'percent', value: 10 }),
      FRIEND: await promotion({ code: 'FRIEND', type_discount: 'amount', value: 300 }),
      ONCE: await promotion({ code: 'ONCE', is_unlimit: false, limit: 1 }),
      APRIL: await promotion({ code: 'APRIL', start: '2026-04-01', end: '2026-04-30' }),
      BOOK: await promotion({ code: 'BOOK', type: 'other_fee' }),
    },
  }
}

/** Inserts the school into a database that has only the default roles. */
export async function makeSchool(db: Kysely<DB>): Promise<TestSchool> {
  const branch = await insertBranches(db)
  const users = await insertUsers(db, branch)
  const roles = new Map(
    (await db.selectFrom('role').select(['key', 'role_id']).execute()).map(({ key, role_id }) => [
      key,
      role_id,
    ]),
  )
  return {
    branch,
    userId(username) {
      const id = users.get(username)
      if (id === undefined) throw new Error(`there is no user ${username}`)
      return id
    },
    role(key) {
      const id = roles.get(key)
      if (id === undefined) throw new Error(`there is no role ${key}`)
      return id
    },
    ...(await insertCatalogue(db, branch)),
  }
}
