/** Changes the note of an open application; the application form prints it. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { isOpen, statusSentence } from '@khapdee/domain/application/status'
import { answerMessages } from '@khapdee/domain/words'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, stateError } from '../../kernel/errors.ts'
import { lockApplication } from './open-application.ts'

/** @throws NOT_FOUND, CONFLICT for a stale version, STATE when the application has ended */
export async function changeNote(
  ctx: UserContext,
  { application_id, version, note }: InputOf<typeof application.update>,
): Promise<Answer<typeof application.update>> {
  const app = await lockApplication(ctx, application_id)
  if (!isOpen(app.status)) throw stateError(statusSentence(app.status))
  if (app.version !== version) throw conflict()
  await ctx.tx
    .updateTable('application')
    .set({
      note,
      version: version + 1,
      updated_by: ctx.actor.user_id,
      updatedAt: ctx.clock.now().toISOString(),
    })
    .where('application_id', '=', application_id)
    .execute()
  ctx.audit({
    entity: 'application',
    id: application_id,
    before: { note: app.note },
    after: { note },
  })
  return { message: answerMessages.changed, data: { application_id, version: version + 1 } }
}
