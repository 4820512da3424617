/** Sets or removes the caller's own photo. */
import { user } from '@khapdee/contract/entities/user'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import { attachImage } from '../file/attach-file.ts'
import { uploadLink } from '../file/upload-link.ts'

export const changePhoto = command(user.photo, async (ctx, { photo }) => {
  const { user_id } = ctx.actor
  const before = await ctx.tx
    .selectFrom('app_user')
    .select('photo')
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await attachImage(ctx, 'photo', photo, before.photo)
  // With the higher version, an employee form that was opened earlier cannot restore the old photo.
  await ctx.tx
    .updateTable('app_user')
    .set({ photo, version: sql`version + 1`, updatedAt: sql`now()` })
    .where('user_id', '=', user_id)
    .execute()
  ctx.audit({ entity: 'app_user', id: user_id, before, after: { photo } })
  return {
    message: photo === null ? 'ลบรูปเรียบร้อยแล้ว' : 'เปลี่ยนรูปเรียบร้อยแล้ว',
    data: { photo: photo === null ? null : uploadLink(ctx, photo) },
  }
})
