/** Settings of payroll for the whole school: read and changed. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { payrollSetting } from '@khapdee/contract/entities/payroll-setting'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { readSettings } from './month-people.ts'

async function update(
  ctx: UserContext,
  { version, ...values }: InputOf<typeof payrollSetting.update>,
) {
  // Of two users who save at the same time, the second waits and then has a stale version.
  await ctx.tx.selectFrom('payroll_setting').select('version').forUpdate().execute()
  const { payroll_setting_id: id, version: current, ...before } = await readSettings(ctx)
  if (current !== version) throw conflict()
  const ewf_off_branches = [...new Set(values.ewf_off_branches)].toSorted((a, b) => a - b)
  const known = await ctx.tx
    .selectFrom('branch')
    .select('branch_id')
    .where('branch_id', 'in', [0, ...ewf_off_branches])
    .execute()
  if (known.length < ewf_off_branches.length)
    throw invalid([{ path: 'ewf_off_branches', message: 'ไม่พบสาขา' }])
  const after = { ...values, ewf_off_branches }
  await ctx.tx
    .updateTable('payroll_setting')
    .set({ ...after, version: version + 1 })
    .execute()
  ctx.audit({ entity: 'payroll_setting', id, ...changesOf(before, after) })
  return { message: answerMessages.changed, data: { ...after, version: version + 1 } }
}

export const payrollSettingCommands: Command[] = [
  command(payrollSetting.get, async (ctx) => ({ data: await readSettings(ctx) })),
  command(payrollSetting.update, update),
]
