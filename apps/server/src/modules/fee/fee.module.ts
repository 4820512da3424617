/** Other fees and request fees. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import {
  type FeeClass,
  type FeeProblem,
  feeKinds,
  feeProblem,
  proposeFee,
  unconfirmedFilter,
  unconfirmedKindLabel,
} from '@khapdee/domain/fee-kinds'
import type { Option } from '@khapdee/contract/wire'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands, labelOptions } from '../../kernel/crud.ts'
import { invalid } from '../../kernel/errors.ts'
import { type SqlBool, sql } from 'kysely'
import { outstandingApplications } from '../catalogue.ts'
import { rightsCommands } from './grant-rights.ts'

const { shape } = otherFee.fields
const unexpected = (name: 'exam_use' | 'exams', onlyFor: string) =>
  `${titleOf(shape, name)}ใช้กับ${onlyFor}เท่านั้น`

const problems: Readonly<Record<FeeProblem, { field: 'exam_use' | 'exams'; message: string }>> = {
  exam_use_missing: { field: 'exam_use', message: messages.select(titleOf(shape, 'exam_use')) },
  exam_use_unexpected: {
    field: 'exam_use',
    message: unexpected('exam_use', feeKinds.exam.label),
  },
  exams_missing: { field: 'exams', message: messages.select(titleOf(shape, 'exams')) },
  exams_unexpected: { field: 'exams', message: unexpected('exams', 'ค่าสอบครั้งแรก') },
}

/** The contradiction in the classification of a fee, with its field and a Thai message; null if there is none. */
export function findFeeProblem(values: Readonly<Record<string, unknown>>) {
  // Decoded by the contract's schema.
  const problem = feeProblem(values as unknown as FeeClass)
  return problem === null ? null : problems[problem]
}

/**
 * The filter option for fees whose kind is not confirmed, with their count; offered while there are
 * any.
 */
async function unconfirmedOption(ctx: UserContext): Promise<Option[]> {
  const { count } = await ctx.tx
    .selectFrom('other_fee as t')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ctx.scope.visible('other_fee', 't'))
    .where('t.kind_confirmed', '=', false)
    .executeTakeFirstOrThrow()
  if (count === 0) return []
  return [{ value: unconfirmedFilter, name: `${unconfirmedKindLabel} (${count})` }]
}

export const feeCommands: Command[] = [
  ...crudCommands({
    api: otherFee,
    sort: { price: 'byValue', kind: 'byValue' },
    filters: {
      type: (kind) =>
        kind === unconfirmedFilter
          ? sql<SqlBool>`not t.kind_confirmed`
          : sql<SqlBool>`t.kind = ${kind}`,
    },
    options: async (ctx) => ({
      type: [...labelOptions(feeKinds), ...(await unconfirmedOption(ctx))],
    }),
    extendRow: (_ctx, row) => ({
      ...row,
      proposal: row['kind_confirmed'] === true ? null : proposeFee(String(row['name'])),
    }),
    usedBy: (ctx, id) => outstandingApplications(ctx, 'other_fee_id', id),
    async check(_ctx, values) {
      const problem = findFeeProblem(values)
      if (problem !== null) throw invalid([{ path: problem.field, message: problem.message }])
    },
  }),
  ...rightsCommands,
  ...crudCommands({
    api: requestFee,
    sort: { price: 'byValue' },
    usedBy: (ctx, id) => outstandingApplications(ctx, 'request_fee_id', id),
  }),
]
