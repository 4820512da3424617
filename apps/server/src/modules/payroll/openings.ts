/**
 * The earnings of people in a tax year before the payroll of the school. Source: product
 * specification, section 10b.
 */
import { type OpeningRow, payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { entities } from '@khapdee/domain/entities'
import { openingProblem } from '@khapdee/domain/payroll/opening'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { duplicate, invalid } from '../../kernel/errors.ts'
import { readPerson } from '../employee/visible-pay.ts'
import { mayChangeRecords, payRecordCommands } from './pay-records.ts'

/** The rows of a person, or the one with this id; the latest year first. */
async function readOpenings(
  ctx: UserContext,
  by: 'person' | 'id',
  value: number,
): Promise<OpeningRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_opening')
    .select(['payroll_opening_id', 'user_id', 'year', 'type', 'regular', 'irregular', 'tax'])
    .select(['sso', 'provident_fund', 'version'])
    .where(by === 'id' ? 'payroll_opening_id' : 'user_id', '=', value)
    .orderBy('year', 'desc')
    .orderBy('type')
    .execute()
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return rows as unknown as OpeningRow[]
}

const list = command(payrollOpening.list, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  return {
    data: {
      openings: await readOpenings(ctx, 'person', user_id),
      is_editable: mayChangeRecords(ctx, user_id),
    },
  }
})

const changes = payRecordCommands({
  table: 'payroll_opening',
  api: payrollOpening,
  read: readOpenings,
  ownColumns: ({ actor }) => ({ created_by: actor.user_id }),
  check(ctx, values, { others }) {
    if (values.year > Number(ctx.clock.today().slice(0, 4)))
      throw invalid([{ path: 'year', message: 'ปีภาษีต้องไม่เกินปีนี้' }])
    const problem = openingProblem(values)
    if (problem !== null) throw invalid([problem])
    if (others.some(({ year, type }) => year === values.year && type === values.type))
      throw duplicate('type', entities.payroll_opening.label)
  },
})

export const { create } = changes

export const openingCommands: Command[] = [list, ...Object.values(changes)]
