/** Builds the statements that insert lines of an application and the exam rights that they grant. */
import { lastPayType } from '@khapdee/domain/application/line-payments'
import type { PayType } from '@khapdee/domain/application/status'
import type { Exam } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { type RightEvent, type Stamp, insertRightEvents } from '../booking/right-events.ts'
import type { PricedLine } from './price-lines.ts'

export type NewLine = PricedLine & {
  line_id: number
  /** The id of the line that a change of course replaces by this one. */
  replaces?: number
  /** The pay type of the money that moves from the replaced line; absent for other lines. */
  pay_type?: PayType | null
}

/** An exam right that a line grants. */
export interface NewRight extends Exam {
  right_id: number
  line_id: number
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const lineRecord = (line: NewLine, position: number) => ({
  line_id: line.line_id,
  position,
  kind: line.kind,
  [`${line.kind}_id`]: line.item_id,
  name: line.name,
  fee_kind: line.fee_kind,
  exam_use: line.exam_use,
  exams: line.exams,
  promotion_id: line.promotion?.promotion_id ?? null,
  promotion_code: line.promotion?.code ?? '',
  exam_date: line.exam_date,
  wanted_session_id: line.exam_date === null ? null : (line.exam_session_id ?? null),
  cost: line.cost,
  discount: line.discount,
  paid: line.paid,
  pay_type: line.pay_type ?? lastPayType(line.payments),
  note: line.note,
  right_id: line.right_id ?? null,
  extend_days: line.extend_days ?? null,
  is_pass_through: line.is_pass_through,
  is_vat: line.is_vat,
  replaces: line.replaces,
})

/**
 * The statement that inserts lines after those that the application has.
 * @param revision the amendment that adds them; 0 for the registration
 */
export function insertLines(
  application_id: number,
  lines: readonly NewLine[],
  revision = 0,
): RawBuilder<unknown> {
  const amended =
    revision === 0
      ? { position: sql`position`, into: sql``, values: sql``, column: sql`` }
      : {
          position: sql`position + (
            select max(position) + 1 from application_line where application_id = ${application_id})`,
          into: sql`, added_in, replaces`,
          values: sql`, ${revision}::int, replaces`,
          column: sql`, replaces int`,
        }
  return sql`
  insert into application_line (line_id, application_id, position, kind, course_id, other_fee_id, request_fee_id,
    name, fee_kind, exam_use, exams, promotion_id, promotion_code, exam_date, wanted_session_id, cost, discount, paid, pay_type, note, right_id,
    extend_days, is_pass_through, is_vat${amended.into})
  overriding system value
  select line_id, ${application_id}, ${amended.position}, kind, course_id, other_fee_id, request_fee_id,
    name, fee_kind, exam_use, exams, promotion_id, promotion_code, exam_date, wanted_session_id, cost, discount, paid, pay_type, note, right_id,
    extend_days, is_pass_through, is_vat${amended.values}
  from jsonb_to_recordset(${json(lines.map(lineRecord))}) as l (line_id int, position int, kind text,
    course_id int, other_fee_id int, request_fee_id int, name text, fee_kind text, exam_use text,
    exams jsonb, promotion_id int, promotion_code text, exam_date date, wanted_session_id int, cost bigint, discount bigint, paid bigint, pay_type text, note text, right_id int, extend_days int, is_pass_through boolean, is_vat boolean${amended.column})`
}

interface NewRights {
  application_id: number
  branch_id: number
  customer_id: number
  rights: readonly NewRight[]
  /** All rights are valid from `valid_from` to `permission_date`, inclusive. */
  validity: { valid_from: Day; permission_date: Day }
}

/**
 * The statements that insert the rights, each with its event `granted`.
 * @param booked events of the new rights that come after `granted`
 */
export function insertRights(
  { application_id, branch_id, customer_id, rights, validity }: NewRights,
  stamp: Stamp,
  booked: readonly RightEvent[] = [],
): RawBuilder<unknown>[] {
  if (rights.length === 0) return []
  return [
    sql`
      insert into exam_right (right_id, application_id, line_id, customer_id, branch_id, kind, licence_type,
        valid_from, permission_date)
      overriding system value
      select right_id, ${application_id}, line_id, ${customer_id}, ${branch_id}, kind, licence_type,
        ${validity.valid_from}, ${validity.permission_date}
      from jsonb_to_recordset(${json(rights)}) as r (right_id int, line_id int, kind text, licence_type text)`,
    insertRightEvents(
      [
        ...rights.map(({ right_id }) => ({
          right_id,
          event: 'granted' as const,
          detail: validity,
        })),
        ...booked,
      ],
      stamp,
    ),
  ]
}
