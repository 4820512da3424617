/** Sets the name of the demo school, and inserts its branches and all master data. */
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { weekdayNames } from '@khapdee/domain/employee'
import type { ExamFeePurpose, ExamFeeRule } from '@khapdee/domain/exam-fees'
import { type ExamKind, examKindOrder } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { type BranchCode, demoBranches, schoolName } from './demo-branches.ts'
import { demoBankAccounts } from './demo-bank-accounts.ts'
import { starterOtherFees, starterRequestFees } from '@khapdee/domain/setup/starter-catalogue'
import { demoCourses, demoPromotions } from './demo-catalogue.ts'
import { insertHolidays } from './demo-days.ts'
import { demoRows } from './demo-lists.ts'
import { demoPlaces } from './demo-places.ts'
import { demoVehicles } from './demo-vehicles.ts'
import { createLookup } from './create-lookup.ts'

/** Timestamps of an inserted row. */
export interface Timestamps {
  createdAt: string
  updatedAt: string
}

const openingHours = weekdayNames.map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }))

/**
 * The branches that allow booking exams before payment, and those in which a no-show ends the
 * right.
 */
const examRules: Partial<Record<BranchCode, Partial<BranchSettings>>> = {
  UDN: { exam_requires_full_payment: false, exam_no_show: 'use' },
  NMA: { exam_requires_full_payment: false, exam_no_show: 'fee' },
}

type IdOf = (name: string) => number

/**
 * Sets the school's name and inserts the branches; the first is the parent of the others.
 * @returns a function from the code of a branch to its id
 */
export async function insertBranches(tx: Kysely<DB>, timestamps: Timestamps): Promise<IdOf> {
  const insert = (branches: typeof demoBranches, parent_id: number | null) =>
    tx
      .insertInto('branch')
      .values(
        branches.map((branch) => ({
          ...branch,
          parent_id,
          settings: JSON.stringify({
            // The newest branch has not entered its hours yet.
            ...(branch.code !== 'NMA' && { opening_hours: openingHours }),
            ...examRules[branch.code],
          }),
          ...timestamps,
        })),
      )
      .returning(['code', 'branch_id'])
      .execute()
  const head = await insert(demoBranches.slice(0, 1), null)
  const others = await insert(demoBranches.slice(1), head[0]?.branch_id ?? null)
  await tx.updateTable('school').set({ name: schoolName, setup_dismissed: true }).execute()
  return createLookup([...head, ...others].map(({ code, branch_id }) => [code, branch_id]))
}

async function insertCourses(
  tx: Kysely<DB>,
  branchIdOf: IdOf,
  timestamps: Timestamps,
): Promise<IdOf> {
  const rows = await tx
    .insertInto('course')
    .values(
      demoCourses.map((course) => ({
        name: course.name,
        type: course.type,
        price: course.price,
        branch_id: course.branch === null ? null : branchIdOf(course.branch),
        theory_hours: course.theory_hours,
        practice_hours: course.practice_hours,
        exams: JSON.stringify(course.exams),
        min_age: course.min_age,
        ...timestamps,
      })),
    )
    .returning(['name', 'course_id'])
    .execute()
  const idOf = createLookup(rows.map(({ name, course_id }) => [name, course_id]))
  return createLookup(demoCourses.map(({ key, name }) => [key, idOf(name)]))
}

async function insertFees(tx: Kysely<DB>, timestamps: Timestamps) {
  const otherFees = await tx
    .insertInto('other_fee')
    .values(
      starterOtherFees.map((fee) => ({ ...fee, exams: JSON.stringify(fee.exams), ...timestamps })),
    )
    .returning(['name', 'other_fee_id'])
    .execute()
  const requestFees = await tx
    .insertInto('request_fee')
    .values(starterRequestFees.map((fee) => ({ ...fee, ...timestamps })))
    .returning(['name', 'request_fee_id'])
    .execute()
  return {
    otherFeeIdOf: createLookup(otherFees.map(({ name, other_fee_id }) => [name, other_fee_id])),
    requestFeeIdOf: createLookup(
      requestFees.map(({ name, request_fee_id }) => [name, request_fee_id]),
    ),
  }
}

async function insertPromotions(tx: Kysely<DB>, today: Day, timestamps: Timestamps): Promise<void> {
  await tx
    .insertInto('promotion')
    .values(
      demoPromotions(today).map((promotion) => ({
        ...promotion,
        is_unlimit: promotion.limit === null,
        ...timestamps,
      })),
    )
    .execute()
}

/** Inserts the rows of the entities in {@link demoRows}, the vehicles, the places, the bank accounts and the holidays. */
async function insertCrudRecords(
  tx: Kysely<DB>,
  branchIdOf: IdOf,
  today: Day,
  timestamps: Timestamps,
) {
  const withTimestamps = <Row>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, ...timestamps }))
  for (const [table, rows] of Object.entries(demoRows)) {
    // The table's name is dynamic, so types cannot check the rows; a test finds empty tables.
    await tx
      .insertInto(table as 'evaluate')
      .values(withTimestamps(rows) as never[])
      .execute()
  }
  const ofBranches = <Row extends { branch: string }>(rows: readonly Row[]) =>
    withTimestamps(rows.map(({ branch, ...row }) => ({ ...row, branch_id: branchIdOf(branch) })))
  await tx
    .insertInto('vehicle')
    .values(ofBranches(demoVehicles(today)))
    .execute()
  await tx.insertInto('place').values(ofBranches(demoPlaces)).execute()
  await tx
    .insertInto('bank_account')
    .values(ofBranches(demoBankAccounts(today)))
    .execute()
  await insertHolidays(tx, branchIdOf, today, timestamps)
}

/**
 * Inserts all master data except branches.
 * @returns functions from the key of a course, and from the name of a fee, to its id
 */
export async function insertCatalogue(
  tx: Kysely<DB>,
  branchIdOf: IdOf,
  today: Day,
  timestamps: Timestamps,
) {
  await insertPromotions(tx, today, timestamps)
  await insertCrudRecords(tx, branchIdOf, today, timestamps)
  const courseIdOf = await insertCourses(tx, branchIdOf, timestamps)
  const fees = await insertFees(tx, timestamps)
  await chooseExamFees(tx, fees.otherFeeIdOf)
  return { courseIdOf, ...fees }
}

/** The fees that all branches propose for further exams, late moves and extensions. */
async function chooseExamFees(tx: Kysely<DB>, feeIdOf: IdOf): Promise<void> {
  const rule = (
    purpose: ExamFeePurpose,
    kind: ExamKind,
    name: string,
    licence_type: ExamLicence = 'any',
  ): ExamFeeRule => ({ purpose, kind, licence_type, other_fee_id: feeIdOf(name) })
  const rules = [
    rule('retake', 'theory', 'ค่าสอบแก้ตัว ภาคทฤษฎี'),
    rule('retake', 'practice', 'ค่าสอบแก้ตัว ภาคปฏิบัติ รถยนต์', 'car'),
    rule('retake', 'practice', 'ค่าสอบแก้ตัว ภาคปฏิบัติ รถจักรยานยนต์', 'motorcycle'),
    ...examKindOrder.flatMap((kind) => [
      rule('move', kind, 'ค่าเลื่อนวันสอบ (แจ้งน้อยกว่า 3 วันทำการ)'),
      rule('extend', kind, 'ค่าต่ออายุสิทธิ์สอบ 90 วัน'),
    ]),
  ]
  await tx
    .updateTable('branch')
    .set({ settings: sql`settings || ${JSON.stringify({ exam_fees: rules })}::jsonb` })
    .execute()
}
