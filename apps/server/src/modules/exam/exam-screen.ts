/** The big screen of a branch: its secret link, and the stream of its queues. */
import { randomBytes } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import {
  type examScreen,
  examScreenPath,
  screenRevoked,
} from '@khapdee/contract/entities/exam-screen'
import { examTitle } from '@khapdee/domain/exam-session'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../kernel/command.ts'
import type { Services, UserContext } from '../../kernel/context.ts'
import { apiBase } from '../../kernel/mount.ts'
import { hashOfSecret } from '../../kernel/secret-hash.ts'
import { queuesOfScreen } from './exam-screen.queries.ts'

export async function readScreen(
  ctx: UserContext,
  { branch_id }: InputOf<typeof examScreen.get>,
): Promise<Answer<typeof examScreen.get>> {
  ctx.scope.assertWritable(branch_id)
  const found = await ctx.tx
    .selectFrom('exam_screen')
    .select('createdAt')
    .where('branch_id', '=', branch_id)
    .executeTakeFirst()
  return { data: found ?? null }
}

/** @throws NOT_FOUND for a branch that is not the caller's */
export async function renewScreen(
  ctx: UserContext,
  { branch_id }: InputOf<typeof examScreen.renew>,
): Promise<Answer<typeof examScreen.renew>> {
  ctx.scope.assertWritable(branch_id)
  const secret = randomBytes(24).toString('base64url')
  const values = {
    secret_hash: hashOfSecret(secret),
    created_by: ctx.actor.user_id,
    createdAt: ctx.clock.now().toISOString(),
  }
  await ctx.tx
    .insertInto('exam_screen')
    .values({ branch_id, ...values })
    .onConflict((conflict) => conflict.column('branch_id').doUpdateSet(values))
    .execute()
  ctx.audit({ entity: 'branch', id: branch_id, branch: branch_id })
  return { message: 'สร้างลิงก์จอแสดงคิวแล้ว ลิงก์เดิมใช้ไม่ได้อีก', data: { secret } }
}

/** @throws NOT_FOUND for a branch that is not the caller's */
export async function revokeScreen(
  ctx: UserContext,
  { branch_id }: InputOf<typeof examScreen.revoke>,
): Promise<Answer<typeof examScreen.revoke>> {
  ctx.scope.assertWritable(branch_id)
  await ctx.tx.deleteFrom('exam_screen').where('branch_id', '=', branch_id).execute()
  ctx.audit({ entity: 'branch', id: branch_id, branch: branch_id })
  return { message: 'ยกเลิกลิงก์จอแสดงคิวแล้ว', data: null }
}

/**
 * Streams the queues of a branch to everyone who has its link. An unknown link is also answered
 * with a stream, which reports this and ends, because an EventSource does not expose the status of
 * an answer.
 */
export function serveExamScreen(app: FastifyInstance, { db, clock, live }: Services): void {
  app.get<{ Params: { secret: string } }>(
    `${apiBase}/${examScreenPath}/:secret`,
    async (request, reply) => {
      const secretHash = hashOfSecret(request.params.secret)
      const found = await db
        .selectFrom('exam_screen')
        .select('branch_id')
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      live.stream(reply, {
        key: secretHash,
        sees: (_kind, branchId) => branchId === found?.branch_id,
        isAllowed: async () => true,
        closingMessage: screenRevoked,
        async read() {
          const queues = await queuesOfScreen.first(db, secretHash, clock.today())
          if (queues === undefined) return null
          const stations = queues.stations.map((station) => ({
            ...station,
            name: station.name || examTitle(station.kind),
          }))
          return JSON.stringify({ ...queues, stations })
        },
      })
    },
  )
}
