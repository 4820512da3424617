/** The first start of an empty school: one link, used once, makes its administrator and branch. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { user } from '@khapdee/contract/entities/user'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { command } from '../../kernel/command.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertNotWellKnown, hashPassword } from './passwords.ts'

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * The path of the one-time link, or null when the school has users already. Each start makes a
 * new link and the older one dies.
 */
export async function offerSetup(db: Kysely<DB>): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const { rows } = await sql`
    insert into setting (key, value)
    select 'setup', jsonb_build_object('token_hash', ${hashToken(token)}::text)
    where not exists (select from app_user)
    on conflict (key) do update set value = excluded.value returning key`.execute(db)
  return rows.length === 0 ? null : `/setup?token=${token}`
}

const usedUp = () => new AppError('SETUP_LINK', 'ลิงก์ตั้งค่าครั้งแรกถูกใช้แล้วหรือไม่ถูกต้อง', 400)

export const setup = command(
  user.setup,
  async (ctx, { token, school_name, branch_code, branch_name, username, password, ...name }) => {
    assertNotWellKnown(password, username, 'password')
    // Deleting the link is taking it: a second call finds nothing. One printed before the school
    // got its people by another way is worth nothing.
    const { rows } = await sql<{ token_hash: string }>`
      delete from setting where key = 'setup' and not exists (select from app_user)
      returning value ->> 'token_hash' as token_hash`.execute(ctx.tx)
    const expected = Buffer.from(rows[0]?.token_hash ?? '')
    const given = Buffer.from(hashToken(token))
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw usedUp()
    const { branch_id } = await ctx.tx
      .insertInto('branch')
      .values({ code: branch_code, name: branch_name, tax_branch_no: '00000' })
      .returning('branch_id')
      .executeTakeFirstOrThrow()
    const { role_id } = await ctx.tx
      .selectFrom('role')
      .select('role_id')
      .where('key', '=', 'admin')
      .executeTakeFirstOrThrow()
    const { user_id } = await ctx.tx
      .insertInto('app_user')
      .values({
        ...name,
        username,
        password_hash: await hashPassword(password),
        role_id,
        branch_id,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await ctx.tx
      .insertInto('setting')
      .values({ key: 'school', value: JSON.stringify({ name: school_name }) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
    ctx.audit({
      entity: 'app_user',
      id: user_id,
      after: { username, role: 'admin', branch_code },
      by: user_id,
    })
    return { message: 'บันทึกข้อมูลเรียบร้อยแล้ว', data: { user_id } }
  },
  { changesAccess: true },
)
