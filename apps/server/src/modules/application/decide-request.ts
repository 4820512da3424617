/** Approves or rejects a request fee. Source: product specification, section 4. */
import { request } from '@khapdee/contract/entities/request'
import { can } from '@khapdee/domain/application/status'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import { command } from '../../kernel/command.ts'
import { notFound } from '../../kernel/errors.ts'
import { decideWaiting, feeRequestOf } from '../approval-requests.ts'
import { assertFourEyesOfAll } from '../four-eyes.ts'
import { lockApplication, stateError } from './open-application.ts'

export const approve = command(request.approve, async (ctx, input) => {
  const app = await lockApplication(ctx, input.application_id)
  if (app.decision === null) throw notFound()
  if (app.decision !== 'pending') throw stateError('คำขอนี้มีผู้พิจารณาแล้ว')
  if (!can(app.status, 'decide')) throw stateError('คำขอนี้คืนเงินหรือยกเลิกแล้ว')
  const amenders = await ctx.tx
    .selectFrom('application_amendment')
    .select('created_by')
    .where('application_id', '=', app.application_id)
    .execute()
  assertFourEyesOfAll(ctx, [app.created_by, ...amenders.map((row) => row.created_by)])
  const decision = input.decision === 'approve' ? ('approved' as const) : ('rejected' as const)
  const at = ctx.clock.now().toISOString()
  const { user_id } = ctx.actor
  await writeTogether(ctx.tx, [
    sql`
      update application set decision = ${decision}, updated_by = ${user_id}, "updatedAt" = ${at},
        version = version + 1
      where application_id = ${app.application_id}`,
    decideWaiting(feeRequestOf(app.application_id), decision, input.note, { user_id, at }),
  ])
  ctx.audit({
    entity: 'application',
    id: app.application_id,
    before: { decision: 'pending' },
    after: { decision, decision_note: input.note },
  })
  const message = decision === 'approved' ? 'อนุมัติเรียบร้อยแล้ว' : 'บันทึกว่าไม่อนุมัติแล้ว'
  return { message, data: { application_id: app.application_id, decision } }
})
